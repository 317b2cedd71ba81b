#include "runtime/emulator/cursor.h"

#include <bit>
#include <charconv>

namespace tritonc::emulator {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}
bool isNamePart(char c) { return isNameStart(c) || isDigit(c); }
bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

void Cursor::advance() { line_ += text_[at_++] == '\n'; }

void Cursor::skipBlanks() {
  while (!atEnd()) {
    if (isBlank(peek())) {
      advance();
    } else if (peek() == '/' && peek(1) == '/') {
      while (!atEnd() && peek() != '\n') advance();
    } else if (peek() == '/' && peek(1) == '*') {
      while (!atEnd() && !(peek() == '*' && peek(1) == '/')) advance();
      for (int i = 0; i < 2 && !atEnd(); ++i) advance();
    } else {
      return;
    }
  }
}

bool Cursor::accept(char c) {
  if (atEnd() || peek() != c) return false;
  advance();
  skipBlanks();
  return true;
}

bool Cursor::acceptWord(std::string_view word) {
  if (!text_.substr(at_).starts_with(word) || isNamePart(peek(word.size()))) return false;
  at_ += word.size();
  skipBlanks();
  return true;
}

bool Cursor::atName() const { return isNameStart(peek()); }

std::string_view Cursor::name() {
  size_t begin = at_;
  if (atName())
    while (isNamePart(peek())) ++at_;
  std::string_view result = text_.substr(begin, at_ - begin);
  skipBlanks();
  return result;
}

std::string_view Cursor::modifier() {
  size_t begin = at_;
  while (isNamePart(peek()) || (peek() == ':' && peek(1) == ':')) at_ += peek() == ':' ? 2 : 1;
  std::string_view result = text_.substr(begin, at_ - begin);
  skipBlanks();
  return result;
}

bool Cursor::atNumber() const { return isDigit(peek()) || (peek() == '.' && isDigit(peek(1))); }

std::optional<Literal> Cursor::number() {
  if (!atNumber()) return std::nullopt;
  std::optional<Literal> result;
  char second = peek(1);
  if (peek() == '0' && (second == 'f' || second == 'F'))
    result = hexFloat(Literal::Kind::Single, 8);
  else if (peek() == '0' && (second == 'd' || second == 'D'))
    result = hexFloat(Literal::Kind::Double, 16);
  else
    result = decimalFloat();
  if (!result) result = integer();
  if (!result || isNamePart(peek())) return std::nullopt;
  skipBlanks();
  return result;
}

std::optional<Literal> Cursor::hexFloat(Literal::Kind kind, size_t digits) {
  Literal result{kind};
  const char *begin = text_.data() + at_ + 2, *textEnd = text_.data() + text_.size();
  if (static_cast<size_t>(textEnd - begin) < digits) return std::nullopt;
  auto [end, error] = std::from_chars(begin, begin + digits, result.bits, 16);
  if (error != std::errc() || end != begin + digits) return std::nullopt;
  at_ += 2 + digits;
  return result;
}

/// Nothing if there is neither a point nor an exponent.
std::optional<Literal> Cursor::decimalFloat() {
  size_t length = 0;
  bool isFloat = false;
  for (char c = peek(); isDigit(c) || c == '.' || c == 'e' || c == 'E' || ((c == '+' || c == '-') && length > 0);
       c = peek(length)) {
    bool isExponentSign = c == '+' || c == '-';
    char before = length > 0 ? peek(length - 1) : '\0';
    if (isExponentSign && before != 'e' && before != 'E') break;
    isFloat |= !isDigit(c) && !isExponentSign;
    ++length;
  }
  if (!isFloat) return std::nullopt;
  double value = 0;
  const char *begin = text_.data() + at_;
  auto [end, error] = std::from_chars(begin, begin + length, value);
  if (error != std::errc() || end != begin + length) return std::nullopt;
  at_ += length;
  return Literal{Literal::Kind::Double, std::bit_cast<uint64_t>(value)};
}

std::optional<Literal> Cursor::integer() {
  int base = 10;
  size_t skip = 0;
  if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X'))
    base = 16, skip = 2;
  else if (peek() == '0' && (peek(1) == 'b' || peek(1) == 'B'))
    base = 2, skip = 2;
  else if (peek() == '0' && isDigit(peek(1)))
    base = 8, skip = 1;
  Literal result;
  const char *begin = text_.data() + at_ + skip, *textEnd = text_.data() + text_.size();
  auto [end, error] = std::from_chars(begin, textEnd, result.bits, base);
  if (error != std::errc()) return std::nullopt;
  at_ = static_cast<size_t>(end - text_.data());
  if (peek() == 'U') ++at_;
  return result;
}

std::optional<std::string> Cursor::string() {
  if (peek() != '"') return std::nullopt;
  std::string result;
  for (advance(); !atEnd() && peek() != '"'; advance()) {
    if (peek() == '\\' && at_ + 1 < text_.size()) advance();
    result += peek();
  }
  if (atEnd()) return std::nullopt;
  advance();
  skipBlanks();
  return result;
}

std::string_view Cursor::rest() const {
  std::string_view rest = text_.substr(at_, 24);
  return rest.substr(0, rest.find('\n'));
}

void Cursor::skipBlock() {
  for (unsigned depth = 1; depth > 0 && !atEnd();) {
    depth += peek() == '{';
    depth -= peek() == '}';
    advance();
    skipBlanks();
  }
}

}  // namespace tritonc::emulator
