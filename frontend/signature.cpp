#include "frontend/signature.h"

#include <algorithm>
#include <charconv>

#include "frontend/spelling.h"
#include "frontend/value.h"

namespace tritonc::frontend {
namespace {

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool isNameChar(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

class SignatureParser {
public:
  SignatureParser(const SourceFile &file, Diagnostics &diags) : file_(file), text_(file.text()), diags_(diags) {}

  Result<std::vector<SignatureEntry>> run() {
    std::vector<SignatureEntry> entries;
    if (trimmed(0, size()).begin == trimmed(0, size()).end) return entries;
    for (uint32_t begin = 0; begin <= size();) {
      uint32_t end = findOutside(begin, size(), ',');
      SourceRange range = trimmed(begin, end);
      // A comma may end the list.
      if (range.begin == range.end && end == size() && !entries.empty()) break;
      TC_TRY(SignatureEntry entry, parseEntry(range));
      entries.push_back(entry);
      begin = end + 1;
    }
    return entries;
  }

private:
  uint32_t size() const { return static_cast<uint32_t>(text_.size()); }
  std::string_view textOf(SourceRange range) const { return text_.substr(range.begin, range.end - range.begin); }

  SourceRange trimmed(uint32_t begin, uint32_t end) const {
    while (begin < end && isSpace(text_[begin])) ++begin;
    while (begin < end && isSpace(text_[end - 1])) --end;
    return file_.range(begin, end);
  }

  /// Where `wanted` first stands outside brackets and strings; `end` if nowhere.
  uint32_t findOutside(uint32_t begin, uint32_t end, char wanted) const {
    int depth = 0;
    for (uint32_t i = begin; i < end; ++i) {
      char c = text_[i];
      if (c == '\'' || c == '"') {
        uint32_t close = i + 1;
        while (close < end && text_[close] != c) close += text_[close] == '\\' ? 2 : 1;
        i = std::min(close, end - 1);
        continue;
      }
      if (c == wanted && depth == 0) return i;
      bool opensType = c == '<' && text_.substr(begin, i - begin).ends_with("tensordesc");
      if (c == '(' || c == '[' || c == '{' || opensType) ++depth;
      if (c == ')' || c == ']' || c == '}' || (c == '>' && depth > 0)) --depth;
    }
    return end;
  }

  Result<SignatureEntry> parseEntry(SourceRange range) {
    SignatureEntry entry;
    entry.range = entry.value = range;
    if (range.begin == range.end) return diags_.error(range, DiagId::BadSignature, "an empty entry");
    uint32_t equals = findOutside(range.begin, range.end, '=');
    if (equals < range.end) {
      entry.name = trimmed(range.begin, equals);
      bool isName = std::ranges::all_of(textOf(entry.name), isNameChar) && entry.name.begin < entry.name.end;
      if (!isName) return diags_.error(entry.name, DiagId::BadSignature, "`{}` is no name", textOf(entry.name));
      entry.value = trimmed(equals + 1, range.end);
    }
    TC_TRY_VOID(parseType(entry));
    return entry;
  }

  /// Makes the entry a type if its text is one.
  Success parseType(SignatureEntry &entry) {
    uint32_t colon = findOutside(entry.value.begin, entry.value.end, ':');
    SourceRange typeRange = trimmed(entry.value.begin, colon);
    std::string_view type = textOf(typeRange);
    bool hasHint = colon < entry.value.end;
    if (type == "constexpr" && !hasHint) {
      entry.kind = SignatureEntry::Kind::Constexpr;
      return {};
    }
    if (type.starts_with("tensordesc<")) return parseDescriptor(entry, typeRange, hasHint);
    std::optional<DType> dtype = DType::fromShortName(type);
    if (!dtype || dtype->is(Scalar::Void)) {
      bool isType = hasHint || type.starts_with('*') || dtype;
      if (!isType) return {};
      std::string_view scalar = type.substr(std::min(type.find_first_not_of('*'), type.size()));
      return diags_.error(typeRange, DiagId::BadSignature, "unknown type `{}`{}", type,
                          didYouMean(scalar, valueShortNames()));
    }
    entry.kind = SignatureEntry::Kind::Type;
    entry.dtype = *dtype;
    if (hasHint) return parseHint(entry, trimmed(colon + 1, entry.value.end));
    return {};
  }

  /// `tensordesc<fp16[64, 128]>`
  Success parseDescriptor(SignatureEntry &entry, SourceRange range, bool hasHint) {
    std::string_view text = textOf(range).substr(std::string_view("tensordesc<").size());
    size_t open = text.find('[');
    std::optional<DType> element = DType::fromShortName(text.substr(0, open));
    bool isClosed = open != std::string_view::npos && text.ends_with("]>");
    if (!element || element->isPtr() || element->is(Scalar::Void) || !isClosed || hasHint)
      return diags_.error(range, DiagId::BadSignature,
                          "`{}` is no descriptor; one is written like `tensordesc<fp16[64, 128]>`", textOf(range));
    std::string_view dims = text.substr(open + 1, text.size() - open - 3);
    while (!dims.empty() && entry.block.size() < ir::kMaxRank) {
      size_t comma = std::min(dims.find(','), dims.size());
      int64_t size = 0;
      std::string_view number = dims.substr(0, comma);
      while (number.starts_with(' ')) number.remove_prefix(1);
      auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), size);
      if (error != std::errc() || end != number.data() + number.size())
        return diags_.error(range, DiagId::BadSignature, "`{}` is no dimension of a block", number);
      entry.block.push(size);
      dims.remove_prefix(std::min(comma + 1, dims.size()));
    }
    entry.kind = SignatureEntry::Kind::Type;
    entry.dtype = *element->pointerTo(/*isConst=*/false);
    if (dims.empty() && isDescriptorBlock(entry.block, *element)) return {};
    return diags_.error(range, DiagId::BadSignature,
                        "a block of {} {}; it has 1 to {} dimensions, powers of two, the last one of at least {} bytes",
                        shapeText(entry.block), element->shortName(), kMaxDescriptorRank, kDescriptorAlignment);
  }

  Success parseHint(SignatureEntry &entry, SourceRange range) {
    std::string_view hint = textOf(range);
    if (hint != "1" && hint != "16")
      return diags_.error(range, DiagId::BadSignature,
                          "hint `{}`; it is 16 (the value is a multiple of 16) or 1 (the value is 1)", hint);
    entry.hint = hint == "1" ? 1 : 16;
    bool canBeOne = entry.dtype.isInt() && !entry.dtype.isBool();
    if (entry.hint == 1 ? canBeOne : canBeOne || entry.dtype.isPtr()) return {};
    return diags_.error(entry.value, DiagId::BadSignature, "the hint {} for {}", hint, entry.dtype.shortName());
  }

  const SourceFile &file_;
  std::string_view text_;
  Diagnostics &diags_;
};

}  // namespace

Result<std::vector<SignatureEntry>> parseSignature(const SourceFile &file, Diagnostics &diags) {
  return SignatureParser(file, diags).run();
}

}  // namespace tritonc::frontend
