#include "frontend/lexer.h"

#include "frontend/lexer_internal.h"

namespace tritonc::frontend {
namespace {

constexpr bool isDecimalDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isBinaryDigit(char c) { return c == '0' || c == '1'; }
constexpr bool isOctalDigit(char c) { return c >= '0' && c <= '7'; }
constexpr bool isHexDigit(char c) { return isDecimalDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
constexpr bool isAsciiLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
constexpr bool isAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }
constexpr char toLower(char c) { return static_cast<char>(c | 0x20); }

/// Finds keywords by a hash without collisions, whose multiplier is searched for at compile time.
class KeywordTable {
public:
  constexpr KeywordTable() {
    while (!fill()) ++multiplier_;
  }

  /// The kind of the keyword, or `Name`.
  constexpr TokenKind find(std::string_view word) const {
    if (word.size() < kShortest || word.size() > kLongest) return TokenKind::Name;
    TokenKind kind = slots_[slotOf(word)];
    return kind != TokenKind::Name && spelling(kind) == word ? kind : TokenKind::Name;
  }

private:
  static constexpr size_t kShortest = 2;
  static constexpr size_t kLongest = 8;

  constexpr size_t slotOf(std::string_view word) const {
    uint32_t key =
        static_cast<uint32_t>(word[0]) << 16 | static_cast<uint32_t>(word[1]) << 8 | static_cast<uint32_t>(word.back());
    return (key + static_cast<uint32_t>(word.size())) * multiplier_ >> 24;
  }

  constexpr bool fill() {
    slots_.fill(TokenKind::Name);
    for (auto kind = TokenKind::KwAnd; isKeyword(kind); kind = static_cast<TokenKind>(static_cast<int>(kind) + 1)) {
      TokenKind &slot = slots_[slotOf(spelling(kind))];
      if (slot != TokenKind::Name) return false;
      slot = kind;
    }
    return true;
  }

  uint32_t multiplier_ = 0x9E3779B1;
  std::array<TokenKind, 256> slots_{};
};

constexpr KeywordTable kKeywords;

/// The operators that start with each ASCII character, longer ones first.
class PunctuationTable {
public:
  constexpr PunctuationTable() {
    for (size_t length = kLongest; length > 0; --length)
      for (auto kind = TokenKind::LeftParen; kind <= TokenKind::GreaterGreaterEqual;
           kind = static_cast<TokenKind>(static_cast<int>(kind) + 1)) {
        std::string_view word = spelling(kind);
        if (word.size() == length) slots_[word[0]][counts_[word[0]]++] = kind;
      }
  }

  /// The longest operator that `text` starts with; `EndOfFile` if none.
  constexpr TokenKind find(std::string_view text) const {
    size_t first = static_cast<unsigned char>(text[0]);
    if (first >= slots_.size()) return TokenKind::EndOfFile;
    for (size_t i = 0; i < counts_[first]; ++i)
      if (text.starts_with(spelling(slots_[first][i]))) return slots_[first][i];
    return TokenKind::EndOfFile;
  }

private:
  static constexpr size_t kLongest = 3;

