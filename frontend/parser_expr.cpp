// Expressions, from the loosest binding to the tightest operator.
#include "frontend/parser_internal.h"

namespace tritonc::frontend {
namespace {

struct BinaryInfo {
  /// How tightly the operator binds; 0 if it is none.
  int strength;
  ast::BinaryOperator op;
};

constexpr int kWeakest = 1;

BinaryInfo binaryInfo(TokenKind kind) {
  using enum ast::BinaryOperator;
  switch (kind) {
  case TokenKind::Pipe: return {kWeakest, BitOr};
  case TokenKind::Caret: return {2, BitXor};
  case TokenKind::Ampersand: return {3, BitAnd};
  case TokenKind::LessLess: return {4, LShift};
  case TokenKind::GreaterGreater: return {4, RShift};
  case TokenKind::Plus: return {5, Add};
  case TokenKind::Minus: return {5, Sub};
  case TokenKind::Star: return {6, Mult};
  case TokenKind::Slash: return {6, Div};
  case TokenKind::SlashSlash: return {6, FloorDiv};
  case TokenKind::Percent: return {6, Mod};
  case TokenKind::At: return {6, MatMult};
  default: return {0, Add};
  }
}

bool startsExpression(TokenKind kind) {
  using enum TokenKind;
  switch (kind) {
  case Name:
  case Number:
  case String:
  case FStringStart:
  case KwAwait:
  case KwFalse:
  case KwLambda:
  case KwNone:
  case KwNot:
  case KwTrue:
  case LeftParen:
  case LeftBracket:
  case LeftBrace:
  case Ellipsis:
  case Tilde:
  case Plus:
  case Minus:
  case Star: return true;
  default: return false;
  }
}

}  // namespace

// star_expressions: star_expression (',' star_expression)* [',']
const ast::Expr *Parser::starExpressions() { return maybeTuple(&Parser::starExpression); }

// star_expression: '*' bitwise_or | expression
const ast::Expr *Parser::starExpression() {
  uint32_t begin = here();
  if (!accept(TokenKind::Star)) return expression();
  Expr value = bitwiseOr();
  return make<ast::Starred>(rangeFrom(begin), value);
}

const ast::Expr *Parser::maybeTuple(Rule element) {
  uint32_t begin = here();
  Expr first = (this->*element)();
  if (!at(TokenKind::Comma)) return first;
  Exprs elements = elementsRest(first, element);
  return make<ast::Tuple>(rangeFrom(begin), elements);
}

ast::Seq<ast::Expr> Parser::elementsRest(Expr first, Rule element) {
  ListBuilder<ast::Expr> list(*this);
  list.add(first);
  while (accept(TokenKind::Comma) && startsExpression(kind())) list.add((this->*element)());
  return list.take();
}

// star_named_expression: '*' bitwise_or | named_expression
const ast::Expr *Parser::starNamedExpression() { return at(TokenKind::Star) ? starExpression() : namedExpression(); }

// named_expression: NAME ':=' expression | expression
const ast::Expr *Parser::namedExpression() {
  uint32_t begin = here();
  Expr target = expression();
  if (!at(TokenKind::ColonEqual)) return target;
  if (!target->is<ast::Name>() || target->range.begin != begin) {
    fault(target->range, DiagId::BadTarget, "expected a name before `:=`, found {}",
          target->is<ast::Name>() ? "parentheses" : noun(target->kind));
    return target;
  }
  advance();
  Expr value = expression();
  return make<ast::NamedExpr>(rangeFrom(begin), target, value);
}

// expression: disjunction ['if' disjunction 'else' expression] | lambdef
const ast::Expr *Parser::expression() {
  Nesting nesting(exprDepth_, Nesting::kMaxExprs);
  if (nesting.isTooDeep()) {
    tooDeep(nextRange());
    return placeholder();
  }
  if (at(TokenKind::KwLambda)) return lambda();
  uint32_t begin = here();
  Expr body = disjunction();
  if (!accept(TokenKind::KwIf)) return body;
  Expr test = disjunction();
  expect(TokenKind::KwElse, "after the condition of a conditional expression");
  Expr orelse = expression();
  return make<ast::IfExp>(rangeFrom(begin), test, body, orelse);
}

// annotated_rhs: yield_expr | star_expressions
const ast::Expr *Parser::yieldOrStarExpressions() {
  return at(TokenKind::KwYield) ? yieldExpression() : starExpressions();
}

// yield_expr: 'yield' 'from' expression | 'yield' [star_expressions]
const ast::Expr *Parser::yieldExpression() {
  uint32_t begin = here();
  expect(TokenKind::KwYield);
  if (accept(TokenKind::KwFrom)) {
    Expr value = expression();
    return make<ast::YieldFrom>(rangeFrom(begin), value);
  }
  Expr value = startsExpression(kind()) ? starExpressions() : nullptr;
  return make<ast::Yield>(rangeFrom(begin), value);
}

// lambdef: 'lambda' [lambda_params] ':' expression
const ast::Expr *Parser::lambda() {
  uint32_t begin = here();
  expect(TokenKind::KwLambda);
  ast::Seq<ast::Param> params = parameters(TokenKind::Colon, Annotations::None);
  expect(TokenKind::Colon, "after the parameters of `lambda`");
  Expr body = expression();
  return make<ast::Lambda>(rangeFrom(begin), params, body);
}

// disjunction: conjunction ('or' conjunction)*
const ast::Expr *Parser::disjunction() {
  uint32_t begin = here();
  Expr first = conjunction();
  if (!at(TokenKind::KwOr)) return first;
  ListBuilder<ast::Expr> values(*this);
  values.add(first);
  while (accept(TokenKind::KwOr)) values.add(conjunction());
  return make<ast::BoolOp>(rangeFrom(begin), ast::BoolOperator::Or, values.take());
}

// conjunction: inversion ('and' inversion)*
const ast::Expr *Parser::conjunction() {
  uint32_t begin = here();
  Expr first = inversion();
  if (!at(TokenKind::KwAnd)) return first;
  ListBuilder<ast::Expr> values(*this);
  values.add(first);
  while (accept(TokenKind::KwAnd)) values.add(inversion());
  return make<ast::BoolOp>(rangeFrom(begin), ast::BoolOperator::And, values.take());
}

// inversion: 'not' inversion | comparison
const ast::Expr *Parser::inversion() {
  if (!at(TokenKind::KwNot)) return comparison();
  Nesting nesting(exprDepth_, Nesting::kMaxExprs);
  if (nesting.isTooDeep()) {
    tooDeep(nextRange());
    return placeholder();
  }
  uint32_t begin = here();
  advance();
  Expr operand = inversion();
  return make<ast::UnaryOp>(rangeFrom(begin), ast::UnaryOperator::Not, operand);
}

// comparison: bitwise_or (compare_op bitwise_or)*
const ast::Expr *Parser::comparison() {
  uint32_t begin = here();
  Expr left = bitwiseOr();
  ast::CompareOperator op;
  if (!acceptCompareOperator(op)) return left;
  ListBuilder<ast::Expr> comparators(*this);
  std::vector<ast::CompareOperator> ops;
  do {
    ops.push_back(op);
    comparators.add(bitwiseOr());
  } while (acceptCompareOperator(op));
  std::span<const ast::CompareOperator> opsInArena = arena_.copy(ops);
  return make<ast::Compare>(rangeFrom(begin), left, opsInArena, comparators.take());
}

// compare_op: '==' | '!=' | '<=' | '<' | '>=' | '>' | 'not' 'in' | 'in' | 'is' 'not' | 'is'
bool Parser::acceptCompareOperator(ast::CompareOperator &op) {
  using enum ast::CompareOperator;
  switch (kind()) {
  case TokenKind::EqualEqual: op = Eq; break;
  case TokenKind::NotEqual: op = NotEq; break;
  case TokenKind::LessEqual: op = LtE; break;
  case TokenKind::Less: op = Lt; break;
  case TokenKind::GreaterEqual: op = GtE; break;
  case TokenKind::Greater: op = Gt; break;
  case TokenKind::KwIn: op = In; break;
  case TokenKind::KwIs:
    op = kindAhead(1) == TokenKind::KwNot ? IsNot : Is;
    if (op == IsNot) advance();
    break;
  case TokenKind::KwNot:
    if (kindAhead(1) != TokenKind::KwIn) return false;
    advance();
    op = NotIn;
    break;
  default: return false;
  }
  advance();
  return true;
}

const ast::Expr *Parser::bitwiseOr() { return binary(kWeakest); }

// bitwise_or: bitwise_or '|' bitwise_xor | bitwise_xor      bitwise_xor: bitwise_xor '^' bitwise_and | bitwise_and
// bitwise_and: bitwise_and '&' shift_expr | shift_expr      shift_expr: shift_expr ('<<' | '>>') sum | sum
// sum: sum ('+' | '-') term | term                          term: term ('*' | '/' | '//' | '%' | '@') factor | factor
const ast::Expr *Parser::binary(int minStrength) {
  uint32_t begin = here();
  Expr left = factor();
  for (;;) {
    BinaryInfo info = binaryInfo(kind());
    if (info.strength < minStrength) return left;
    advance();
    Expr right = binary(info.strength + 1);
    left = make<ast::BinOp>(rangeFrom(begin), left, info.op, right);
  }
}

// factor: ('+' | '-' | '~') factor | power
const ast::Expr *Parser::factor() {
  Nesting nesting(exprDepth_, Nesting::kMaxExprs);
  if (nesting.isTooDeep()) {
    tooDeep(nextRange());
    return placeholder();
  }
  ast::UnaryOperator op;
  switch (kind()) {
  case TokenKind::Plus: op = ast::UnaryOperator::UAdd; break;
  case TokenKind::Minus: op = ast::UnaryOperator::USub; break;
  case TokenKind::Tilde: op = ast::UnaryOperator::Invert; break;
  default: return power();
  }
  uint32_t begin = here();
  advance();
  Expr operand = factor();
  return make<ast::UnaryOp>(rangeFrom(begin), op, operand);
}

// power: await_primary ['**' factor]
const ast::Expr *Parser::power() {
  uint32_t begin = here();
  Expr base = awaitPrimary();
  if (!accept(TokenKind::StarStar)) return base;
  Expr exponent = factor();
  return make<ast::BinOp>(rangeFrom(begin), base, ast::BinaryOperator::Pow, exponent);
}

// await_primary: ['await'] primary
const ast::Expr *Parser::awaitPrimary() {
  uint32_t begin = here();
  if (!accept(TokenKind::KwAwait)) return primary();
  Expr value = primary();
  return make<ast::Await>(rangeFrom(begin), value);
}

}  // namespace tritonc::frontend
