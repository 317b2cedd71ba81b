// Tokens of the tile IR's text form.
#pragma once

#include <string_view>

#include "ir/support/source.h"

namespace tritonc::ir {

enum class TokenKind : uint8_t {
  Word,    // letters, digits, `_` and `.`: mnemonics, type spellings, numbers (also with a sign)
  Value,   // %name
  Symbol,  // @name
  Layout,  // #name
  Text,    // between double quotes, escapes as written
  Punct,   // one of ( ) { } [ ] < > = , : or ->
  End,
  Invalid,
};

struct Token {
  TokenKind kind = TokenKind::End;
  /// Without the sigil.
  std::string_view text;
  SourceRange range;

  bool is(TokenKind k, std::string_view t) const { return kind == k && text == t; }
  bool isPunct(std::string_view t) const { return is(TokenKind::Punct, t); }
  bool isWord(std::string_view t) const { return is(TokenKind::Word, t); }
};

/// Splits a file into tokens; `//` starts a comment.
class IrLexer {
public:
  explicit IrLexer(const SourceFile &file) : file_(file) {}

  Token next();
  /// The rest of the line after the last token, which is consumed; for texts with a grammar of their own.
  Token restOfLine();

private:
  void skipBlanks();
  Token make(TokenKind kind, size_t begin, size_t textBegin);

  const SourceFile &file_;
  size_t at_ = 0;
};

}  // namespace tritonc::ir
