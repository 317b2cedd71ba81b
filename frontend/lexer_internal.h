// The state of the lexer, shared by lexer.cpp (layout, operators, names, numbers) and lexer_strings.cpp.
#pragma once

#include "frontend/lexer.h"

#include <algorithm>

namespace tritonc::frontend {

class Lexer {
public:
  Lexer(const SourceFile &file, uint32_t begin, Encoding encoding, Diagnostics &diags);

  std::vector<Token> run();

private:
  struct Bracket {
    char open;
    uint32_t begin;
  };

  /// Columns of a line's indentation: with tabs to multiples of 8 and with tabs of width 1. Lines that these two order
  /// differently mix tabs and spaces inconsistently.
  struct Indentation {
    uint32_t column = 0;
    uint32_t tabless = 0;
  };

  /// An f-string being read. Inside its literal text, and only there, `brackets_` has `textDepth` elements; a format
  /// specification is text again, deeper by the brackets of the field around it.
  struct FString {
    uint32_t begin;
    char quote;
    bool isTriple;
    bool isRaw;
    size_t baseDepth;
    size_t textDepth;
  };

  // Layout.
  void lexIndentation();
  Indentation measureIndentation();
  void applyIndentation(Indentation found);
  void lexNewline();
  bool isAtNewline() const { return peek() == '\n' || peek() == '\r'; }
  void skipNewlineCharacters();
  void skipComment();
  void lexContinuation();
  void recoverFromUnclosedBracket();
  void finish();

  // Tokens.
  void lexToken();
  void lexName();
  void lexNumber();
  bool skipDigits(bool (*isDigit)(char));
  void finishNumber(uint32_t begin, bool isWellFormed, std::string_view literalName);
  void lexPunctuation();
  void closeBracket(char open, TokenKind kind);
  void unexpectedCharacter();
  uint32_t identifierEnd(uint32_t pos) const;

  // Strings.
  bool lexPrefixedString(uint32_t begin);
  void lexString(uint32_t begin, bool isFString, bool isRaw);
  void lexPlainString(uint32_t begin, char quote, bool isTriple);
  void lexFStringText();
  void lexFStringBrace(uint32_t textBegin);
  void closeFString(uint32_t textBegin);
  void skipEscape();
  void skipFStringEscape(bool isRaw);
  void unterminatedString(uint32_t begin, bool isTriple);
  void abandonFStrings();
  bool isAtQuotes(char quote, bool isTriple) const {
    return peek() == quote && (!isTriple || (peek(1) == quote && peek(2) == quote));
  }
  bool isInFStringText() const { return !fstrings_.empty() && brackets_.size() == fstrings_.back().textDepth; }
  /// In the expression of a replacement field, outside brackets of its own.
  bool isInField() const { return !fstrings_.empty() && brackets_.size() == fstrings_.back().textDepth + 1; }

  // Faults.
  bool startFault(uint32_t begin, uint32_t end);
  template <class... Args>
  void error(uint32_t begin, uint32_t end, DiagId id, fmt::format_string<Args...> format, Args &&...args) {
    if (startFault(begin, end))
      diags_.error(file_.range(begin, end), id, format, std::forward<Args>(args)...).proceed();
  }

  /// The character at the position, NUL from the end of the text on.
  char peek(uint32_t ahead = 0) const { return source_[std::min(pos_ + ahead, size_)]; }
  std::string_view textFrom(uint32_t begin) const { return text_.substr(begin, pos_ - begin); }
  bool isAtEnd() const { return pos_ >= size_; }
  void add(TokenKind kind, uint32_t begin) { tokens_.push_back({kind, begin, pos_}); }

  const SourceFile &file_;
  Encoding encoding_;
  Diagnostics &diags_;
  std::string_view text_;
  /// The same text; a NUL byte follows the last character.
  const char *source_;
  uint32_t size_;
  uint32_t pos_ = 0;
  bool isAtLineStart_ = true;
  /// A fault was reported in this logical line; others are most likely its consequences.
  bool lineHasFault_ = false;
  std::vector<Token> tokens_;
  std::vector<Indentation> indents_ = {{}};
  std::vector<Bracket> brackets_;
  std::vector<FString> fstrings_;
};

}  // namespace tritonc::frontend
