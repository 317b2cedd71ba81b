// Statements that contain blocks.
#include "frontend/parser_internal.h"

namespace tritonc::frontend {

// compound_stmt: function_def | if_stmt | class_def | with_stmt | for_stmt | try_stmt | while_stmt | match_stmt
const ast::Stmt *Parser::compoundStatement() {
  switch (kind()) {
  case TokenKind::KwIf: return ifStatement();
  case TokenKind::KwFor: return forStatement<ast::For>(here());
  case TokenKind::KwWhile: return whileStatement();
  case TokenKind::KwWith: return withStatement<ast::With>(here());
  case TokenKind::KwTry: return tryStatement();
  case TokenKind::KwDef: return functionDef<ast::FunctionDef>(here(), {});
  case TokenKind::KwClass: return classDef({});
  case TokenKind::KwAsync: return asyncStatement({});
  case TokenKind::At: return decorated();
  default: return atMatchStatement() ? matchStatement() : nullptr;
  }
}

// 'async' (function_def | for_stmt | with_stmt)
const ast::Stmt *Parser::asyncStatement(Exprs decorators) {
  uint32_t begin = here();
  expect(TokenKind::KwAsync);
  if (at(TokenKind::KwDef)) return functionDef<ast::AsyncFunctionDef>(begin, decorators);
  if (decorators.empty() && at(TokenKind::KwFor)) return forStatement<ast::AsyncFor>(begin);
  if (decorators.empty() && at(TokenKind::KwWith)) return withStatement<ast::AsyncWith>(begin);
  expected(decorators.empty() ? "`def`, `for` or `with`" : "`def`", "after `async`");
  endLine();
  return make<ast::Pass>(rangeFrom(begin));
}

// ':' block
ast::Seq<ast::Stmt> Parser::suite(std::string_view construct, std::string_view where) {
  expect(TokenKind::Colon, where);
  return block(construct);
}

// block: NEWLINE INDENT statements DEDENT | simple_stmts
ast::Seq<ast::Stmt> Parser::block(std::string_view construct) {
  ListBuilder<ast::Stmt> list(*this);
  if (!at(TokenKind::Newline)) {
    simpleStatements(list);
    return list.take();
  }
  endLine();
  if (!at(TokenKind::Indent)) {
    if (!isAfterFaultyLine_ && !at(TokenKind::Error))
      diags_.error(nextRange(), DiagId::Indentation, "expected an indented block after {}", construct).proceed();
    return {};
  }
  advance();
  Nesting nesting(blockDepth_, Nesting::kMaxBlocks);
  if (nesting.isTooDeep()) {
    skipBlock();
    return {};
  }
  statements(list);
  accept(TokenKind::Dedent);
  return list.take();
}

/// Behind an `Indent`: reports that there are too many and skips to behind its `Dedent`.
void Parser::skipBlock() {
  diags_.error(nextRange(), DiagId::NestedTooDeep, "block is nested too deeply").proceed();
  for (int depth = 1; depth > 0 && !at(TokenKind::EndOfFile); advance()) {
    if (at(TokenKind::Indent)) ++depth;
    if (at(TokenKind::Dedent)) --depth;
  }
}

// else_block: ['else' ':' block]
ast::Seq<ast::Stmt> Parser::elseBlock() {
  if (!accept(TokenKind::KwElse)) return {};
  return suite("`else`", "after `else`");
}

// if_stmt: 'if' named_expression ':' block ('elif' named_expression ':' block)* else_block
/// A loop, not a recursion: long chains of `elif` are common in generated code.
const ast::Stmt *Parser::ifStatement() {
  struct Branch {
    uint32_t begin;
    Expr test;
    Block body;
  };
  std::vector<Branch> branches;
  do {
    uint32_t begin = here();
    bool isElif = at(TokenKind::KwElif);
    advance();
    Expr test = namedExpression();
    Block body =
        isElif ? suite("`elif` statement", "after `elif` condition") : suite("`if` statement", "after `if` condition");
    branches.push_back({begin, test, body});
  } while (at(TokenKind::KwElif));
  Block orelse = elseBlock();
  for (size_t i = branches.size(); i-- > 1;) {
    ListBuilder<ast::Stmt> nested(*this);
    nested.add(make<ast::If>(rangeFrom(branches[i].begin), branches[i].test, branches[i].body, orelse));
    orelse = nested.take();
  }
  return make<ast::If>(rangeFrom(branches[0].begin), branches[0].test, branches[0].body, orelse);
}

// while_stmt: 'while' named_expression ':' block else_block
const ast::Stmt *Parser::whileStatement() {
  uint32_t begin = here();
  advance();
  Expr test = namedExpression();
  Block body = suite("`while` statement", "after `while` condition");
  Block orelse = elseBlock();
  return make<ast::While>(rangeFrom(begin), test, body, orelse);
}

// for_stmt: 'for' star_targets 'in' star_expressions ':' block else_block
template <class T> const ast::Stmt *Parser::forStatement(uint32_t begin) {
  expect(TokenKind::KwFor);
  Expr target = starTargets();
  expect(TokenKind::KwIn, "after `for` target");
  Expr iter = starExpressions();
  Block body = suite("`for` statement", "after `for` iterable");
  Block orelse = elseBlock();
  return make<T>(rangeFrom(begin), target, iter, body, orelse);
}

// with_stmt: 'with' '(' with_item (',' with_item)* [','] ')' ':' block | 'with' with_item (',' with_item)* ':' block
template <class T> const ast::Stmt *Parser::withStatement(uint32_t begin) {
  expect(TokenKind::KwWith);
  ListBuilder<ast::WithItem> items(*this);
  if (atParenthesizedWithItems()) {
    advance();
    do items.add(withItem());
    while (accept(TokenKind::Comma) && !at(TokenKind::RightParen));
    expectClose(TokenKind::RightParen);
  } else {
    do items.add(withItem());
    while (accept(TokenKind::Comma));
  }
  Block body = suite("`with` statement", "after `with` items");
  return make<T>(rangeFrom(begin), items.take(), body);
}

// with_item: expression ['as' star_target]
const ast::WithItem *Parser::withItem() {
  uint32_t begin = here();
  Expr context = expression();
  Expr target = accept(TokenKind::KwAs) ? asTarget() : nullptr;
  return make<ast::WithItem>(rangeFrom(begin), context, target);
}

/// Whether the parenthesis ahead encloses items and is no part of an expression. It does if its partner ends the head
/// of the statement and what it encloses would not make sense as items: a generator, `:=`, `*` or `yield`.
bool Parser::atParenthesizedWithItems() const {
  if (!at(TokenKind::LeftParen) || kindAhead(1) == TokenKind::RightParen) return false;
  bool hasExpressionOnly = kindAhead(1) == TokenKind::Star || kindAhead(1) == TokenKind::KwYield;
  int depth = 0;
  for (size_t i = 0;; ++i) {
    TokenKind kind = kindAhead(i);
    switch (kind) {
    case TokenKind::LeftParen:
    case TokenKind::LeftBracket:
    case TokenKind::LeftBrace: ++depth; break;
    case TokenKind::RightParen:
    case TokenKind::RightBracket:
    case TokenKind::RightBrace:
      if (--depth == 0) return kindAhead(i + 1) == TokenKind::Colon && !hasExpressionOnly;
      break;
    case TokenKind::KwAs:
      if (depth == 1) return true;
      break;
    case TokenKind::KwFor:
    case TokenKind::ColonEqual: hasExpressionOnly |= depth == 1; break;
    case TokenKind::Comma: hasExpressionOnly |= depth == 1 && kindAhead(i + 1) == TokenKind::Star; break;
    case TokenKind::Newline:
    case TokenKind::EndOfFile: return false;
    default: break;
    }
  }
}

// try_stmt: 'try' ':' block finally_block
//     | 'try' ':' block (except_block+ | except_star_block+) else_block [finally_block]
// finally_block: 'finally' ':' block
const ast::Stmt *Parser::tryStatement() {
  uint32_t begin = here();
  advance();
  Block body = suite("`try`", "after `try`");
  bool isStar = at(TokenKind::KwExcept) && kindAhead(1) == TokenKind::Star;
  ListBuilder<ast::ExceptHandler> handlers(*this);
  while (at(TokenKind::KwExcept)) handlers.add(exceptBlock(isStar));
  Block orelse = handlers.isEmpty() ? Block() : elseBlock();
  bool hasFinally = at(TokenKind::KwFinally);
  Block finalbody;
  if (accept(TokenKind::KwFinally)) finalbody = suite("`finally`", "after `finally`");
  if (handlers.isEmpty() && !hasFinally && !isAfterFaultyLine_)
    diags_.error(file_.range(begin, begin + 3), DiagId::Syntax, "`try` has neither `except` nor `finally`").proceed();
  if (isStar) return make<ast::TryStar>(rangeFrom(begin), body, handlers.take(), orelse, finalbody);
  return make<ast::Try>(rangeFrom(begin), body, handlers.take(), orelse, finalbody);
}

// except_block: 'except' [expression ['as' NAME]] ':' block
// except_star_block: 'except' '*' expression ['as' NAME] ':' block
const ast::ExceptHandler *Parser::exceptBlock(bool isStar) {
  uint32_t begin = here();
  advance();
  if (at(TokenKind::Star) != isStar)
    fault(nextRange(), DiagId::Syntax, "`except` and `except*` in one `try` statement");
  accept(TokenKind::Star);
  Expr type = nullptr;
  ast::Identifier name;
  if (isStar || !at(TokenKind::Colon)) {
    type = expression();
    if (at(TokenKind::Comma))
      fault(nextRange(), DiagId::Syntax, "several exception types after `except` are not in parentheses");
    name = optionalAsName();
  }
  Block body = suite("`except`", type ? "after exception type" : "after `except`");
  return make<ast::ExceptHandler>(rangeFrom(begin), name, type, body);
}

// decorators: ('@' named_expression NEWLINE)+      decorators (function_def | class_def)
const ast::Stmt *Parser::decorated() {
  ListBuilder<ast::Expr> list(*this);
  while (accept(TokenKind::At)) {
    list.add(namedExpression());
    if (!at(TokenKind::Newline)) expected("end of line", "after a decorator");
    endLine();
  }
  Exprs decorators = list.take();
  switch (kind()) {
  case TokenKind::KwDef: return functionDef<ast::FunctionDef>(here(), decorators);
  case TokenKind::KwClass: return classDef(decorators);
  case TokenKind::KwAsync: return asyncStatement(decorators);
  default: break;
  }
  SourceRange range = nextRange();
  if (!isAfterFaultyLine_ && !at(TokenKind::Error)) {
    diags_.error(range, DiagId::Syntax, "expected a function or class after a decorator, found {}", describeNext())
        .proceed();
    isAfterFaultyLine_ = true;
  }
  return make<ast::Pass>(range);
}

// function_def: [decorators] ['async'] 'def' NAME [type_params] '(' [params] ')' ['->' expression] ':' block
template <class T> const ast::Stmt *Parser::functionDef(uint32_t begin, Exprs decorators) {
  expect(TokenKind::KwDef);
  ast::Identifier name = identifier("the name of a function");
  ast::Seq<ast::TypeParam> types = typeParams();
  expect(TokenKind::LeftParen, "after the name of a function");
  ast::Seq<ast::Param> params = parameters(TokenKind::RightParen, Annotations::Allowed);
  expectClose(TokenKind::RightParen);
  Expr returns = accept(TokenKind::Arrow) ? expression() : nullptr;
  Block body = suite("function definition", returns ? "after result type" : "after parameters");
  return make<T>(rangeFrom(begin), name, decorators, types, params, returns, body);
}

// class_def: [decorators] 'class' NAME [type_params] ['(' [arguments] ')'] ':' block
const ast::Stmt *Parser::classDef(Exprs decorators) {
  uint32_t begin = here();
  advance();
  ast::Identifier name = identifier("the name of a class");
  ast::Seq<ast::TypeParam> types = typeParams();
  ListBuilder<ast::Expr> bases(*this);
  ListBuilder<ast::Keyword> keywords(*this);
  if (at(TokenKind::LeftParen)) arguments(bases, keywords);
  Block body = suite("class definition", "after the head of a class");
  return make<ast::ClassDef>(rangeFrom(begin), name, decorators, types, bases.take(), keywords.take(), body);
}

}  // namespace tritonc::frontend
