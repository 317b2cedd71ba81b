#include "ir/ir_lexer.h"

#include <cctype>

namespace tritonc::ir {
namespace {

/// Names of the source may hold letters beyond ASCII.
bool isWordChar(char c) {
  auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) || byte >= 0x80 || c == '_' || c == '.';
}
bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// The end of the word that starts at `at`; a number may hold signs: at its start and after its `e`.
size_t wordEnd(std::string_view text, size_t at) {
  size_t digits = at + (text[at] == '-');
  bool isNumber = digits < text.size() && isDigit(text[digits]);
  size_t end = at + (text[at] == '-');
  bool isDecimal = isNumber;
  for (; end < text.size(); ++end) {
    char c = text[end];
    bool isExponentSign = isDecimal && (c == '-' || c == '+') && text[end - 1] == 'e';
    if (!isWordChar(c) && !isExponentSign) break;
    if (!isDigit(c) && c != '.' && c != 'e' && !isExponentSign) isDecimal = false;
  }
  return end;
}

}  // namespace

void IrLexer::skipBlanks() {
  std::string_view text = file_.text();
  while (at_ < text.size()) {
    if (std::isspace(static_cast<unsigned char>(text[at_])))
      ++at_;
    else if (text.substr(at_, 2) == "//")
      at_ = std::min(text.find('\n', at_), text.size());
    else
      return;
  }
}

Token IrLexer::make(TokenKind kind, size_t begin, size_t textBegin) {
  SourceRange range = file_.range(static_cast<uint32_t>(begin), static_cast<uint32_t>(at_));
  return {kind, file_.text().substr(textBegin, at_ - textBegin), range};
}

Token IrLexer::next() {
  skipBlanks();
  std::string_view text = file_.text();
  size_t begin = at_;
  if (begin == text.size()) return make(TokenKind::End, begin, begin);

  char c = text[begin];
  if (c == '%' || c == '@' || c == '#') {
    do ++at_;
    while (at_ < text.size() && isWordChar(text[at_]));
    TokenKind kind = c == '%' ? TokenKind::Value : c == '@' ? TokenKind::Symbol : TokenKind::Layout;
    return make(at_ == begin + 1 ? TokenKind::Invalid : kind, begin, begin + 1);
  }
  if (c == '"') {
    size_t end = text.find_first_of("\"\n", begin + 1);
    bool isClosed = end != std::string_view::npos && text[end] == '"';
    at_ = isClosed ? end + 1 : begin + 1;
    Token token = make(isClosed ? TokenKind::Text : TokenKind::Invalid, begin, begin);
    if (isClosed) token.text = text.substr(begin + 1, end - begin - 1);
    return token;
  }
  bool isArrow = text.substr(begin, 2) == "->";
  if (isWordChar(c) || (c == '-' && !isArrow)) {
    at_ = wordEnd(text, begin);
    return make(at_ == begin + 1 && c == '-' ? TokenKind::Invalid : TokenKind::Word, begin, begin);
  }
  at_ += isArrow ? 2 : 1;
  bool isPunct = isArrow || std::string_view("(){}[]<>=,:").find(c) != std::string_view::npos;
  return make(isPunct ? TokenKind::Punct : TokenKind::Invalid, begin, begin);
}

Token IrLexer::restOfLine() {
  std::string_view text = file_.text();
  while (at_ < text.size() && text[at_] == ' ') ++at_;
  size_t begin = at_;
  at_ = std::min(text.find('\n', begin), text.size());
  return make(TokenKind::Word, begin, begin);
}

}  // namespace tritonc::ir
