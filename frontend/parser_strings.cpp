// String literals: adjacent ones are one constant, or one JoinedStr if any of them is an f-string.
#include "frontend/parser_internal.h"

namespace tritonc::frontend {

/// Collects the pieces of adjacent literals; text between two fields becomes one constant.
class Parser::StringBuilder {
public:
  explicit StringBuilder(Parser &parser) : parser_(parser), values_(parser) {}

  /// The text to append to, of which the part at `range` is about to be decoded.
  std::string &textAt(SourceRange range) {
    textRange_ = text_.empty() ? range : join(textRange_, range);
    return text_;
  }
  void addField(Expr field) {
    flushText();
    values_.add(field);
  }
  Exprs takeValues() {
    flushText();
    return values_.take();
  }
  /// For literals without fields: all the text.
  std::string_view takeText() { return parser_.arena_.copy(std::string_view(text_)); }

private:
  void flushText() {
    if (text_.empty()) return;
    values_.add(parser_.make<ast::Constant>(textRange_, ast::ConstantType::Str, takeText()));
    text_.clear();
  }

  Parser &parser_;
  ListBuilder<ast::Expr> values_;
  std::string text_;
  SourceRange textRange_;
};

// strings: (STRING | fstring)+
const ast::Expr *Parser::strings() {
  auto atString = [&] { return at(TokenKind::String) || at(TokenKind::FStringStart); };
  bool isSingle = kindAhead(1) != TokenKind::String && kindAhead(1) != TokenKind::FStringStart;
  if (at(TokenKind::String) && isSingle) return plainString();

  uint32_t begin = here();
  bool isBytes = at(TokenKind::String) && hasPrefixLetter(text(tokens_[next_]), 'b');
  bool hasFString = false;
  StringBuilder builder(*this);
  while (atString()) {
    SourceRange range = nextRange();
    if (at(TokenKind::FStringStart)) {
      hasFString = true;
      if (isBytes) break;
      fstring(builder);
      continue;
    }
    StringToken literal = splitString(text_, range.begin, range.end);
    if (literal.isBytes != isBytes) break;
    decoder_.decode(literal, builder.textAt(range));
    advance();
  }
  if (atString()) fault(nextRange(), DiagId::Syntax, "bytes literal and string literal side by side");
  SourceRange range = rangeFrom(begin);
  if (hasFString) return make<ast::JoinedStr>(range, builder.takeValues());
  return make<ast::Constant>(range, isBytes ? ast::ConstantType::Bytes : ast::ConstantType::Str, builder.takeText());
}

// STRING
const ast::Expr *Parser::plainString() {
  SourceRange range = nextRange();
  StringToken literal = splitString(text_, range.begin, range.end);
  advance();
  auto type = literal.isBytes ? ast::ConstantType::Bytes : ast::ConstantType::Str;
  if (decoder_.isPlain(literal))
    return make<ast::Constant>(range, type, text_.substr(literal.begin, literal.end - literal.begin));
  std::string value;
  decoder_.decode(literal, value);
  return make<ast::Constant>(range, type, arena_.copy(std::string_view(value)));
}

// fstring: FSTRING_START (FSTRING_TEXT | fstring_field)* FSTRING_END
void Parser::fstring(StringBuilder &builder) {
  bool isRaw = hasPrefixLetter(text(tokens_[next_]), 'r');
  advance();
  fstringParts(builder, isRaw, StringDecoder::Braces::Doubled);
  if (!accept(TokenKind::FStringEnd)) expected(spelling(TokenKind::FStringEnd));
}

// (FSTRING_TEXT | fstring_field)*
void Parser::fstringParts(StringBuilder &builder, bool isRaw, StringDecoder::Braces braces) {
  for (;;) {
    if (at(TokenKind::LeftBrace)) {
      fstringField(builder, isRaw);
    } else if (at(TokenKind::FStringText)) {
      SourceRange range = nextRange();
      decoder_.decodeFStringText(range.begin, range.end, isRaw, braces, builder.textAt(range));
      advance();
    } else {
      return;
    }
  }
}

// fstring_field: '{' annotated_rhs ['='] ['!' NAME] [':' fstring_format] '}'
void Parser::fstringField(StringBuilder &builder, bool isRaw) {
  uint32_t begin = here();
  expect(TokenKind::LeftBrace);
  size_t firstToken = next_;
  Expr value = yieldOrStarExpressions();
  // `{x = }` shows the text of the expression as well.
  bool isDebug = accept(TokenKind::Equal);
  if (isDebug) {
    SourceRange written = file_.range(begin + 1, here());
    appendWithoutComments(firstToken, builder.textAt(written));
  }
  char conversion = accept(TokenKind::Exclamation) ? fstringConversion() : 0;
  Expr format = accept(TokenKind::Colon) ? fstringFormat(isRaw) : nullptr;
  if (isDebug && !conversion && !format) conversion = 'r';
  expect(TokenKind::RightBrace, "after a field of an f-string");
  builder.addField(make<ast::FormattedValue>(rangeFrom(begin), value, conversion, format));
}

/// Appends the text from the token before `firstToken` to the next token.
void Parser::appendWithoutComments(size_t firstToken, std::string &out) const {
  for (size_t i = firstToken; i <= next_; ++i) {
    uint32_t gapBegin = tokens_[i - 1].end;
    for (std::string_view gap = text_.substr(gapBegin, tokens_[i].begin - gapBegin); !gap.empty();) {
      size_t comment = std::min(gap.find('#'), gap.size());
      out += gap.substr(0, comment);
      gap.remove_prefix(std::min(gap.find_first_of("\r\n", comment), gap.size()));
    }
    if (i < next_) out += text(tokens_[i]);
  }
}

// NAME behind '!': 's' | 'r' | 'a'
char Parser::fstringConversion() {
  SourceRange range = nextRange();
  ast::Identifier name = identifier("a conversion after `!`");
  if (name.text == "s" || name.text == "r" || name.text == "a") return name.text[0];
  fault(range, DiagId::Syntax, "expected conversion `s`, `r` or `a`, found `{}`", name.text);
  return 0;
}

// fstring_format: (FSTRING_TEXT | fstring_field)*
const ast::Expr *Parser::fstringFormat(bool isRaw) {
  Nesting nesting(exprDepth_, Nesting::kMaxExprs);
  if (nesting.isTooDeep()) tooDeep(nextRange());
  uint32_t begin = here();
  StringBuilder builder(*this);
  fstringParts(builder, isRaw, StringDecoder::Braces::AsWritten);
  return make<ast::JoinedStr>(rangeFrom(begin), builder.takeValues());
}

}  // namespace tritonc::frontend
