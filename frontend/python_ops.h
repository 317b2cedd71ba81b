// Python's operators on compile-time values, exactly: integers of any size, floor division, exact comparisons.
#pragma once

#include <string>
#include <variant>

#include "frontend/ast_node.h"
#include "frontend/value.h"

namespace tritonc::frontend {

/// The value, or what is wrong with the operands in the words of a diagnostic.
using Folded = std::variant<Value, std::string>;

Folded foldBinary(ast::BinaryOperator op, const Value &a, const Value &b);
Folded foldUnary(ast::UnaryOperator op, const Value &a);
/// `==` to `>=`, `is` and `in`; the result is a bool.
Folded foldCompare(ast::CompareOperator op, const Value &a, const Value &b);

/// Python's `==`; values of different kinds are unequal.
bool isEqual(const Value &a, const Value &b);
/// `bool(value)`; runtime values and their like are true.
bool isTruthy(const Value &value);
/// The number as a float; nothing for an integer beyond its range.
std::optional<double> numberAsDouble(const Value &number);

}  // namespace tritonc::frontend
