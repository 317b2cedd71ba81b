// Source files and positions in them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/support/result.h"

namespace tritonc {

/// Half-open byte range [begin, end) of one file. `file` is an index into the `SourceManager`; kNoFile = no position.
struct SourceRange {
  static constexpr uint32_t kNoFile = UINT32_MAX;

  uint32_t file = kNoFile;
  uint32_t begin = 0;
  uint32_t end = 0;

  bool isValid() const { return file != kNoFile; }
  friend bool operator==(const SourceRange &, const SourceRange &) = default;
};

/// The smallest range that covers both, which must lie in one file.
SourceRange join(SourceRange a, SourceRange b);

/// One file's text, kept whole for as long as positions into it may be printed.
class SourceFile {
public:
  SourceFile(uint32_t id, std::string path, std::string text);

  uint32_t id() const { return id_; }
  const std::string &path() const { return path_; }
  std::string_view text() const { return text_; }

  SourceRange range(uint32_t begin, uint32_t end) const { return {id_, begin, end}; }

  /// 1-based line and 1-based column, the column in bytes, of a byte offset.
  struct Position {
    uint32_t line;
    uint32_t column;
  };
  Position position(uint32_t offset) const;

  uint32_t lineCount() const { return static_cast<uint32_t>(lineStarts_.size()); }
  /// The text of a 1-based line without its newline.
  std::string_view line(uint32_t number) const;
  uint32_t lineStart(uint32_t number) const { return lineStarts_[number - 1]; }

private:
  uint32_t id_;
  std::string path_;
  std::string text_;
  std::vector<uint32_t> lineStarts_;
};

/// Owns the source files of one compile. Files never move and are never dropped.
class SourceManager {
public:
  /// `path` is what diagnostics print. A text may not exceed 4 GiB - 1.
  const SourceFile &add(std::string path, std::string text);
  const SourceFile &file(uint32_t id) const { return *files_[id]; }
  size_t size() const { return files_.size(); }

private:
  std::vector<std::unique_ptr<SourceFile>> files_;
};

}  // namespace tritonc
