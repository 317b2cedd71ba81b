// The state of the parser. One function per grammar rule, with the rule above its definition; the rules are spread over
// parser_statements.cpp, parser_compound.cpp, parser_definitions.cpp, parser_targets.cpp, parser_expr.cpp,
// parser_atoms.cpp, parser_strings.cpp and parser_patterns.cpp. parser.cpp has the cursor and the entry points.
//
// Faults. A rule never fails to its caller: `fault` reports, moves the cursor to the end of the logical line and
// returns; from there every `expect` fails in silence until the statement consumes the `Newline`. So rules need no
// error paths, and one mistake gives one message. Trees with faults hold placeholders and are never handed out.
#pragma once

#include "frontend/parser.h"
#include "frontend/string_literal.h"
#include "frontend/token.h"

#include <algorithm>
#include <deque>
#include <vector>

namespace tritonc::frontend {

class Parser {
public:
  Parser(const SourceFile &file, uint32_t begin, Diagnostics &diags);

  ast::Seq<ast::Stmt> file();
  const ast::Expr *eval();
  Arena takeArena() { return std::move(arena_); }

private:
  template <class T> class ListBuilder;
  class Nesting;
  using Exprs = ast::Seq<ast::Expr>;
  using Block = ast::Seq<ast::Stmt>;
  using Expr = const ast::Expr *;
  using Stmt = const ast::Stmt *;
  using Pattern = const ast::Pattern *;

  // ---- Cursor (parser.cpp) ----

  TokenKind kind() const { return tokens_[next_].kind; }
  TokenKind kindAhead(size_t count) const { return tokens_[std::min(next_ + count, tokens_.size() - 1)].kind; }
  bool at(TokenKind kind) const { return tokens_[next_].kind == kind; }
  /// At a name that is a keyword only here, such as `match`.
  bool atSoft(std::string_view word) const { return at(TokenKind::Name) && text(tokens_[next_]) == word; }
  std::string_view text(const Token &token) const { return text_.substr(token.begin, token.end - token.begin); }
  /// The offset of the next token.
  uint32_t here() const { return tokens_[next_].begin; }
  /// From `begin` to the end of the last token consumed, layout not counted.
  SourceRange rangeFrom(uint32_t begin) const { return file_.range(begin, std::max(begin, lastEnd_)); }
  SourceRange nextRange() const { return file_.range(tokens_[next_].begin, tokens_[next_].end); }

  void advance();
  bool accept(TokenKind kind);
  /// Consumes the token or reports that it was expected `where`: "after `if` condition".
  bool expect(TokenKind kind, std::string_view where = {});
  /// Consumes the bracket behind a list: the message names the comma, too.
  bool expectClose(TokenKind kind);
  /// Consumes the `Newline`; the next line is parsed afresh.
  void endLine();
  ast::Identifier identifier(std::string_view what);
  std::string_view identifierText(const Token &token);

  // ---- Faults (parser.cpp) ----

  /// Reports unless this logical line has been reported already; skips to its end.
  template <class... Args>
  void fault(SourceRange range, DiagId id, fmt::format_string<Args...> format, Args &&...args) {
    if (startFault()) diags_.error(range, id, format, std::forward<Args>(args)...).proceed();
  }
  bool startFault();
  /// "expected `what`, found `next token`"
  void expected(std::string_view what, std::string_view where = {});
  std::string describeNext() const;
  /// "after `previous token`" if that is an operator or a keyword, else nothing.
  std::string afterPrevious() const;
  Expr placeholder();
  void tooDeep(SourceRange range);

  // ---- Nodes ----

  template <class T, class... Fields> const T *make(SourceRange range, const Fields &...fields);
  template <class T> static T header(ast::Kind kind, uint16_t height, SourceRange range);
  /// The height of a child or of the highest of several; 0 for a field that is no child.
  template <class T> static int heightOf(const T &field);

  // ---- Statements (parser_statements.cpp) ----

  void statements(ListBuilder<ast::Stmt> &list);
  void statement(ListBuilder<ast::Stmt> &list);
  void unexpectedIndent(ListBuilder<ast::Stmt> &list);
  void simpleStatements(ListBuilder<ast::Stmt> &list);
  Stmt simpleStatement();
  Stmt expressionStatement();
  Stmt assignment(uint32_t begin, Expr first);
  Stmt annotatedAssignment(uint32_t begin, Expr target);
  Stmt augmentedAssignment(uint32_t begin, Expr target, ast::BinaryOperator op);
  Stmt returnStatement();
  Stmt raiseStatement();
  Stmt delStatement();
  Stmt assertStatement();
  template <class T> Stmt scopeStatement();
  Stmt importStatement();
  Stmt importFromStatement();
  void importedNames(ListBuilder<ast::Alias> &list);
  const ast::Alias *importedName();
  ast::Identifier dottedName();
  ast::Identifier optionalAsName();
  bool atTypeAlias() const { return atSoft("type") && kindAhead(1) == TokenKind::Name; }
  Stmt typeAlias();

