// What all nodes of the syntax tree share: their kinds, operators and header.
#pragma once

#include <span>
#include <string_view>

#include "ir/support/source.h"

namespace tritonc::frontend::ast {

enum class Kind : uint8_t {
#define NODE(Name, python, noun, fields) Name,
#include "frontend/ast.def"
};

/// The name of the kind in Python's module `ast`.
std::string_view pythonName(Kind kind);
/// What a diagnostic calls such a node, with its article: "a function call".
std::string_view noun(Kind kind);

enum class BoolOperator : uint8_t {
#define BOOL_OPERATOR(Name, spelling) Name,
#include "frontend/ast.def"
};
enum class BinaryOperator : uint8_t {
#define BINARY_OPERATOR(Name, spelling) Name,
#include "frontend/ast.def"
};
enum class UnaryOperator : uint8_t {
#define UNARY_OPERATOR(Name, spelling) Name,
#include "frontend/ast.def"
};
enum class CompareOperator : uint8_t {
#define COMPARE_OPERATOR(Name, spelling) Name,
#include "frontend/ast.def"
};

/// The operator as written in source.
std::string_view spelling(BoolOperator op);
std::string_view spelling(BinaryOperator op);
std::string_view spelling(UnaryOperator op);
std::string_view spelling(CompareOperator op);

/// No path from a node to a leaf is longer: 3000 as in CPython 3.11. A walk that recurses looks at `height` or counts,
/// too: under ASan its frames may not fit 3000 times.
inline constexpr uint16_t kMaxHeight = 3000;

struct Node {
  Kind kind;
  /// The number of nodes on the longest path down to a leaf.
  uint16_t height;
  SourceRange range;

  template <class T> bool is() const { return kind == T::kKind; }
  template <class T> const T &as() const {
    TC_CHECK(is<T>(), "the caller looks at `kind` first");
    return static_cast<const T &>(*this);
  }
  template <class T> const T *dynAs() const { return is<T>() ? static_cast<const T *>(this) : nullptr; }
};

struct Expr : Node {};
struct Stmt : Node {};
struct Pattern : Node {};
struct TypeParam : Node {};

template <class T> using Seq = std::span<const T *const>;

/// A name that is no expression of its own.
struct Identifier {
  std::string_view text;
  SourceRange range;

  bool isEmpty() const { return text.empty(); }
};

}  // namespace tritonc::frontend::ast