  std::array<std::array<TokenKind, 4>, 128> slots_{};
  std::array<uint8_t, 128> counts_{};
};

constexpr PunctuationTable kPunctuation;

/// Keywords that may follow a number without a space, as in `1if x else 2`.
bool mayTouchNumber(TokenKind kind) {
  using enum TokenKind;
  return kind == KwAnd || kind == KwElse || kind == KwFor || kind == KwIf || kind == KwIn || kind == KwIs ||
         kind == KwNot || kind == KwOr;
}

/// Keywords that no expression contains: inside brackets they show that one was never closed.
bool onlyStartsStatement(TokenKind kind) {
  using enum TokenKind;
  switch (kind) {
  case KwAssert:
  case KwBreak:
  case KwClass:
  case KwContinue:
  case KwDef:
  case KwDel:
  case KwExcept:
  case KwFinally:
  case KwGlobal:
  case KwImport:
  case KwNonlocal:
  case KwPass:
  case KwRaise:
  case KwReturn:
  case KwTry:
  case KwWhile:
  case KwWith: return true;
  default: return false;
  }
}

}  // namespace

std::vector<Token> lex(const SourceFile &file, uint32_t begin, Encoding encoding, Diagnostics &diags) {
  return Lexer(file, begin, encoding, diags).run();
}

Lexer::Lexer(const SourceFile &file, uint32_t begin, Encoding encoding, Diagnostics &diags)
    : file_(file), encoding_(encoding), diags_(diags), text_(file.text()), source_(text_.data()),
      size_(static_cast<uint32_t>(text_.size())), pos_(begin) {
  // Measured on CPython's library: 4.6 bytes a token, layout and comments included.
  tokens_.reserve(size_ / 4 + 8);
}

std::vector<Token> Lexer::run() {
  if (pos_ == 0 && text_.starts_with("\xEF\xBB\xBF")) pos_ = 3;
  while (!isAtEnd()) {
    if (isInFStringText())
      lexFStringText();
    else if (isAtLineStart_)
      lexIndentation();
    else
      lexToken();
  }
  finish();
  return std::move(tokens_);
}

/// Records a fault. True if it is the first of its logical line and should be reported.
bool Lexer::startFault(uint32_t begin, uint32_t end) {
  tokens_.push_back({TokenKind::Error, begin, end});
  return !std::exchange(lineHasFault_, true);
}

// ---- Layout ----

/// Skips blank and comment lines, then compares the indentation of the next line with that of the open blocks.
void Lexer::lexIndentation() {
  while (!isAtEnd()) {
    Indentation found = measureIndentation();
    if (peek() == '#') skipComment();
    if (!isAtNewline()) {
      if (!isAtEnd()) applyIndentation(found);
      isAtLineStart_ = false;
      return;
    }
    skipNewlineCharacters();
  }
}

Lexer::Indentation Lexer::measureIndentation() {
  Indentation indent;
  // A backslash that continues the line fixes the indentation at what stands before it.
  Indentation beforeContinuation;
  for (;; ++pos_) {
    switch (peek()) {
    case ' ':
      ++indent.column;
      ++indent.tabless;
      continue;
    case '\t':
      indent.column = (indent.column / 8 + 1) * 8;
      ++indent.tabless;
      continue;
    case '\f': indent = {}; continue;
    case '\\':
      if (peek(1) != '\n' && peek(1) != '\r') break;
      if (beforeContinuation.column == 0) beforeContinuation = indent;
      if (peek(1) == '\r' && peek(2) == '\n') ++pos_;
      ++pos_;
      continue;
    default: break;
    }
    return beforeContinuation.column != 0 ? beforeContinuation : indent;
  }
}

void Lexer::applyIndentation(Indentation found) {
  uint32_t lineBegin = file_.lineStart(file_.position(pos_).line);
  auto isConsistent = [&](auto order) {
    return order(found.column, indents_.back().column) && order(found.tabless, indents_.back().tabless);
  };
  uint32_t column = indents_.back().column;
  if (found.column > column) {
    bool consistent = isConsistent(std::greater());
    indents_.push_back(found);
    add(TokenKind::Indent, pos_);
    if (consistent) return;
  } else {
    for (; found.column < indents_.back().column; indents_.pop_back()) add(TokenKind::Dedent, pos_);
    if (found.column > indents_.back().column) {
      // Go on as if the line, and those below it with its indentation, belonged to the block that it left last.
      tokens_.pop_back();
      indents_.push_back(found);
      return error(lineBegin, pos_, DiagId::Indentation, "indentation does not match that of any enclosing block");
    }
    if (isConsistent(std::equal_to())) return;
  }
  error(lineBegin, pos_, DiagId::Indentation, "indentation mixes tabs and spaces inconsistently");
}

void Lexer::skipNewlineCharacters() { pos_ += peek() == '\r' && peek(1) == '\n' ? 2 : 1; }

void Lexer::skipComment() { pos_ = static_cast<uint32_t>(std::min<size_t>(text_.find_first_of("\r\n", pos_), size_)); }

void Lexer::lexNewline() {
  uint32_t begin = pos_;
  skipNewlineCharacters();
  if (!brackets_.empty()) return recoverFromUnclosedBracket();
  add(TokenKind::Newline, begin);
  isAtLineStart_ = true;
  lineHasFault_ = false;
}

/// At the start of a line inside brackets: if the line can only be a new statement, the bracket was never closed.
void Lexer::recoverFromUnclosedBracket() {
  uint32_t word = static_cast<uint32_t>(std::min<size_t>(text_.find_first_not_of(" \t\f", pos_), size_));
  if (!isAsciiLetter(source_[word])) return;
  if (!onlyStartsStatement(kKeywords.find(text_.substr(word, identifierEnd(word) - word)))) return;
  uint32_t open = brackets_.back().begin;
  error(open, open + 1, DiagId::UnclosedBracket, "`{}` was never closed", brackets_.back().open);
  brackets_.clear();
  fstrings_.clear();
  add(TokenKind::Newline, pos_);
  isAtLineStart_ = true;
  lineHasFault_ = false;
}

/// A backslash at the end of a line joins it to the next one.
void Lexer::lexContinuation() {
  uint32_t begin = pos_++;
  if (!isAtNewline()) {
    pos_ = std::min(pos_ + 1, size_);
    return error(begin, begin + 1, DiagId::Syntax, "expected end of line after `\\`");
  }
  skipNewlineCharacters();
  if (isAtEnd()) error(begin, begin + 1, DiagId::Syntax, "expected a line after `\\`, found end of file");
}

void Lexer::finish() {
  if (isInFStringText()) unterminatedString(fstrings_.back().begin, fstrings_.back().isTriple);
  if (!brackets_.empty()) {
    uint32_t open = brackets_.back().begin;
    error(open, open + 1, DiagId::UnclosedBracket, "`{}` was never closed", brackets_.back().open);
  }
  if (!tokens_.empty() && tokens_.back().kind != TokenKind::Newline) add(TokenKind::Newline, pos_);
  for (; indents_.size() > 1; indents_.pop_back()) add(TokenKind::Dedent, pos_);
  add(TokenKind::EndOfFile, pos_);
}

// ---- Tokens ----

void Lexer::lexToken() {
  while (peek() == ' ' || peek() == '\t' || peek() == '\f') ++pos_;
  char c = peek();
  if (isAsciiLetter(c)) return lexName();
  if (isDecimalDigit(c) || (c == '.' && isDecimalDigit(peek(1)))) return lexNumber();
  switch (c) {
  case '\n':
  case '\r': return lexNewline();
  case '#': return skipComment();
  case '\\': return lexContinuation();
  case '"':
  case '\'': return lexString(pos_, /*isFString=*/false, /*isRaw=*/false);
  default: break;
  }
  if (isAtEnd()) return;
  if (!isAscii(c) && identifierEnd(pos_) != pos_) return lexName();
  lexPunctuation();
}

/// The end of the longest run of identifier characters; digits count even at its start.
uint32_t Lexer::identifierEnd(uint32_t pos) const {
  while (pos < size_) {
    char c = source_[pos];
    if (isAsciiLetter(c) || isDecimalDigit(c)) {
      ++pos;
      continue;
    }
    size_t next = pos;
    if (isAscii(c) || !isIdentifierCharacter(decode(encoding_, text_, next))) break;
    pos = static_cast<uint32_t>(next);
  }
  return pos;
}

void Lexer::lexName() {
  uint32_t begin = pos_;
  pos_ = identifierEnd(pos_);
  bool touchesQuote = peek() == '"' || peek() == '\'';
  if (touchesQuote && lexPrefixedString(begin)) return;
  add(kKeywords.find(textFrom(begin)), begin);
}

/// number: '0' [xob] digits | digits ['.' [digits]] [exponent] ['j'] | '.' digits [exponent] ['j']
void Lexer::lexNumber() {
  uint32_t begin = pos_;
  auto lexWithRadix = [&](bool (*isDigit)(char), std::string_view literalName) {
    pos_ += 2;
    if (peek() == '_') ++pos_;
    finishNumber(begin, skipDigits(isDigit), literalName);
  };
  if (peek() == '0') {
    char radix = toLower(peek(1));
    if (radix == 'x') return lexWithRadix(isHexDigit, "hexadecimal");
    if (radix == 'o') return lexWithRadix(isOctalDigit, "octal");
    if (radix == 'b') return lexWithRadix(isBinaryDigit, "binary");
  }
  bool isWellFormed = peek() == '.' || skipDigits(isDecimalDigit);
  uint32_t integerEnd = pos_;
  if (peek() == '.') {
    ++pos_;
    if (isDecimalDigit(peek())) isWellFormed &= skipDigits(isDecimalDigit);
  }
  bool isSigned = peek(1) == '+' || peek(1) == '-';
  if (toLower(peek()) == 'e' && isDecimalDigit(peek(isSigned ? 2 : 1))) {
    pos_ += isSigned ? 2 : 1;
    isWellFormed &= skipDigits(isDecimalDigit);
  }
  if (toLower(peek()) == 'j') ++pos_;
  bool isInteger = pos_ == integerEnd;
  bool hasLeadingZero = isInteger && source_[begin] == '0' && textFrom(begin).find_first_not_of("0_") != text_.npos;
  if (hasLeadingZero && isWellFormed)
    return error(begin, pos_, DiagId::BadNumber, "decimal integer `{}` has leading zeros; octal is written `0o`",
                 textFrom(begin));
  finishNumber(begin, isWellFormed, "decimal");
}

/// Skips digits with single underscores between them. False if there is no digit or an underscore stands elsewhere.
bool Lexer::skipDigits(bool (*isDigit)(char)) {
  for (;; ++pos_) {
    if (!isDigit(peek())) return false;
    while (isDigit(peek())) ++pos_;
    if (peek() != '_') return true;
  }
}

void Lexer::finishNumber(uint32_t begin, bool isWellFormed, std::string_view literalName) {
  uint32_t wordEnd = identifierEnd(pos_);
  if (wordEnd != pos_ && !mayTouchNumber(kKeywords.find(text_.substr(pos_, wordEnd - pos_)))) {
    pos_ = wordEnd;
    isWellFormed = false;
  }
  if (isWellFormed) return add(TokenKind::Number, begin);
  error(begin, pos_, DiagId::BadNumber, "invalid {} literal `{}`", literalName, textFrom(begin));
}

void Lexer::lexPunctuation() {
  uint32_t begin = pos_;
  TokenKind kind = kPunctuation.find(text_.substr(pos_, 3));
  bool startsFormat = isInField() && (kind == TokenKind::Colon || kind == TokenKind::ColonEqual);
  if (startsFormat) kind = TokenKind::Colon;
  if (kind == TokenKind::EndOfFile || (kind == TokenKind::Exclamation && !isInField())) return unexpectedCharacter();
  pos_ += static_cast<uint32_t>(spelling(kind).size());
  switch (kind) {
  case TokenKind::LeftParen:
  case TokenKind::LeftBracket:
  case TokenKind::LeftBrace: brackets_.push_back({source_[begin], begin}); break;
  case TokenKind::RightParen: return closeBracket('(', kind);
  case TokenKind::RightBracket: return closeBracket('[', kind);
  case TokenKind::RightBrace: return closeBracket('{', kind);
  default: break;
  }
  add(kind, begin);
  if (startsFormat) fstrings_.back().textDepth = brackets_.size();
}

/// Behind a closing bracket: takes its partner off the stack. The parser reports one without any partner.
void Lexer::closeBracket(char open, TokenKind kind) {
  uint32_t begin = pos_ - 1;
  if (brackets_.empty()) return add(kind, begin);
  Bracket top = brackets_.back();
  if (top.open == open) {
    bool closesField = isInField();
    brackets_.pop_back();
    if (closesField) fstrings_.back().textDepth = brackets_.size();
    return add(kind, begin);
  }
  if (startFault(begin, pos_))
    diags_.error(file_.range(begin, pos_), DiagId::Syntax, "closing `{}` does not match `{}`", spelling(kind), top.open)
        .note(file_.range(top.begin, top.begin + 1), "`{}` was opened here", top.open)
        .proceed();
  if (!fstrings_.empty()) return abandonFStrings();
  auto partner = std::find_if(brackets_.rbegin(), brackets_.rend(), [&](Bracket b) { return b.open == open; });
  size_t closed = partner == brackets_.rend() ? 1 : static_cast<size_t>(partner - brackets_.rbegin()) + 1;
  brackets_.resize(brackets_.size() - closed);
}

void Lexer::unexpectedCharacter() {
  uint32_t begin = pos_;
  size_t next = pos_;
  char32_t character = decode(encoding_, text_, next);
  pos_ = static_cast<uint32_t>(next);
  bool isPrintable = character > 0x20 && character != 0x7F;
  if (!isPrintable) return error(begin, pos_, DiagId::Syntax, "unexpected byte 0x{:02x}", unsigned(character));
  if (isAscii(source_[begin])) return error(begin, pos_, DiagId::Syntax, "unexpected character `{}`", source_[begin]);
  std::string utf8;
  appendUtf8(utf8, character);
  error(begin, pos_, DiagId::Syntax, "unexpected character `{}` (U+{:04X})", utf8, unsigned(character));
}

}  // namespace tritonc::frontend
