#include "ir/support/diagnostics.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_set>

namespace tritonc {
namespace {

constexpr auto kDiagNames = std::to_array<std::string_view>({
#define DIAG(Name, id) id,
#include "ir/support/diagnostics.def"
});

constexpr std::string_view spelling(Severity severity) {
  switch (severity) {
  case Severity::Error: return "error";
  case Severity::Remark: return "remark";
  }
  return "";
}

bool isContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Columns that a line takes on a terminal: one for each code point, tabs kept as tabs so that they line up.
std::string blankOut(std::string_view line) {
  std::string blank;
  for (char c : line) {
    if (!isContinuation(c)) blank += c == '\t' ? '\t' : ' ';
  }
  return blank;
}

size_t columnOf(std::string_view line, size_t byte) { return blankOut(line.substr(0, byte)).size(); }

/// Writes `mark` under the part of `range` that lies in the given line.
void underline(std::string &marks, const SourceFile &file, uint32_t lineNumber, SourceRange range, char mark) {
  std::string_view line = file.line(lineNumber);
  size_t lineBegin = file.lineStart(lineNumber);
  if (range.end < lineBegin || range.begin > lineBegin + line.size()) return;
  size_t begin = range.begin > lineBegin ? range.begin - lineBegin : 0;
  size_t end = std::min<size_t>(std::max(range.end, range.begin + 1) - lineBegin, line.size());
  size_t from = columnOf(line, begin);
  size_t to = std::max(columnOf(line, end), from + 1);
  if (marks.size() < to) marks.resize(to, ' ');
  std::fill(marks.begin() + from, marks.begin() + to, mark);
}

/// More than this is no help to a reader: of a line, of a message, of messages.
constexpr size_t kMaxColumns = 240;
constexpr size_t kMaxText = 2000;
constexpr size_t kMaxShown = 100;

/// A source line and the marks under it.
struct Excerpt {
  std::string line;
  std::string marks;
};

/// The byte at which a column begins, or the size of the line.
size_t byteOf(std::string_view line, size_t column) {
  size_t byte = 0;
  for (; byte < line.size(); ++byte)
    if (!isContinuation(line[byte]) && column-- == 0) break;
  return byte;
}

/// Leaves a part of a long line, with the caret at about a third of it.
void clip(Excerpt &excerpt, size_t caret) {
  size_t columns = columnOf(excerpt.line, excerpt.line.size());
  if (columns <= kMaxColumns) return;
  size_t begin = caret > kMaxColumns / 3 ? caret - kMaxColumns / 3 : 0;
  size_t end = std::min(begin + kMaxColumns, columns);
  size_t from = byteOf(excerpt.line, begin);
  std::string part = excerpt.line.substr(from, byteOf(excerpt.line, end) - from);
  excerpt.line = fmt::format("{}{}{}", begin > 0 ? "..." : "", part, end < columns ? "..." : "");
  excerpt.marks = (begin > 0 ? "   " : "") + excerpt.marks.substr(begin, kMaxColumns);
}

/// Control characters would be obeyed by a terminal.
std::string withoutControls(std::string_view line) {
  std::string result(line);
  for (char &c : result)
    if (c != '\t' && (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)) c = '?';
  return result;
}

/// A message is one line, or a log with line ends; only the former can be too long to read.
std::string clipText(const std::string &text) {
  if (text.size() <= kMaxText || text.find('\n') < kMaxText) return text;
  size_t end = kMaxText;
  while (isContinuation(text[end])) --end;
  return text.substr(0, end) + "...";
}

void renderMessage(std::string &out, const SourceManager &sources, std::string_view kind, const DiagMessage &message,
                   std::string_view id, const std::vector<SourceRange> &labels) {
  std::string suffix = id.empty() ? "" : fmt::format(" [{}]", id);
  std::string text = clipText(message.text);
  if (!message.range.isValid()) {
    out += fmt::format("{}: {}{}\n", kind == "note" ? "note" : fmt::format("tritonc: {}", kind), text, suffix);
    return;
  }
  const SourceFile &file = sources.file(message.range.file);
  auto [lineNumber, column] = file.position(message.range.begin);
  out += fmt::format("{}:{}:{}: {}: {}{}\n", file.path(), lineNumber, column, kind, text, suffix);

  std::string_view line = file.line(lineNumber);
  if (line.empty()) return;
  std::string marks = blankOut(line);
  for (const SourceRange &label : labels)
    if (label.file == message.range.file) underline(marks, file, lineNumber, label, '~');
  underline(marks, file, lineNumber, message.range, '~');
  size_t caret = columnOf(line, column - 1);
  if (marks.size() <= caret) marks.resize(caret + 1, ' ');
  marks[caret] = '^';
  Excerpt excerpt{withoutControls(line), std::move(marks)};
  clip(excerpt, caret);
  excerpt.marks.erase(excerpt.marks.find_last_not_of(" \t") + 1);
  out += fmt::format("{:>5} | {}\n      | {}\n", lineNumber, excerpt.line, excerpt.marks);
}

}  // namespace

std::string_view name(DiagId id) { return kDiagNames[static_cast<size_t>(id)]; }

DiagnosticBuilder &DiagnosticBuilder::label(SourceRange range) {
  diags_.all_[index_].labels.push_back(range);
  return *this;
}

DiagnosticBuilder &DiagnosticBuilder::addNote(SourceRange range, std::string text) {
  diags_.all_[index_].notes.push_back({range, std::move(text)});
  return *this;
}

DiagnosticBuilder Diagnostics::add(Severity severity, SourceRange range, DiagId id, std::string text) {
  if (severity == Severity::Error) ++errorCount_;
  all_.push_back({severity, id, {range, std::move(text)}, {}, {}});
  return {*this, all_.size() - 1};
}

void Diagnostics::forgetFrom(size_t count) {
  for (; all_.size() > count; all_.pop_back())
    if (all_.back().severity == Severity::Error) --errorCount_;
}

std::string Diagnostics::render() const {
  std::vector<const Diagnostic *> sorted;
  for (const Diagnostic &diag : all_) sorted.push_back(&diag);
  // Messages without a position go last: file numbers are small and kNoFile is the largest.
  auto position = [](const Diagnostic *d) { return std::tuple(d->message.range.file, d->message.range.begin); };
  std::stable_sort(sorted.begin(), sorted.end(), [&](auto *a, auto *b) { return position(a) < position(b); });

  std::string out;
  std::unordered_set<std::string> printed;
  size_t shownErrors = 0, shownOthers = 0, hidden = 0;
  for (const Diagnostic *diag : sorted) {
    std::string text;
    renderMessage(text, sources_, spelling(diag->severity), diag->message, name(diag->id), diag->labels);
    for (const DiagMessage &note : diag->notes) renderMessage(text, sources_, "note", note, "", {});
    if (!printed.insert(text).second) continue;
    // However many remarks there are, they hide no error.
    size_t &shown = diag->severity == Severity::Error ? shownErrors : shownOthers;
    if (shown++ < kMaxShown)
      out += text;
    else
      ++hidden;
  }
  if (hidden > 0) out += fmt::format("note: {} more are not shown\n", hidden);
  return out;
}

}  // namespace tritonc
