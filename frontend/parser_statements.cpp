// Lines of statements, and the statements that fit on one line.
#include "frontend/parser_internal.h"

namespace tritonc::frontend {
namespace {

/// The operator of `op=`. False if the token is no such thing.
bool augmentedOperator(TokenKind kind, ast::BinaryOperator &op) {
  using enum ast::BinaryOperator;
  switch (kind) {
  case TokenKind::PlusEqual: op = Add; return true;
  case TokenKind::MinusEqual: op = Sub; return true;
  case TokenKind::StarEqual: op = Mult; return true;
  case TokenKind::AtEqual: op = MatMult; return true;
  case TokenKind::SlashEqual: op = Div; return true;
  case TokenKind::PercentEqual: op = Mod; return true;
  case TokenKind::AmpersandEqual: op = BitAnd; return true;
  case TokenKind::PipeEqual: op = BitOr; return true;
  case TokenKind::CaretEqual: op = BitXor; return true;
  case TokenKind::LessLessEqual: op = LShift; return true;
  case TokenKind::GreaterGreaterEqual: op = RShift; return true;
  case TokenKind::StarStarEqual: op = Pow; return true;
  case TokenKind::SlashSlashEqual: op = FloorDiv; return true;
  default: return false;
  }
}

bool endsStatement(TokenKind kind) { return kind == TokenKind::Newline || kind == TokenKind::Semicolon; }

}  // namespace

// statements: statement+
void Parser::statements(ListBuilder<ast::Stmt> &list) {
  while (!at(TokenKind::Dedent) && !at(TokenKind::EndOfFile)) statement(list);
}

// statement: compound_stmt | simple_stmts
void Parser::statement(ListBuilder<ast::Stmt> &list) {
  // What the lexer reported about the indentation says nothing about the statement.
  while (accept(TokenKind::Error)) continue;
  if (at(TokenKind::Indent)) return unexpectedIndent(list);
  if (at(TokenKind::Newline)) return endLine();
  if (Stmt compound = compoundStatement())
    list.add(compound);
  else
    simpleStatements(list);
}

/// Reads the lines as if they belonged to the block around them. The lines below a faulty one most likely are its
/// block.
void Parser::unexpectedIndent(ListBuilder<ast::Stmt> &list) {
  bool isReported = isAfterFaultyLine_ || kindAhead(1) == TokenKind::Error;
  if (!isReported) diags_.error(nextRange(), DiagId::Indentation, "unexpected indentation").proceed();
  isAfterFaultyLine_ = false;
  advance();
  Nesting nesting(blockDepth_, Nesting::kMaxBlocks);
  if (nesting.isTooDeep()) return skipBlock();
  statements(list);
  accept(TokenKind::Dedent);
}

// simple_stmts: simple_stmt (';' simple_stmt)* [';'] NEWLINE
void Parser::simpleStatements(ListBuilder<ast::Stmt> &list) {
  do list.add(simpleStatement());
  while (accept(TokenKind::Semicolon) && !at(TokenKind::Newline));
  if (!at(TokenKind::Newline)) expected("end of line");
  endLine();
}

// simple_stmt: assignment | type_alias | star_expressions | return_stmt | import_stmt | raise_stmt | 'pass' | del_stmt
//     | yield_stmt | assert_stmt | 'break' | 'continue' | global_stmt | nonlocal_stmt
const ast::Stmt *Parser::simpleStatement() {
  SourceRange range = nextRange();
  switch (kind()) {
  case TokenKind::KwReturn: return returnStatement();
  case TokenKind::KwImport: return importStatement();
  case TokenKind::KwFrom: return importFromStatement();
  case TokenKind::KwRaise: return raiseStatement();
  case TokenKind::KwPass: advance(); return make<ast::Pass>(range);
  case TokenKind::KwDel: return delStatement();
  case TokenKind::KwAssert: return assertStatement();
  case TokenKind::KwBreak: advance(); return make<ast::Break>(range);
  case TokenKind::KwContinue: advance(); return make<ast::Continue>(range);
  case TokenKind::KwGlobal: return scopeStatement<ast::Global>();
  case TokenKind::KwNonlocal: return scopeStatement<ast::Nonlocal>();
  case TokenKind::KwElif:
  case TokenKind::KwElse:
  case TokenKind::KwExcept:
  case TokenKind::KwFinally: expected("a statement"); return make<ast::Pass>(range);
  default: return atTypeAlias() ? typeAlias() : expressionStatement();
  }
}

// assignment | star_expressions | yield_stmt
const ast::Stmt *Parser::expressionStatement() {
  uint32_t begin = here();
  Expr first = yieldOrStarExpressions();
  if (at(TokenKind::Equal)) return assignment(begin, first);
  if (at(TokenKind::Colon)) return annotatedAssignment(begin, first);
  if (ast::BinaryOperator op; augmentedOperator(kind(), op)) return augmentedAssignment(begin, first, op);
  return make<ast::ExprStmt>(rangeFrom(begin), first);
}

// (star_targets '=')+ annotated_rhs
const ast::Stmt *Parser::assignment(uint32_t begin, Expr first) {
  ListBuilder<ast::Expr> targets(*this);
  Expr value = first;
  while (at(TokenKind::Equal)) {
    targets.add(checkTarget(value, TargetUse::Assign));
    if (!accept(TokenKind::Equal)) break;
    value = yieldOrStarExpressions();
  }
  return make<ast::Assign>(rangeFrom(begin), targets.take(), value);
}

// single_target ':' expression ['=' annotated_rhs]
const ast::Stmt *Parser::annotatedAssignment(uint32_t begin, Expr target) {
  checkSingleTarget(target, "annotation of");
  accept(TokenKind::Colon);
  Expr annotation = expression();
  Expr value = accept(TokenKind::Equal) ? yieldOrStarExpressions() : nullptr;
  bool isSimple = target->is<ast::Name>() && target->range.begin == begin;
  return make<ast::AnnAssign>(rangeFrom(begin), target, annotation, value, isSimple);
}

// single_target augassign annotated_rhs
const ast::Stmt *Parser::augmentedAssignment(uint32_t begin, Expr target, ast::BinaryOperator op) {
  checkSingleTarget(target, "augmented assignment to");
  advance();
  Expr value = yieldOrStarExpressions();
  return make<ast::AugAssign>(rangeFrom(begin), target, op, value);
}

// return_stmt: 'return' [star_expressions]
const ast::Stmt *Parser::returnStatement() {
  uint32_t begin = here();
  advance();
  Expr value = endsStatement(kind()) ? nullptr : starExpressions();
  return make<ast::Return>(rangeFrom(begin), value);
}

// raise_stmt: 'raise' [expression ['from' expression]]
const ast::Stmt *Parser::raiseStatement() {
  uint32_t begin = here();
  advance();
  Expr exc = endsStatement(kind()) ? nullptr : expression();
  Expr cause = exc && accept(TokenKind::KwFrom) ? expression() : nullptr;
  return make<ast::Raise>(rangeFrom(begin), exc, cause);
}

// del_stmt: 'del' del_target (',' del_target)* [',']
const ast::Stmt *Parser::delStatement() {
  uint32_t begin = here();
  advance();
  Exprs targets = elementsRest(starTarget(), &Parser::starTarget);
  for (Expr target : targets) checkTarget(target, TargetUse::Delete);
  return make<ast::Delete>(rangeFrom(begin), targets);
}

// assert_stmt: 'assert' expression [',' expression]
const ast::Stmt *Parser::assertStatement() {
  uint32_t begin = here();
  advance();
  Expr test = expression();
  Expr msg = accept(TokenKind::Comma) ? expression() : nullptr;
  return make<ast::Assert>(rangeFrom(begin), test, msg);
}

// global_stmt: 'global' NAME (',' NAME)*      nonlocal_stmt: 'nonlocal' NAME (',' NAME)*
template <class T> const ast::Stmt *Parser::scopeStatement() {
  uint32_t begin = here();
  advance();
  std::vector<ast::Identifier> names;
  do names.push_back(identifier("a name"));
  while (accept(TokenKind::Comma));
  std::span<const ast::Identifier> inArena = arena_.copy(names);
  return make<T>(rangeFrom(begin), inArena);
}

// import_name: 'import' dotted_name ['as' NAME] (',' dotted_name ['as' NAME])*
const ast::Stmt *Parser::importStatement() {
  uint32_t begin = here();
  advance();
  ListBuilder<ast::Alias> names(*this);
  do {
    uint32_t nameBegin = here();
    ast::Identifier name = dottedName();
    ast::Identifier asName = optionalAsName();
    names.add(make<ast::Alias>(rangeFrom(nameBegin), name, asName));
  } while (accept(TokenKind::Comma));
  return make<ast::Import>(rangeFrom(begin), names.take());
}

// import_from: 'from' ('.' | '...')* dotted_name 'import' import_from_targets
//     | 'from' ('.' | '...')+ 'import' import_from_targets
const ast::Stmt *Parser::importFromStatement() {
  uint32_t begin = here();
  advance();
  uint32_t level = 0;
  for (; at(TokenKind::Dot) || at(TokenKind::Ellipsis); advance()) level += at(TokenKind::Dot) ? 1 : 3;
  ast::Identifier module;
  if (level == 0 || !at(TokenKind::KwImport)) module = dottedName();
  expect(TokenKind::KwImport, "after the module");
  ListBuilder<ast::Alias> names(*this);
  importedNames(names);
  return make<ast::ImportFrom>(rangeFrom(begin), module, level, names.take());
}

// import_from_targets: '(' import_from_as_names [','] ')' | import_from_as_names !',' | '*'
void Parser::importedNames(ListBuilder<ast::Alias> &names) {
  if (at(TokenKind::Star)) {
    SourceRange range = nextRange();
    advance();
    return names.add(make<ast::Alias>(range, ast::Identifier{"*", range}, ast::Identifier()));
  }
  if (!accept(TokenKind::LeftParen)) {
    do names.add(importedName());
    while (accept(TokenKind::Comma));
    return;
  }
  do names.add(importedName());
  while (accept(TokenKind::Comma) && !at(TokenKind::RightParen));
  expectClose(TokenKind::RightParen);
}

// import_from_as_name: NAME ['as' NAME]
const ast::Alias *Parser::importedName() {
  uint32_t begin = here();
  ast::Identifier name = identifier("a name to import");
  ast::Identifier asName = optionalAsName();
  return make<ast::Alias>(rangeFrom(begin), name, asName);
}

// dotted_name: NAME ('.' NAME)*
/// White space around the dots is dropped.
ast::Identifier Parser::dottedName() {
  ast::Identifier first = identifier("the name of a module");
  if (!at(TokenKind::Dot)) return first;
  std::string dotted(first.text);
  uint32_t begin = first.range.begin;
  while (accept(TokenKind::Dot)) {
    dotted += '.';
    dotted += identifier("a name after `.`").text;
  }
  SourceRange range = rangeFrom(begin);
  std::string_view written = text_.substr(begin, range.end - begin);
  return {written == dotted ? written : arena_.copy(std::string_view(dotted)), range};
}

// ['as' NAME]
ast::Identifier Parser::optionalAsName() {
  return accept(TokenKind::KwAs) ? identifier("a name after `as`") : ast::Identifier();
}

// type_alias: "type" NAME [type_params] '=' expression
const ast::Stmt *Parser::typeAlias() {
  uint32_t begin = here();
  advance();
  ast::Identifier name = identifier("a name");
  ast::Seq<ast::TypeParam> params = typeParams();
  expect(TokenKind::Equal, "after the name of a `type`");
  Expr value = expression();
  return make<ast::TypeAlias>(rangeFrom(begin), name, params, value);
}

}  // namespace tritonc::frontend
