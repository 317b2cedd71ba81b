// Strings: where they end. What they mean is for string_literal.cpp.
#include "frontend/lexer_internal.h"

namespace tritonc::frontend {

/// Behind a word that touches a quote: if it is a prefix such as `rb`, lexes the string.
bool Lexer::lexPrefixedString(uint32_t begin) {
  if (pos_ - begin > 2) return false;
  std::string prefix;
  for (char c : textFrom(begin)) prefix += static_cast<char>(c | 0x20);
  std::sort(prefix.begin(), prefix.end());
  bool isFString = prefix == "f" || prefix == "fr";
  bool isPlain = prefix == "r" || prefix == "u" || prefix == "b" || prefix == "br";
  if (!isFString && !isPlain) return false;
  lexString(begin, isFString, /*isRaw=*/prefix.back() == 'r');
  return true;
}

/// At the opening quote. `begin` is the start of the prefix.
void Lexer::lexString(uint32_t begin, bool isFString, bool isRaw) {
  char quote = peek();
  bool isTriple = isAtQuotes(quote, /*isTriple=*/true);
  pos_ += isTriple ? 3 : 1;
  if (!isFString) return lexPlainString(begin, quote, isTriple);
  add(TokenKind::FStringStart, begin);
  fstrings_.push_back({begin, quote, isTriple, isRaw, brackets_.size(), brackets_.size()});
}

void Lexer::lexPlainString(uint32_t begin, char quote, bool isTriple) {
  for (; !isAtEnd(); ++pos_) {
    char c = peek();
    if (c == quote && isAtQuotes(quote, isTriple)) {
      pos_ += isTriple ? 3 : 1;
      return add(TokenKind::String, begin);
    }
    if (c == '\\')
      skipEscape();
    else if (!isTriple && isAtNewline())
      break;
  }
  pos_ = std::min(pos_, size_);
  unterminatedString(begin, isTriple);
}

/// At a backslash: moves to the last character that it covers.
void Lexer::skipEscape() {
  ++pos_;
  if (peek() == '\r' && peek(1) == '\n') ++pos_;
}

/// A backslash does not cover a brace, but a named character may contain braces: "\N{DASH}".
void Lexer::skipFStringEscape(bool isRaw) {
  char next = peek(1);
  if (next == '{' || next == '}') return;
  skipEscape();
  if (isRaw || next != 'N' || peek(1) != '{') return;
  size_t close = text_.find_first_of("}\"'\r\n", pos_);
  if (close != text_.npos && source_[close] == '}') pos_ = static_cast<uint32_t>(close);
}

/// In the literal text of an f-string or of a format specification: up to the next field or the end of either.
void Lexer::lexFStringText() {
  const FString &fstring = fstrings_.back();
  uint32_t begin = pos_;
  bool isFormat = fstring.textDepth > fstring.baseDepth;
  for (; !isAtEnd(); ++pos_) {
    char c = peek();
    if (c == fstring.quote && isAtQuotes(c, fstring.isTriple)) return closeFString(begin);
    bool isDoubled = !isFormat && peek(1) == c;
    if (c == '\\')
      skipFStringEscape(fstring.isRaw);
    else if ((c == '{' || c == '}') && isDoubled)
      ++pos_;
    else if (c == '{' || c == '}')
      return lexFStringBrace(begin);
    else if (!fstring.isTriple && isAtNewline())
      break;
  }
  pos_ = std::min(pos_, size_);
  unterminatedString(fstring.begin, fstring.isTriple);
}

/// At a single brace in the text of an f-string.
void Lexer::lexFStringBrace(uint32_t textBegin) {
  FString &fstring = fstrings_.back();
  if (pos_ != textBegin) add(TokenKind::FStringText, textBegin);
  uint32_t brace = pos_++;
  if (source_[brace] == '{') {
    brackets_.push_back({'{', brace});
    add(TokenKind::LeftBrace, brace);
  } else if (fstring.textDepth > fstring.baseDepth) {
    brackets_.pop_back();
    fstring.textDepth = brackets_.size();
    add(TokenKind::RightBrace, brace);
  } else {
    error(brace, pos_, DiagId::Syntax, "`}}` without `{{` in an f-string; a literal `}}` is written `}}}}`");
  }
}

/// At the quotes that close an f-string.
void Lexer::closeFString(uint32_t textBegin) {
  if (pos_ != textBegin) add(TokenKind::FStringText, textBegin);
  FString closed = fstrings_.back();
  uint32_t quotes = pos_;
  pos_ += closed.isTriple ? 3 : 1;
  if (closed.textDepth > closed.baseDepth) {
    uint32_t open = brackets_.back().begin;
    error(open, open + 1, DiagId::UnclosedBracket, "`{{` was never closed");
    brackets_.resize(closed.baseDepth);
  }
  add(TokenKind::FStringEnd, quotes);
  fstrings_.pop_back();
}

/// At the end of the line or file that a string should have ended before.
void Lexer::unterminatedString(uint32_t begin, bool isTriple) {
  bool isInsideField = !fstrings_.empty() && fstrings_.back().begin != begin;
  if (isInsideField) {
    // f"{a": the quote that seems to open a string was meant to close the f-string.
    uint32_t open = brackets_.back().begin;
    error(open, open + 1, DiagId::UnclosedBracket, "`{}` was never closed", brackets_.back().open);
  } else if (isTriple) {
    error(begin, std::min(begin + 3, size_), DiagId::UnterminatedString, "triple-quoted string is never closed");
  } else {
    error(begin, pos_, DiagId::UnterminatedString, "string is not closed before the end of the line");
  }
  abandonFStrings();
  // The string has most likely swallowed what closes the brackets opened in its line.
  uint32_t lineBegin = file_.lineStart(file_.position(begin).line);
  while (!brackets_.empty() && brackets_.back().begin >= lineBegin) brackets_.pop_back();
}

/// After a fault: the rest of the line is skipped and no f-string is open any more.
void Lexer::abandonFStrings() {
  if (fstrings_.empty()) return;
  brackets_.resize(std::min(brackets_.size(), fstrings_.front().baseDepth));
  fstrings_.clear();
  skipComment();
}

}  // namespace tritonc::frontend
