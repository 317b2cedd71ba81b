// The names that statements and expressions assign: see lowering.h.
#include "frontend/lowering.h"

namespace tritonc::frontend {
namespace {

using Visit = std::function<void(std::string_view)>;

void visitTarget(const ast::Expr &target, const Visit &visit) {
  if (const auto *name = target.dynAs<ast::Name>()) visit(name->id);
  if (const auto *starred = target.dynAs<ast::Starred>()) visitTarget(*starred->value, visit);
  if (const auto *tuple = target.dynAs<ast::Tuple>())
    for (const ast::Expr *element : tuple->elts) visitTarget(*element, visit);
  if (const auto *list = target.dynAs<ast::List>())
    for (const ast::Expr *element : list->elts) visitTarget(*element, visit);
}

/// Names that `:=` and comprehensions inside an expression assign.
void visitExpr(const ast::Expr *expr, const Visit &visit);

void visitAll(ast::Seq<ast::Expr> exprs, const Visit &visit) {
  for (const ast::Expr *expr : exprs) visitExpr(expr, visit);
}

void visitExpr(const ast::Expr *expr, const Visit &visit) {
  if (!expr) return;
  if (const auto *named = expr->dynAs<ast::NamedExpr>()) {
    visitTarget(*named->target, visit);
    visitExpr(named->value, visit);
  } else if (const auto *comp = expr->dynAs<ast::ListComp>()) {
    visitExpr(comp->elt, visit);
    for (const ast::Comprehension *loop : comp->generators) {
      visitTarget(*loop->target, visit);
      visitExpr(loop->iter, visit);
      visitAll(loop->ifs, visit);
    }
  } else if (const auto *binOp = expr->dynAs<ast::BinOp>()) {
    visitExpr(binOp->left, visit);
    visitExpr(binOp->right, visit);
  } else if (const auto *unaryOp = expr->dynAs<ast::UnaryOp>()) {
    visitExpr(unaryOp->operand, visit);
  } else if (const auto *boolOp = expr->dynAs<ast::BoolOp>()) {
    visitAll(boolOp->values, visit);
  } else if (const auto *compare = expr->dynAs<ast::Compare>()) {
    visitExpr(compare->left, visit);
    visitAll(compare->comparators, visit);
  } else if (const auto *call = expr->dynAs<ast::Call>()) {
    visitExpr(call->func, visit);
    visitAll(call->args, visit);
    for (const ast::Keyword *keyword : call->keywords) visitExpr(keyword->value, visit);
  } else if (const auto *ifExp = expr->dynAs<ast::IfExp>()) {
    for (const ast::Expr *part : {ifExp->test, ifExp->body, ifExp->orelse}) visitExpr(part, visit);
  } else if (const auto *attribute = expr->dynAs<ast::Attribute>()) {
    visitExpr(attribute->value, visit);
  } else if (const auto *subscript = expr->dynAs<ast::Subscript>()) {
    visitExpr(subscript->value, visit);
    visitExpr(subscript->index, visit);
  } else if (const auto *tuple = expr->dynAs<ast::Tuple>()) {
    visitAll(tuple->elts, visit);
  } else if (const auto *list = expr->dynAs<ast::List>()) {
    visitAll(list->elts, visit);
  } else if (const auto *starred = expr->dynAs<ast::Starred>()) {
    visitExpr(starred->value, visit);
  }
}

void visitPattern(const ast::Pattern *pattern, const Visit &visit) {
  if (!pattern) return;
  auto visitEach = [&](ast::Seq<ast::Pattern> patterns) {
    for (const ast::Pattern *inner : patterns) visitPattern(inner, visit);
  };
  if (const auto *as = pattern->dynAs<ast::MatchAs>()) {
    if (!as->name.isEmpty()) visit(as->name.text);
    visitPattern(as->pattern, visit);
  } else if (const auto *star = pattern->dynAs<ast::MatchStar>()) {
    if (!star->name.isEmpty()) visit(star->name.text);
  } else if (const auto *mapping = pattern->dynAs<ast::MatchMapping>()) {
    if (!mapping->rest.isEmpty()) visit(mapping->rest.text);
    visitEach(mapping->patterns);
  } else if (const auto *cls = pattern->dynAs<ast::MatchClass>()) {
    visitEach(cls->patterns);
    visitEach(cls->keywordPatterns);
  } else if (const auto *sequence = pattern->dynAs<ast::MatchSequence>()) {
    visitEach(sequence->patterns);
  } else if (const auto *any = pattern->dynAs<ast::MatchOr>()) {
    visitEach(any->patterns);
  }
}

void visitImport(ast::Seq<ast::Alias> names, const Visit &visit) {
  for (const ast::Alias *alias : names) {
    std::string_view dotted = alias->name.text;
    visit(alias->asName.isEmpty() ? dotted.substr(0, dotted.find('.')) : alias->asName.text);
  }
}

template <class T> void visitTry(const T &stmt, const Visit &visit) {
  forEachAssignedName(stmt.body, visit);
  for (const ast::ExceptHandler *handler : stmt.handlers) {
    if (!handler->name.isEmpty()) visit(handler->name.text);
    forEachAssignedName(handler->body, visit);
  }
  forEachAssignedName(stmt.orelse, visit);
  forEachAssignedName(stmt.finalbody, visit);
}

template <class T> void visitWith(const T &stmt, const Visit &visit) {
  for (const ast::WithItem *item : stmt.items) {
    visitExpr(item->context, visit);
    if (item->target) visitTarget(*item->target, visit);
  }
  forEachAssignedName(stmt.body, visit);
}

template <class T> void visitFor(const T &stmt, const Visit &visit) {
  visitTarget(*stmt.target, visit);
  visitExpr(stmt.iter, visit);
  forEachAssignedName(stmt.body, visit);
  forEachAssignedName(stmt.orelse, visit);
}

/// Statements that no kernel has: what they would have assigned stays unknown behind the error.
void visitForeign(const ast::Stmt &stmt, const Visit &visit) {
  if (const auto *import = stmt.dynAs<ast::Import>()) return visitImport(import->names, visit);
  if (const auto *from = stmt.dynAs<ast::ImportFrom>()) return visitImport(from->names, visit);
  if (const auto *tryStmt = stmt.dynAs<ast::Try>()) return visitTry(*tryStmt, visit);
  if (const auto *tryStar = stmt.dynAs<ast::TryStar>()) return visitTry(*tryStar, visit);
  if (const auto *with = stmt.dynAs<ast::With>()) return visitWith(*with, visit);
  if (const auto *with = stmt.dynAs<ast::AsyncWith>()) return visitWith(*with, visit);
  if (const auto *loop = stmt.dynAs<ast::AsyncFor>()) return visitFor(*loop, visit);
  if (const auto *def = stmt.dynAs<ast::FunctionDef>()) return visit(def->name.text);
  if (const auto *def = stmt.dynAs<ast::AsyncFunctionDef>()) return visit(def->name.text);
  if (const auto *def = stmt.dynAs<ast::ClassDef>()) return visit(def->name.text);
  if (const auto *alias = stmt.dynAs<ast::TypeAlias>()) return visit(alias->name.text);
  if (const auto *match = stmt.dynAs<ast::Match>())
    for (const ast::MatchCase *matchCase : match->cases) {
      visitPattern(matchCase->pattern, visit);
      forEachAssignedName(matchCase->body, visit);
    }
}

}  // namespace

void forEachAssignedName(const ast::Expr &expr, const Visit &visit) { visitExpr(&expr, visit); }

void forEachAssignedName(const ast::Stmt &stmt, const Visit &visit) {
  if (const auto *assign = stmt.dynAs<ast::Assign>()) {
    for (const ast::Expr *target : assign->targets) visitTarget(*target, visit);
    visitExpr(assign->value, visit);
  } else if (const auto *annAssign = stmt.dynAs<ast::AnnAssign>()) {
    visitTarget(*annAssign->target, visit);
    visitExpr(annAssign->value, visit);
  } else if (const auto *augAssign = stmt.dynAs<ast::AugAssign>()) {
    visitTarget(*augAssign->target, visit);
    visitExpr(augAssign->value, visit);
  } else if (const auto *exprStmt = stmt.dynAs<ast::ExprStmt>()) {
    visitExpr(exprStmt->value, visit);
  } else if (const auto *forStmt = stmt.dynAs<ast::For>()) {
    visitFor(*forStmt, visit);
  } else if (const auto *whileStmt = stmt.dynAs<ast::While>()) {
    visitExpr(whileStmt->test, visit);
    forEachAssignedName(whileStmt->body, visit);
    forEachAssignedName(whileStmt->orelse, visit);
  } else if (const auto *ifStmt = stmt.dynAs<ast::If>()) {
    visitExpr(ifStmt->test, visit);
    forEachAssignedName(ifStmt->body, visit);
    forEachAssignedName(ifStmt->orelse, visit);
  } else {
    visitForeign(stmt, visit);
  }
}

void forEachAssignedName(ast::Seq<ast::Stmt> body, const Visit &visit) {
  for (const ast::Stmt *stmt : body) forEachAssignedName(*stmt, visit);
}

}  // namespace tritonc::frontend
