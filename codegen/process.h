// Runs another program and keeps what it prints; private temporary folders.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tritonc::codegen {

struct ProcessResult {
  /// As a shell would say: the exit status, or 128 + the number of the signal.
  int status;
  /// Standard output and standard error together.
  std::string output;
};

/// The files of temporary folders: what a handler of signals can remove without looking.
inline constexpr auto kFileNames = std::to_array<const char *>({"kernel.ptx", "kernel.cubin"});

/// Runs the program without a shell; `arguments` follow its name. Empty, with `errno` set, if it could not be started.
std::optional<ProcessResult> runProcess(const std::string &program, const std::vector<std::string> &arguments);

/// From now on a signal that ends this process (hang-up, interrupt, termination) first ends the programs that run for
/// it and removes its temporary folders.
void cleanUpOnSignals();

/// A folder that only this user can look into, gone with the object. Its files are `kFileNames`.
class TemporaryFolder {
public:
  /// Empty, with `errno` set, if there is no place for one.
  static std::optional<TemporaryFolder> create();
  TemporaryFolder(TemporaryFolder &&other) noexcept : path_(std::move(other.path_)), slot_(other.slot_) {
    other.path_.clear();
  }
  TemporaryFolder &operator=(TemporaryFolder &&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path &path() const { return path_; }

private:
  explicit TemporaryFolder(std::filesystem::path path);

  std::filesystem::path path_;
  /// Where the handler of signals finds the path; -1: it does not know of it.
  int slot_ = -1;
};

/// False if the file could not be written whole.
bool writeFile(const std::filesystem::path &path, std::string_view text);
std::optional<std::string> readFile(const std::filesystem::path &path);

}  // namespace tritonc::codegen
