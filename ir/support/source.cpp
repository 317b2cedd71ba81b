#include "ir/support/source.h"

#include <algorithm>

namespace tritonc {

SourceRange join(SourceRange a, SourceRange b) {
  if (!a.isValid()) return b;
  if (!b.isValid()) return a;
  TC_CHECK(a.file == b.file, "a range lies in one file");
  return {a.file, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

SourceFile::SourceFile(uint32_t id, std::string path, std::string text)
    : id_(id), path_(std::move(path)), text_(std::move(text)) {
  TC_CHECK(text_.size() < UINT32_MAX, "the caller refuses files that 32-bit offsets cannot address");
  lineStarts_.push_back(0);
  // A line ends at "\n", "\r\n" or a lone "\r", as in Python.
  for (size_t i = 0; i < text_.size(); ++i) {
    bool isLoneCr = text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n');
    if (text_[i] == '\n' || isLoneCr) lineStarts_.push_back(static_cast<uint32_t>(i + 1));
  }
}

SourceFile::Position SourceFile::position(uint32_t offset) const {
  auto next = std::upper_bound(lineStarts_.begin(), lineStarts_.end(), offset);
  uint32_t line = static_cast<uint32_t>(next - lineStarts_.begin());
  return {line, offset - lineStarts_[line - 1] + 1};
}

std::string_view SourceFile::line(uint32_t number) const {
  uint32_t begin = lineStarts_[number - 1];
  size_t end = number < lineStarts_.size() ? lineStarts_[number] : text_.size();
  std::string_view line = std::string_view(text_).substr(begin, end - begin);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  return line;
}

const SourceFile &SourceManager::add(std::string path, std::string text) {
  uint32_t id = static_cast<uint32_t>(files_.size());
  files_.push_back(std::make_unique<SourceFile>(id, std::move(path), std::move(text)));
  return *files_.back();
}

}  // namespace tritonc
