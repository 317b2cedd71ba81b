// Reading and writing whole files. Faults are diagnostics without a position.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "ir/support/diagnostics.h"

namespace tritonc::tools {

/// A file that is read bit by bit. `-` is standard input.
class InputFile {
public:
  static Result<InputFile> open(const std::string &path, Diagnostics &diags);
  InputFile(InputFile &&other) noexcept : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)) {}
  InputFile &operator=(InputFile &&) = delete;
  ~InputFile();

  /// Goes on reading until `bytes` holds `size` bytes, or the file ends.
  Success fill(std::string &bytes, size_t size, Diagnostics &diags);
  /// Of a file on a disk, or 0.
  uint64_t size() const;

private:
  InputFile(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}

  std::string path_;
  int fd_;
};

/// Larger files are no sources, cubins or batches.
inline constexpr size_t kMaxFileBytes = size_t{1} << 30;

/// The whole file; `-` is standard input.
Result<std::string> readFile(const std::string &path, Diagnostics &diags);

struct OutputFile {
  std::string path;
  std::string_view bytes;
};

/// Writes to temporary files beside the targets and renames them once all are complete, so that no half-written output
/// is ever seen. A link stays, and its target changes; a file that exists keeps its permissions. `-` is standard
/// output; a device or a pipe is written directly.
Success writeFiles(std::span<const OutputFile> files, Diagnostics &diags);
Success writeFile(const std::string &path, std::string_view bytes, Diagnostics &diags);

}  // namespace tritonc::tools
