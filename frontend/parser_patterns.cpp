// The `match` statement and its patterns.
#include "frontend/parser_internal.h"

namespace tritonc::frontend {

/// Whether the name `match` ahead starts a statement. It does if what follows could not continue an expression, or if
/// the line ends in a colon and the next one is an indented `case`.
bool Parser::atMatchStatement() const {
  if (!atSoft("match")) return false;
  using enum TokenKind;
  switch (kindAhead(1)) {
  case Name:
  case Number:
  case String:
  case FStringStart:
  case KwAwait:
  case KwFalse:
  case KwLambda:
  case KwNone:
  case KwTrue:
  case LeftBrace:
  case Ellipsis:
  case Tilde: return true;
  case KwNot:
  case LeftParen:
  case LeftBracket:
  case Minus:
  case Plus:
  case Star: break;
  default: return false;
  }
  size_t end = next_;
  while (tokens_[end].kind != Newline && tokens_[end].kind != EndOfFile) ++end;
  bool opensBlock = tokens_[end].kind == Newline && tokens_[end - 1].kind == Colon && tokens_[end + 1].kind == Indent;
  return opensBlock && tokens_[end + 2].kind == Name && text(tokens_[end + 2]) == "case";
}

// match_stmt: "match" subject_expr ':' NEWLINE INDENT case_block+ DEDENT
// subject_expr: star_named_expression ',' [star_named_expressions] | named_expression
const ast::Stmt *Parser::matchStatement() {
  uint32_t begin = here();
  advance();
  Expr subject = maybeTuple(&Parser::starNamedExpression);
  expect(TokenKind::Colon, "after `match` subject");
  if (!at(TokenKind::Newline)) expected("end of line", "after `match` subject");
  endLine();
  ListBuilder<ast::MatchCase> cases(*this);
  if (!at(TokenKind::Indent)) {
    if (!isAfterFaultyLine_)
      diags_.error(nextRange(), DiagId::Indentation, "expected an indented block after `match` statement").proceed();
    return make<ast::Match>(rangeFrom(begin), subject, cases.take());
  }
  advance();
  Nesting nesting(blockDepth_, Nesting::kMaxBlocks);
  if (nesting.isTooDeep()) {
    skipBlock();
  } else {
    while (!at(TokenKind::Dedent) && !at(TokenKind::EndOfFile)) cases.add(caseBlock());
    accept(TokenKind::Dedent);
  }
  return make<ast::Match>(rangeFrom(begin), subject, cases.take());
}

// case_block: "case" patterns ['if' named_expression] ':' block
const ast::MatchCase *Parser::caseBlock() {
  uint32_t begin = here();
  if (atSoft("case"))
    advance();
  else
    expected("`case`");
  Pattern pattern = patterns();
  Expr guard = accept(TokenKind::KwIf) ? namedExpression() : nullptr;
  Block body = suite("`case`", guard ? "after `case` condition" : "after `case` pattern");
  return make<ast::MatchCase>(rangeFrom(begin), pattern, guard, body);
}

// patterns: maybe_star_pattern ',' [maybe_sequence_pattern] | pattern
const ast::Pattern *Parser::patterns() {
  uint32_t begin = here();
  Pattern first = maybeStarPattern();
  if (!at(TokenKind::Comma) && !first->is<ast::MatchStar>()) return first;
  return sequenceRest(begin, first, TokenKind::Colon);
}

// maybe_sequence_pattern: maybe_star_pattern (',' maybe_star_pattern)* [',']
/// Behind the first element; `close` is the token behind the sequence, which is consumed if it is a bracket.
const ast::Pattern *Parser::sequenceRest(uint32_t begin, Pattern first, TokenKind close) {
  ListBuilder<ast::Pattern> elements(*this);
  elements.add(first);
  while (accept(TokenKind::Comma) && !at(close) && !at(TokenKind::KwIf)) elements.add(maybeStarPattern());
  if (close != TokenKind::Colon) expectClose(close);
  return make<ast::MatchSequence>(rangeFrom(begin), elements.take());
}

// maybe_star_pattern: '*' (NAME | '_') | pattern
const ast::Pattern *Parser::maybeStarPattern() {
  uint32_t begin = here();
  if (!accept(TokenKind::Star)) return asPattern();
  ast::Identifier name = identifier("a name after `*`");
  if (name.text == "_") name = {};
  return make<ast::MatchStar>(rangeFrom(begin), name);
}

// pattern: or_pattern ['as' NAME]
const ast::Pattern *Parser::asPattern() {
  uint32_t begin = here();
  Pattern pattern = orPattern();
  if (!accept(TokenKind::KwAs)) return pattern;
  ast::Identifier name = identifier("a name after `as`");
  if (name.text == "_") fault(name.range, DiagId::BadTarget, "cannot assign to `_` in a pattern");
  return make<ast::MatchAs>(rangeFrom(begin), pattern, name);
}

// or_pattern: closed_pattern ('|' closed_pattern)*
const ast::Pattern *Parser::orPattern() {
  uint32_t begin = here();
  Pattern first = closedPattern();
  if (!at(TokenKind::Pipe)) return first;
  ListBuilder<ast::Pattern> alternatives(*this);
  alternatives.add(first);
  while (accept(TokenKind::Pipe)) alternatives.add(closedPattern());
  return make<ast::MatchOr>(rangeFrom(begin), alternatives.take());
}

// closed_pattern: literal_pattern | capture_pattern | wildcard_pattern | value_pattern | group_pattern
//     | sequence_pattern | mapping_pattern | class_pattern
const ast::Pattern *Parser::closedPattern() {
  Nesting nesting(exprDepth_, Nesting::kMaxExprs);
  uint32_t begin = here();
  if (nesting.isTooDeep()) {
    tooDeep(nextRange());
    return make<ast::MatchAs>(rangeFrom(begin), nullptr, ast::Identifier());
  }
  using enum TokenKind;
  switch (kind()) {
  case Name: return nameOrClassPattern();
  case LeftParen: return groupOrSequencePattern();
  case LeftBracket: return groupOrSequencePattern();
  case LeftBrace: return mappingPattern();
  case KwNone: advance(); return make<ast::MatchSingleton>(rangeFrom(begin), ast::ConstantType::None);
  case KwTrue: advance(); return make<ast::MatchSingleton>(rangeFrom(begin), ast::ConstantType::True);
  case KwFalse: advance(); return make<ast::MatchSingleton>(rangeFrom(begin), ast::ConstantType::False);
  default: break;
  }
  Expr value = literal("pattern");
  return make<ast::MatchValue>(rangeFrom(begin), value);
}

// literal_expr: signed_number !('+' | '-') | complex_number | strings
const ast::Expr *Parser::literal(std::string_view what) {
  switch (kind()) {
  case TokenKind::Number:
  case TokenKind::Minus: break;
  case TokenKind::String:
  case TokenKind::FStringStart: {
    Expr value = strings();
    if (value->is<ast::JoinedStr>()) fault(value->range, DiagId::Syntax, "f-string in a pattern");
    return value;
  }
  default:
    if (!isRecovering_) expected(what, afterPrevious());
    return placeholder();
  }
  // complex_number: signed_number ('+' | '-') NUMBER
  uint32_t begin = here();
  Expr real = signedNumber();
  if (!at(TokenKind::Plus) && !at(TokenKind::Minus)) return real;
  auto op = at(TokenKind::Plus) ? ast::BinaryOperator::Add : ast::BinaryOperator::Sub;
  advance();
  if (!at(TokenKind::Number)) expected("a number", afterPrevious());
  Expr imaginary = isRecovering_ ? placeholder() : number();
  return make<ast::BinOp>(rangeFrom(begin), real, op, imaginary);
}

// signed_number: ['-'] NUMBER
const ast::Expr *Parser::signedNumber() {
  uint32_t begin = here();
  bool isNegative = accept(TokenKind::Minus);
  if (!at(TokenKind::Number)) expected("a number", afterPrevious());
  Expr value = isRecovering_ ? placeholder() : number();
  return isNegative ? make<ast::UnaryOp>(rangeFrom(begin), ast::UnaryOperator::USub, value) : value;
}

// capture_pattern: NAME      wildcard_pattern: '_'      value_pattern: name_or_attr      class_pattern: name_or_attr
// '(' ... name_or_attr: NAME ('.' NAME)*
const ast::Pattern *Parser::nameOrClassPattern() {
  uint32_t begin = here();
  ast::Identifier name = identifier("a name");
  Expr value = make<ast::Name>(name.range, name.text);
  while (accept(TokenKind::Dot)) {
    ast::Identifier attr = identifier("a name after `.`");
    value = make<ast::Attribute>(rangeFrom(begin), value, attr);
  }
  if (at(TokenKind::LeftParen)) return classPattern(begin, value);
  if (value->is<ast::Attribute>()) return make<ast::MatchValue>(rangeFrom(begin), value);
  if (name.text == "_") name = {};
  return make<ast::MatchAs>(rangeFrom(begin), nullptr, name);
}

// class_pattern: name_or_attr '(' [pattern (',' pattern)*] [',' NAME '=' pattern]* [','] ')'
const ast::Pattern *Parser::classPattern(uint32_t begin, Expr cls) {
  ListBuilder<ast::Pattern> positional(*this);
  ListBuilder<ast::Pattern> named(*this);
  std::vector<ast::Identifier> names;
  accept(TokenKind::LeftParen);
  while (!at(TokenKind::RightParen)) {
    if (at(TokenKind::Name) && kindAhead(1) == TokenKind::Equal) {
      names.push_back(identifier("a name"));
      advance();
      named.add(asPattern());
    } else {
      SourceRange range = nextRange();
      positional.add(asPattern());
      if (!names.empty()) fault(range, DiagId::Syntax, "positional pattern follows keyword pattern");
    }
    if (!accept(TokenKind::Comma)) break;
  }
  expectClose(TokenKind::RightParen);
  std::span<const ast::Identifier> keywords = arena_.copy(names);
  return make<ast::MatchClass>(rangeFrom(begin), cls, positional.take(), keywords, named.take());
}

// group_pattern: '(' pattern ')'
// sequence_pattern: '[' [maybe_sequence_pattern] ']' | '(' [maybe_star_pattern ',' [maybe_sequence_pattern]] ')'
const ast::Pattern *Parser::groupOrSequencePattern() {
  uint32_t begin = here();
  TokenKind close = at(TokenKind::LeftParen) ? TokenKind::RightParen : TokenKind::RightBracket;
  advance();
  if (accept(close)) return make<ast::MatchSequence>(rangeFrom(begin), ast::Seq<ast::Pattern>());
  Pattern first = maybeStarPattern();
  bool isGroup = close == TokenKind::RightParen && !at(TokenKind::Comma) && !first->is<ast::MatchStar>();
  if (!isGroup) return sequenceRest(begin, first, close);
  expectClose(close);
  return first;
}

// mapping_pattern: '{' [(key ':' pattern | '**' NAME) (',' ...)* [',']] '}'
const ast::Pattern *Parser::mappingPattern() {
  uint32_t begin = here();
  ListBuilder<ast::Expr> keys(*this);
  ListBuilder<ast::Pattern> values(*this);
  ast::Identifier rest;
  accept(TokenKind::LeftBrace);
  while (!at(TokenKind::RightBrace)) {
    if (accept(TokenKind::StarStar)) {
      rest = identifier("a name after `**`");
      accept(TokenKind::Comma);
      break;
    }
    keys.add(mappingKey());
    expect(TokenKind::Colon, "after the key of a mapping pattern");
    values.add(asPattern());
    if (!accept(TokenKind::Comma)) break;
  }
  expectClose(TokenKind::RightBrace);
  return make<ast::MatchMapping>(rangeFrom(begin), keys.take(), values.take(), rest);
}

// key: literal_expr | 'None' | 'True' | 'False' | attr      attr: NAME ('.' NAME)+
const ast::Expr *Parser::mappingKey() {
  using enum TokenKind;
  switch (kind()) {
  case KwNone: return constant(ast::ConstantType::None);
  case KwTrue: return constant(ast::ConstantType::True);
  case KwFalse: return constant(ast::ConstantType::False);
  case Name: break;
  default: return literal("a key");
  }
  uint32_t begin = here();
  Expr value = atom();
  if (!at(Dot)) expected("`.`", "after a name as key of a mapping pattern");
  while (accept(Dot)) {
    ast::Identifier attr = identifier("a name after `.`");
    value = make<ast::Attribute>(rangeFrom(begin), value, attr);
  }
  return value;
}

}  // namespace tritonc::frontend
