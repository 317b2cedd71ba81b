// Primaries: atoms followed by attributes, calls and subscripts; displays and comprehensions.
#include "frontend/parser_internal.h"

namespace tritonc::frontend {

// primary: atom ('.' NAME | '(' [arguments] ')' | '[' slices ']')*
const ast::Expr *Parser::primary() {
  uint32_t begin = here();
  Expr value = atom();
  for (;;) {
    switch (kind()) {
    case TokenKind::Dot: {
      advance();
      ast::Identifier attr = identifier("a name after `.`");
      value = make<ast::Attribute>(rangeFrom(begin), value, attr);
      break;
    }
    case TokenKind::LeftParen: value = call(begin, value); break;
    case TokenKind::LeftBracket: value = subscript(begin, value); break;
    default: return value;
    }
  }
}

const ast::Expr *Parser::call(uint32_t begin, Expr callee) {
  ListBuilder<ast::Expr> args(*this);
  ListBuilder<ast::Keyword> keywords(*this);
  arguments(args, keywords);
  return make<ast::Call>(rangeFrom(begin), callee, args.take(), keywords.take());
}

// '(' [argument (',' argument)* [',']] ')'
void Parser::arguments(ListBuilder<ast::Expr> &args, ListBuilder<ast::Keyword> &keywords) {
  uint32_t begin = here();
  expect(TokenKind::LeftParen);
  while (!at(TokenKind::RightParen)) {
    argument(args, keywords);
    if (atComprehension()) return generatorArgument(begin, args, keywords);
    if (!accept(TokenKind::Comma)) break;
  }
  expectClose(TokenKind::RightParen);
}

// argument: '**' expression | '*' expression | NAME '=' expression | named_expression
void Parser::argument(ListBuilder<ast::Expr> &args, ListBuilder<ast::Keyword> &keywords) {
  uint32_t begin = here();
  bool isAfterUnpacking = !keywords.isEmpty() && keywords[keywords.size() - 1]->name.isEmpty();
  if (accept(TokenKind::StarStar)) {
    Expr value = expression();
    return keywords.add(make<ast::Keyword>(rangeFrom(begin), ast::Identifier{}, value));
  }
  if (accept(TokenKind::Star)) {
    Expr value = expression();
    if (isAfterUnpacking)
      fault(rangeFrom(begin), DiagId::Syntax, "positional arguments `*` follow keyword arguments `**`");
    return args.add(make<ast::Starred>(rangeFrom(begin), value));
  }
  if (at(TokenKind::Name) && kindAhead(1) == TokenKind::Equal) {
    ast::Identifier name = identifier("a name");
    advance();
    Expr value = expression();
    return keywords.add(make<ast::Keyword>(rangeFrom(begin), name, value));
  }
  Expr value = namedExpression();
  if (at(TokenKind::Equal))
    fault(value->range, DiagId::BadTarget, "expected a name before `=` in an argument, found {}", noun(value->kind));
  else if (!keywords.isEmpty() && !at(TokenKind::KwFor))
    fault(value->range, DiagId::Syntax, "positional argument follows keyword argument");
  args.add(value);
}

// '(' expression for_if_clauses ')' in place of the arguments of a call, whose parentheses then belong to the generator
void Parser::generatorArgument(uint32_t begin, ListBuilder<ast::Expr> &args, ListBuilder<ast::Keyword> &keywords) {
  ast::Seq<ast::Comprehension> generators = forIfClauses();
  bool isAlone = args.size() == 1 && keywords.isEmpty();
  if (!isAlone || at(TokenKind::Comma)) {
    SourceRange range = isAlone ? rangeFrom(args[0]->range.begin) : nextRange();
    fault(range, DiagId::Syntax, "generator expression beside other arguments is not in parentheses");
    return;
  }
  expect(TokenKind::RightParen, "after a generator expression");
  Expr element = checkNotStarred(args[0]);
  args.replace(0, make<ast::GeneratorExp>(rangeFrom(begin), element, generators));
}

// '[' slices ']'      slices: slice !',' | (slice | starred_expression) (',' (slice | starred_expression))* [',']
const ast::Expr *Parser::subscript(uint32_t begin, Expr value) {
  expect(TokenKind::LeftBracket);
  uint32_t indexBegin = here();
  Expr index = slice();
  if (at(TokenKind::Comma) || index->is<ast::Starred>()) {
    ListBuilder<ast::Expr> elements(*this);
    elements.add(index);
    while (accept(TokenKind::Comma) && !at(TokenKind::RightBracket)) elements.add(slice());
    index = make<ast::Tuple>(rangeFrom(indexBegin), elements.take());
  }
  expectClose(TokenKind::RightBracket);
  return make<ast::Subscript>(rangeFrom(begin), value, index);
}

// slice: [expression] ':' [expression] [':' [expression]] | named_expression | '*' bitwise_or
const ast::Expr *Parser::slice() {
  uint32_t begin = here();
  Expr lower = at(TokenKind::Colon) ? nullptr : starNamedExpression();
  if (!accept(TokenKind::Colon)) return lower;
  auto optionalPart = [&]() -> Expr {
    bool isAbsent = at(TokenKind::Colon) || at(TokenKind::Comma) || at(TokenKind::RightBracket);
    return isAbsent ? nullptr : expression();
  };
  Expr upper = optionalPart();
  Expr step = accept(TokenKind::Colon) ? optionalPart() : nullptr;
  return make<ast::Slice>(rangeFrom(begin), lower, upper, step);
}

// atom: NAME | 'True' | 'False' | 'None' | '...' | NUMBER | strings | group | tuple | genexp | list | listcomp
//     | dict | set | dictcomp | setcomp
const ast::Expr *Parser::atom() {
  using enum TokenKind;
  switch (kind()) {
  case Name: {
    SourceRange range = nextRange();
    std::string_view id = identifierText(tokens_[next_]);
    advance();
    return make<ast::Name>(range, id);
  }
  case KwTrue: return constant(ast::ConstantType::True);
  case KwFalse: return constant(ast::ConstantType::False);
  case KwNone: return constant(ast::ConstantType::None);
  case Ellipsis: return constant(ast::ConstantType::Ellipsis);
  case Number: return number();
  case String:
  case FStringStart: return strings();
  case LeftParen: return parenthesized();
  case LeftBracket: return listDisplay();
  case LeftBrace: return braceDisplay();
  default:
    if (!isRecovering_) expected("expression", afterPrevious());
    return placeholder();
  }
}

const ast::Expr *Parser::constant(ast::ConstantType type) {
  SourceRange range = nextRange();
  advance();
  return make<ast::Constant>(range, type, std::string_view());
}

// NUMBER
const ast::Expr *Parser::number() {
  SourceRange range = nextRange();
  std::string_view digits = text(tokens_[next_]);
  advance();
  bool isDecimal = digits.find_first_of("xXoObB") == digits.npos;
  auto type = ast::ConstantType::Int;
  if (digits.find_first_of("jJ") != digits.npos)
    type = ast::ConstantType::Imaginary;
  else if (isDecimal && digits.find_first_of(".eE") != digits.npos)
    type = ast::ConstantType::Float;
  return make<ast::Constant>(range, type, digits);
}

// group: '(' (yield_expr | named_expression) ')'      genexp: '(' named_expression for_if_clauses ')'
// tuple: '(' [star_named_expression ',' [star_named_expressions]] ')'
const ast::Expr *Parser::parenthesized() {
  uint32_t begin = here();
  expect(TokenKind::LeftParen);
  if (accept(TokenKind::RightParen)) return make<ast::Tuple>(rangeFrom(begin), Exprs());
  if (at(TokenKind::KwYield)) {
    Expr value = yieldExpression();
    expect(TokenKind::RightParen, "after a `yield` expression");
    return value;
  }
  Expr first = starNamedExpression();
  if (atComprehension()) {
    Expr element = checkNotStarred(first);
    ast::Seq<ast::Comprehension> generators = forIfClauses();
    expect(TokenKind::RightParen, "after a generator expression");
    return make<ast::GeneratorExp>(rangeFrom(begin), element, generators);
  }
  if (at(TokenKind::Comma)) {
    Exprs elements = elementsRest(first, &Parser::starNamedExpression);
    expectClose(TokenKind::RightParen);
    return make<ast::Tuple>(rangeFrom(begin), elements);
  }
  expectClose(TokenKind::RightParen);
  return checkNotStarred(first);
}

// list: '[' [star_named_expressions] ']'      listcomp: '[' named_expression for_if_clauses ']'
const ast::Expr *Parser::listDisplay() {
  uint32_t begin = here();
  expect(TokenKind::LeftBracket);
  if (accept(TokenKind::RightBracket)) return make<ast::List>(rangeFrom(begin), Exprs());
  Expr first = starNamedExpression();
  if (atComprehension()) {
    Expr element = checkNotStarred(first);
    ast::Seq<ast::Comprehension> generators = forIfClauses();
    expect(TokenKind::RightBracket, "after a list comprehension");
    return make<ast::ListComp>(rangeFrom(begin), element, generators);
  }
  Exprs elements = elementsRest(first, &Parser::starNamedExpression);
  expectClose(TokenKind::RightBracket);
  return make<ast::List>(rangeFrom(begin), elements);
}

// '{' '}' | dict | set | dictcomp | setcomp
const ast::Expr *Parser::braceDisplay() {
  uint32_t begin = here();
  expect(TokenKind::LeftBrace);
  if (accept(TokenKind::RightBrace)) return make<ast::Dict>(rangeFrom(begin), Exprs(), Exprs());
  if (at(TokenKind::StarStar)) return dictDisplay(begin, nullptr);
  Expr first = starNamedExpression();
  return at(TokenKind::Colon) ? dictDisplay(begin, checkNotStarred(first)) : setDisplay(begin, first);
}

// dict: '{' double_starred_kvpair (',' double_starred_kvpair)* [','] '}'
// double_starred_kvpair: '**' bitwise_or | expression ':' expression
// dictcomp: '{' expression ':' expression for_if_clauses '}'
/// Behind the first key, if that is not null.
const ast::Expr *Parser::dictDisplay(uint32_t begin, Expr firstKey) {
  ListBuilder<ast::Expr> keys(*this);
  ListBuilder<ast::Expr> values(*this);
  Expr key = firstKey;
  do {
    if (!key && at(TokenKind::RightBrace)) break;
    if (!key && accept(TokenKind::StarStar)) {
      keys.add(nullptr);
      values.add(bitwiseOr());
      continue;
    }
    if (!key) key = expression();
    expect(TokenKind::Colon, "after a dict key");
    Expr value = expression();
    if (values.isEmpty() && atComprehension()) {
      ast::Seq<ast::Comprehension> generators = forIfClauses();
      expect(TokenKind::RightBrace, "after a dict comprehension");
      return make<ast::DictComp>(rangeFrom(begin), key, value, generators);
    }
    keys.add(std::exchange(key, nullptr));
    values.add(value);
  } while (accept(TokenKind::Comma));
  expectClose(TokenKind::RightBrace);
  return make<ast::Dict>(rangeFrom(begin), keys.take(), values.take());
}

// set: '{' star_named_expressions '}'      setcomp: '{' named_expression for_if_clauses '}'
/// Behind the first element.
const ast::Expr *Parser::setDisplay(uint32_t begin, Expr first) {
  if (atComprehension()) {
    Expr element = checkNotStarred(first);
    ast::Seq<ast::Comprehension> generators = forIfClauses();
    expect(TokenKind::RightBrace, "after a set comprehension");
    return make<ast::SetComp>(rangeFrom(begin), element, generators);
  }
  Exprs elements = elementsRest(first, &Parser::starNamedExpression);
  expectClose(TokenKind::RightBrace);
  return make<ast::Set>(rangeFrom(begin), elements);
}

// for_if_clauses: for_if_clause+
ast::Seq<ast::Comprehension> Parser::forIfClauses() {
  ListBuilder<ast::Comprehension> clauses(*this);
  while (atComprehension()) clauses.add(forIfClause());
  return clauses.take();
}

// for_if_clause: ['async'] 'for' star_targets 'in' disjunction ('if' (disjunction | lambdef))*
// Python 3.8 was the last to take the lambda.
const ast::Comprehension *Parser::forIfClause() {
  uint32_t begin = here();
  bool isAsync = accept(TokenKind::KwAsync);
  expect(TokenKind::KwFor);
  Expr target = starTargets();
  expect(TokenKind::KwIn, "after the target of a comprehension");
  Expr iter = disjunction();
  ListBuilder<ast::Expr> ifs(*this);
  while (accept(TokenKind::KwIf)) ifs.add(at(TokenKind::KwLambda) ? lambda() : disjunction());
  return make<ast::Comprehension>(rangeFrom(begin), isAsync, target, iter, ifs.take());
}

const ast::Expr *Parser::checkNotStarred(Expr element) {
  if (element->is<ast::Starred>()) fault(element->range, DiagId::Syntax, "starred expression stands alone");
  return element;
}

}  // namespace tritonc::frontend