  // ---- Compound statements (parser_compound.cpp) ----

  /// Null if the next token starts no compound statement.
  Stmt compoundStatement();
  Stmt asyncStatement(Exprs decorators);
  /// ':' block. `construct` is what it belongs to, "`if` statement"; `where` is where the colon stands.
  Block suite(std::string_view construct, std::string_view where);
  Block block(std::string_view construct);
  void skipBlock();
  Block elseBlock();
  Stmt ifStatement();
  Stmt whileStatement();
  template <class T> Stmt forStatement(uint32_t begin);
  template <class T> Stmt withStatement(uint32_t begin);
  const ast::WithItem *withItem();
  bool atParenthesizedWithItems() const;
  Stmt tryStatement();
  const ast::ExceptHandler *exceptBlock(bool isStar);
  Stmt decorated();
  template <class T> Stmt functionDef(uint32_t begin, Exprs decorators);
  Stmt classDef(Exprs decorators);

  // ---- Definitions (parser_definitions.cpp) ----

  enum class Annotations : bool { None, Allowed };
  ast::Seq<ast::Param> parameters(TokenKind close, Annotations annotations);
  const ast::Param *parameter(ast::ParamForm form, Annotations annotations);
  void slash(ListBuilder<ast::Param> &params);
  ast::Seq<ast::TypeParam> typeParams();
  const ast::TypeParam *typeParam();

  // ---- Targets (parser_targets.cpp) ----

  enum class TargetUse : uint8_t { Assign, Delete };
  Expr starTargets();
  Expr starTarget();
  Expr asTarget();
  Expr checkTarget(Expr target, TargetUse use);
  /// `use` is what a diagnostic puts before the target: "annotation of".
  Expr checkSingleTarget(Expr target, std::string_view use);

  // ---- Expressions (parser_expr.cpp) ----

  Expr starExpressions();
  Expr starExpression();
  using Rule = Expr (Parser::*)();
  /// first (',' element)* [',']
  Exprs elementsRest(Expr first, Rule element);
  /// The first element alone if no comma follows, else a tuple without parentheses.
  Expr maybeTuple(Rule element);
  Expr starNamedExpression();
  Expr namedExpression();
  Expr expression();
  Expr yieldOrStarExpressions();
  Expr yieldExpression();
  Expr lambda();
  Expr disjunction();
  Expr conjunction();
  Expr inversion();
  Expr comparison();
  bool acceptCompareOperator(ast::CompareOperator &op);
  Expr bitwiseOr();
  Expr binary(int minStrength);
  Expr factor();
  Expr power();
  Expr awaitPrimary();

  // ---- Primaries and atoms (parser_atoms.cpp) ----

  Expr primary();
  Expr call(uint32_t begin, Expr callee);
  void arguments(ListBuilder<ast::Expr> &args, ListBuilder<ast::Keyword> &keywords);
  void argument(ListBuilder<ast::Expr> &args, ListBuilder<ast::Keyword> &keywords);
  void generatorArgument(uint32_t begin, ListBuilder<ast::Expr> &args, ListBuilder<ast::Keyword> &keywords);
  Expr subscript(uint32_t begin, Expr value);
  Expr slice();
  Expr atom();
  Expr constant(ast::ConstantType type);
  Expr number();
  Expr parenthesized();
  Expr listDisplay();
  Expr braceDisplay();
  Expr dictDisplay(uint32_t begin, Expr firstKey);
  Expr setDisplay(uint32_t begin, Expr first);
  bool atComprehension() const {
    return at(TokenKind::KwFor) || (at(TokenKind::KwAsync) && kindAhead(1) == TokenKind::KwFor);
  }
  ast::Seq<ast::Comprehension> forIfClauses();
  const ast::Comprehension *forIfClause();
  Expr checkNotStarred(Expr element);

  // ---- Strings (parser_strings.cpp) ----

  class StringBuilder;
  Expr strings();
  Expr plainString();
  void fstring(StringBuilder &builder);
  void fstringParts(StringBuilder &builder, bool isRaw, StringDecoder::Braces braces);
  void fstringField(StringBuilder &builder, bool isRaw);
  void appendWithoutComments(size_t firstToken, std::string &out) const;
  char fstringConversion();
  Expr fstringFormat(bool isRaw);

  // ---- Patterns (parser_patterns.cpp) ----

