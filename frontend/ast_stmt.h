// Statements of the syntax tree, and the patterns, type parameters and clauses that they are made of.
#pragma once

#include "frontend/ast_expr.h"

namespace tritonc::frontend::ast {

// ---- Clauses ----

/// `name` is dotted for `import a.b`, `*` for `from m import *`. `asName` may be empty.
struct Alias : Node {
  static constexpr Kind kKind = Kind::Alias;
  Identifier name;
  Identifier asName;
};

struct WithItem : Node {
  static constexpr Kind kKind = Kind::WithItem;
  const Expr *context;
  /// Null without `as`.
  const Expr *target;
};

struct ExceptHandler : Node {
  static constexpr Kind kKind = Kind::ExceptHandler;
  /// Empty without `as`.
  Identifier name;
  /// Null for a bare `except:`.
  const Expr *type;
  Seq<Stmt> body;
};

struct MatchCase : Node {
  static constexpr Kind kKind = Kind::MatchCase;
  const Pattern *pattern;
  /// Null without `if`.
  const Expr *guard;
  Seq<Stmt> body;
};

// ---- Statements ----

/// `target: annotation = value`
struct AnnAssign : Stmt {
  static constexpr Kind kKind = Kind::AnnAssign;
  const Expr *target;
  const Expr *annotation;
  /// May be null.
  const Expr *value;
  /// The target is a name without parentheses.
  bool isSimple;
};

struct Assert : Stmt {
  static constexpr Kind kKind = Kind::Assert;
  const Expr *test;
  /// May be null.
  const Expr *msg;
};

/// `targets[0] = targets[1] = ... = value`
struct Assign : Stmt {
  static constexpr Kind kKind = Kind::Assign;
  Seq<Expr> targets;
  const Expr *value;
};

/// `target op= value`
struct AugAssign : Stmt {
  static constexpr Kind kKind = Kind::AugAssign;
  const Expr *target;
  BinaryOperator op;
  const Expr *value;
};

struct Break : Stmt {
  static constexpr Kind kKind = Kind::Break;
};

struct ClassDef : Stmt {
  static constexpr Kind kKind = Kind::ClassDef;
  Identifier name;
  Seq<Expr> decorators;
  Seq<TypeParam> typeParams;
  Seq<Expr> bases;
  Seq<Keyword> keywords;
  Seq<Stmt> body;
};

struct Continue : Stmt {
  static constexpr Kind kKind = Kind::Continue;
};

struct Delete : Stmt {
  static constexpr Kind kKind = Kind::Delete;
  Seq<Expr> targets;
};

/// An expression as a statement.
struct ExprStmt : Stmt {
  static constexpr Kind kKind = Kind::ExprStmt;
  const Expr *value;
};

template <Kind K> struct ForNode : Stmt {
  static constexpr Kind kKind = K;
  const Expr *target;
  const Expr *iter;
  Seq<Stmt> body;
  Seq<Stmt> orelse;
};
using For = ForNode<Kind::For>;
using AsyncFor = ForNode<Kind::AsyncFor>;

template <Kind K> struct FunctionDefNode : Stmt {
  static constexpr Kind kKind = K;
  Identifier name;
  Seq<Expr> decorators;
  Seq<TypeParam> typeParams;
  Seq<Param> params;
  /// The annotation of the result; may be null.
  const Expr *returns;
  Seq<Stmt> body;
};
using FunctionDef = FunctionDefNode<Kind::FunctionDef>;
using AsyncFunctionDef = FunctionDefNode<Kind::AsyncFunctionDef>;

struct Global : Stmt {
  static constexpr Kind kKind = Kind::Global;
  std::span<const Identifier> names;
};

/// `elif` is an `If` alone in `orelse`.
struct If : Stmt {
  static constexpr Kind kKind = Kind::If;
  const Expr *test;
  Seq<Stmt> body;
  Seq<Stmt> orelse;
};

struct Import : Stmt {
  static constexpr Kind kKind = Kind::Import;
  Seq<Alias> names;
};

/// `from ..module import names`
struct ImportFrom : Stmt {
  static constexpr Kind kKind = Kind::ImportFrom;
  /// Dotted; empty for `from . import x`.
  Identifier module;
  /// The number of leading dots.
  uint32_t level;
  Seq<Alias> names;
};

struct Match : Stmt {
  static constexpr Kind kKind = Kind::Match;
  const Expr *subject;
  Seq<MatchCase> cases;
};

struct Nonlocal : Stmt {
  static constexpr Kind kKind = Kind::Nonlocal;
  std::span<const Identifier> names;
};

struct Pass : Stmt {
  static constexpr Kind kKind = Kind::Pass;
};

/// `raise exc from cause`, both may be null.
struct Raise : Stmt {
  static constexpr Kind kKind = Kind::Raise;
  const Expr *exc;
  const Expr *cause;
};

struct Return : Stmt {
  static constexpr Kind kKind = Kind::Return;
  /// May be null.
  const Expr *value;
};

/// `TryStar` has `except*` handlers.
template <Kind K> struct TryNode : Stmt {
  static constexpr Kind kKind = K;
  Seq<Stmt> body;
  Seq<ExceptHandler> handlers;
  Seq<Stmt> orelse;
  Seq<Stmt> finalbody;
};
using Try = TryNode<Kind::Try>;
using TryStar = TryNode<Kind::TryStar>;

struct TypeAlias : Stmt {
  static constexpr Kind kKind = Kind::TypeAlias;
  Identifier name;
  Seq<TypeParam> typeParams;
  const Expr *value;
};

struct While : Stmt {
  static constexpr Kind kKind = Kind::While;
  const Expr *test;
  Seq<Stmt> body;
  Seq<Stmt> orelse;
};

template <Kind K> struct WithNode : Stmt {
  static constexpr Kind kKind = K;
  Seq<WithItem> items;
  Seq<Stmt> body;
};
using With = WithNode<Kind::With>;
using AsyncWith = WithNode<Kind::AsyncWith>;

// ---- Patterns ----

/// `pattern as name`, `name`, or `_`.
struct MatchAs : Pattern {
  static constexpr Kind kKind = Kind::MatchAs;
  /// Null without `as`.
  const Pattern *pattern;
  /// Empty for `_`.
  Identifier name;
};

struct MatchClass : Pattern {
  static constexpr Kind kKind = Kind::MatchClass;
  const Expr *cls;
  Seq<Pattern> patterns;
  /// One name for each of `keywordPatterns`.
  std::span<const Identifier> keywords;
  Seq<Pattern> keywordPatterns;
};

struct MatchMapping : Pattern {
  static constexpr Kind kKind = Kind::MatchMapping;
  Seq<Expr> keys;
  Seq<Pattern> patterns;
  /// The name behind `**`; empty if there is none.
  Identifier rest;
};

struct MatchOr : Pattern {
  static constexpr Kind kKind = Kind::MatchOr;
  Seq<Pattern> patterns;
};

struct MatchSequence : Pattern {
  static constexpr Kind kKind = Kind::MatchSequence;
  Seq<Pattern> patterns;
};

/// `None`, `True` or `False`.
struct MatchSingleton : Pattern {
  static constexpr Kind kKind = Kind::MatchSingleton;
  ConstantType value;
};

struct MatchStar : Pattern {
  static constexpr Kind kKind = Kind::MatchStar;
  /// Empty for `*_`.
  Identifier name;
};

struct MatchValue : Pattern {
  static constexpr Kind kKind = Kind::MatchValue;
  const Expr *value;
};

// ---- Type parameters ----

/// `name: bound = defaultValue`; both may be null.
struct TypeVar : TypeParam {
  static constexpr Kind kKind = Kind::TypeVar;
  Identifier name;
  const Expr *bound;
  const Expr *defaultValue;
};

/// `*name = defaultValue`; the default may be null.
struct TypeVarTuple : TypeParam {
  static constexpr Kind kKind = Kind::TypeVarTuple;
  Identifier name;
  const Expr *defaultValue;
};

/// `**name = defaultValue`; the default may be null.
struct ParamSpec : TypeParam {
  static constexpr Kind kKind = Kind::ParamSpec;
  Identifier name;
  const Expr *defaultValue;
};

}  // namespace tritonc::frontend::ast
