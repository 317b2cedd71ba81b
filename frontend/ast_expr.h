// Expressions of the syntax tree, and the parts that they are made of.
#pragma once

#include "frontend/ast_node.h"

namespace tritonc::frontend::ast {

enum class ParamForm : uint8_t { PositionalOnly, Normal, VarPositional, KeywordOnly, VarKeyword };

/// A parameter of a function or lambda. The range starts at the name, without stars, and ends before the default.
struct Param : Node {
  static constexpr Kind kKind = Kind::Param;
  Identifier name;
  ParamForm form;
  /// Null if there is none; that of `*args` may be a `Starred`.
  const Expr *annotation;
  /// Null if there is none.
  const Expr *defaultValue;
};

/// `name=value`, or `**value` with an empty name.
struct Keyword : Node {
  static constexpr Kind kKind = Kind::Keyword;
  Identifier name;
  const Expr *value;
};

struct Comprehension : Node {
  static constexpr Kind kKind = Kind::Comprehension;
  bool isAsync;
  const Expr *target;
  const Expr *iter;
  Seq<Expr> ifs;
};

struct Attribute : Expr {
  static constexpr Kind kKind = Kind::Attribute;
  const Expr *value;
  Identifier attr;
};

struct Await : Expr {
  static constexpr Kind kKind = Kind::Await;
  const Expr *value;
};

struct BinOp : Expr {
  static constexpr Kind kKind = Kind::BinOp;
  const Expr *left;
  BinaryOperator op;
  const Expr *right;
};

/// `a and b and c` is one node; `a and b or c` is two.
struct BoolOp : Expr {
  static constexpr Kind kKind = Kind::BoolOp;
  BoolOperator op;
  Seq<Expr> values;
};

struct Call : Expr {
  static constexpr Kind kKind = Kind::Call;
  const Expr *func;
  Seq<Expr> args;
  Seq<Keyword> keywords;
};

/// `left ops[0] comparators[0] ops[1] comparators[1] ...`
struct Compare : Expr {
  static constexpr Kind kKind = Kind::Compare;
  const Expr *left;
  std::span<const CompareOperator> ops;
  Seq<Expr> comparators;
};

enum class ConstantType : uint8_t { None, True, False, Ellipsis, Int, Float, Imaginary, Str, Bytes };

struct Constant : Expr {
  static constexpr Kind kKind = Kind::Constant;
  ConstantType type;
  /// Numbers: as written. Str: UTF-8, with `\N{...}` left as written. Bytes: the bytes. Others: empty.
  std::string_view text;
};

/// A null key stands for `**value`.
struct Dict : Expr {
  static constexpr Kind kKind = Kind::Dict;
  Seq<Expr> keys;
  Seq<Expr> values;
};

struct DictComp : Expr {
  static constexpr Kind kKind = Kind::DictComp;
  const Expr *key;
  const Expr *value;
  Seq<Comprehension> generators;
};

/// `{value!conversion:format}`; only inside a `JoinedStr`.
struct FormattedValue : Expr {
  static constexpr Kind kKind = Kind::FormattedValue;
  const Expr *value;
  /// 's', 'r', 'a', or 0.
  char conversion;
  /// A `JoinedStr`; null without `:`.
  const Expr *format;
};

struct GeneratorExp : Expr {
  static constexpr Kind kKind = Kind::GeneratorExp;
  const Expr *elt;
  Seq<Comprehension> generators;
};

/// `body if test else orelse`
struct IfExp : Expr {
  static constexpr Kind kKind = Kind::IfExp;
  const Expr *test;
  const Expr *body;
  const Expr *orelse;
};

/// Values are `Constant` strings and `FormattedValue`s.
struct JoinedStr : Expr {
  static constexpr Kind kKind = Kind::JoinedStr;
  Seq<Expr> values;
};

struct Lambda : Expr {
  static constexpr Kind kKind = Kind::Lambda;
  Seq<Param> params;
  const Expr *body;
};

struct List : Expr {
  static constexpr Kind kKind = Kind::List;
  Seq<Expr> elts;
};

struct ListComp : Expr {
  static constexpr Kind kKind = Kind::ListComp;
  const Expr *elt;
  Seq<Comprehension> generators;
};

struct Name : Expr {
  static constexpr Kind kKind = Kind::Name;
  std::string_view id;
};

struct NamedExpr : Expr {
  static constexpr Kind kKind = Kind::NamedExpr;
  /// A `Name`.
  const Expr *target;
  const Expr *value;
};

struct Set : Expr {
  static constexpr Kind kKind = Kind::Set;
  Seq<Expr> elts;
};

struct SetComp : Expr {
  static constexpr Kind kKind = Kind::SetComp;
  const Expr *elt;
  Seq<Comprehension> generators;
};

/// Each part may be null.
struct Slice : Expr {
  static constexpr Kind kKind = Kind::Slice;
  const Expr *lower;
  const Expr *upper;
  const Expr *step;
};

struct Starred : Expr {
  static constexpr Kind kKind = Kind::Starred;
  const Expr *value;
};

struct Subscript : Expr {
  static constexpr Kind kKind = Kind::Subscript;
  const Expr *value;
  /// A `Tuple` for `x[a, b]`.
  const Expr *index;
};

struct Tuple : Expr {
  static constexpr Kind kKind = Kind::Tuple;
  Seq<Expr> elts;
};

struct UnaryOp : Expr {
  static constexpr Kind kKind = Kind::UnaryOp;
  UnaryOperator op;
  const Expr *operand;
};

struct Yield : Expr {
  static constexpr Kind kKind = Kind::Yield;
  /// May be null.
  const Expr *value;
};

struct YieldFrom : Expr {
  static constexpr Kind kKind = Kind::YieldFrom;
  const Expr *value;
};

}  // namespace tritonc::frontend::ast