  bool atMatchStatement() const;
  Stmt matchStatement();
  const ast::MatchCase *caseBlock();
  Pattern patterns();
  Pattern maybeStarPattern();
  Pattern asPattern();
  Pattern orPattern();
  Pattern closedPattern();
  Pattern nameOrClassPattern();
  Pattern classPattern(uint32_t begin, Expr cls);
  Pattern groupOrSequencePattern();
  Pattern sequenceRest(uint32_t begin, Pattern first, TokenKind close);
  Pattern mappingPattern();
  Expr mappingKey();
  Expr signedNumber();
  Expr literal(std::string_view what);

  const SourceFile &file_;
  Diagnostics &diags_;
  std::string_view text_;
  Encoding encoding_;
  StringDecoder decoder_;
  std::vector<Token> tokens_;
  size_t next_ = 0;
  uint32_t lastEnd_ = 0;
  /// A fault was met in this logical line.
  bool isRecovering_ = false;
  bool isAfterFaultyLine_ = false;
  uint32_t exprDepth_ = 0;
  uint32_t blockDepth_ = 0;
  Arena arena_;
  /// Storage of the lists under construction, reused; inner lists come later. A deque: elements never move.
  std::deque<std::vector<const ast::Node *>> lists_;
  size_t listsInUse_ = 0;
};

/// Collects the children of a list. Builders live on the stack, so the last made goes first.
template <class T> class Parser::ListBuilder {
public:
  explicit ListBuilder(Parser &parser) : parser_(parser) {
    if (parser.listsInUse_ == parser.lists_.size()) parser.lists_.emplace_back();
    items_ = &parser.lists_[parser.listsInUse_++];
    items_->clear();
  }
  ~ListBuilder() { --parser_.listsInUse_; }
  ListBuilder(const ListBuilder &) = delete;
  ListBuilder &operator=(const ListBuilder &) = delete;

  void add(const T *item) { items_->push_back(item); }
  void replace(size_t index, const T *item) { (*items_)[index] = item; }
  size_t size() const { return items_->size(); }
  bool isEmpty() const { return items_->empty(); }
  const T *operator[](size_t index) const { return static_cast<const T *>((*items_)[index]); }
  /// The list in the arena.
  ast::Seq<T> take() const {
    if (isEmpty()) return {};
    auto **place = static_cast<const T **>(parser_.arena_.allocate(size() * sizeof(const T *), alignof(const T *)));
    for (size_t i = 0; i < size(); ++i) place[i] = (*this)[i];
    return {place, size()};
  }

private:
  Parser &parser_;
  std::vector<const ast::Node *> *items_;
};

/// Counts how deep the parser has recursed, for as long as it lives.
class Parser::Nesting {
public:
  /// Chosen so that half of an 8 MiB stack suffices in a debug build under ASan. A pair of parentheses counts twice.
  static constexpr uint32_t kMaxExprs = 1000;
  /// The limit of Python.
  static constexpr uint32_t kMaxBlocks = 100;

  Nesting(uint32_t &depth, uint32_t limit) : depth_(depth), limit_(limit) { ++depth_; }
  ~Nesting() { --depth_; }
  Nesting(const Nesting &) = delete;
  Nesting &operator=(const Nesting &) = delete;

  bool isTooDeep() const { return depth_ > limit_; }

private:
  uint32_t &depth_;
  uint32_t limit_;
};

template <class T> T Parser::header(ast::Kind kind, uint16_t height, SourceRange range) {
  ast::Node node{kind, height, range};
  if constexpr (std::is_same_v<T, ast::Node>)
    return node;
  else
    return T{node};
}

template <class T> int Parser::heightOf(const T &field) {
  if constexpr (std::is_convertible_v<T, const ast::Node *>) {
    const ast::Node *node = field;
    return node ? node->height : 0;
  } else if constexpr (requires { field.front()->height; }) {
    int height = 0;
    for (const auto *node : field) height = std::max(height, heightOf(node));
    return height;
  } else {
    return 0;
  }
}

template <class T, class... Fields> const T *Parser::make(SourceRange range, const Fields &...fields) {
  int height = 1 + std::max({0, heightOf(fields)...});
  if (height > ast::kMaxHeight) {
    tooDeep(range);
    height = ast::kMaxHeight;
  }
  using Family = std::conditional_t<
      std::is_base_of_v<ast::Expr, T>, ast::Expr,
      std::conditional_t<
          std::is_base_of_v<ast::Stmt, T>, ast::Stmt,
          std::conditional_t<std::is_base_of_v<ast::Pattern, T>, ast::Pattern,
                             std::conditional_t<std::is_base_of_v<ast::TypeParam, T>, ast::TypeParam, ast::Node>>>>;
  return arena_.create<T>(header<Family>(T::kKind, static_cast<uint16_t>(height), range), fields...);
}

}  // namespace tritonc::frontend
