// The syntax tree of a Python file: plain structs in an arena, told apart by `kind`.
//
//   switch (expr.kind) {
//   case ast::Kind::Call: {
//     const auto &call = expr.as<ast::Call>();
//     for (const ast::Expr *arg : call.args) ...
//
// Kinds and fields are those of Python's module `ast`, with three simplifications: a function has one list of
// parameters, each with its form and default; there is no load/store context; and a constant keeps its text, numbers
// exactly as written and strings decoded. A pointer that may be null is an optional part; its comment says when it is
// null. Ranges are those of Python, too: parentheses around an expression do not belong to it, decorators do not belong
// to a function.
#pragma once

#include "frontend/ast_expr.h"
#include "frontend/ast_stmt.h"
#include "ir/support/arena.h"

namespace tritonc::frontend::ast {

/// A whole file. Nodes may point into the text of the source file, which must outlive them.
struct Module {
  Arena arena;
  Seq<Stmt> body;
};

/// A text that is one expression.
struct Expression {
  Arena arena;
  const Expr *body;
};

}  // namespace tritonc::frontend::ast
