// Which type an operation is done in, and which type a number gets.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "frontend/value.h"

namespace tritonc::frontend {

/// The type, or what is wrong in the words of a diagnostic.
using Promoted = std::variant<DType, std::string>;

/// `/`, `//` and `%` have rules of their own.
enum class PromotionRule : uint8_t { Arithmetic, Division };

/// Two tensors ("step B").
Promoted promote(DType a, DType b, PromotionRule rule);

/// The type of a number that becomes a tensor by itself; an integer beyond 64 bits has none.
std::optional<DType> literalType(const Value &number);

/// The type that a number takes beside a tensor where numbers adapt ("step A"), before the two are promoted.
std::optional<DType> numberTypeBeside(const Value &number, DType tensor);

/// What forbids the number in the type: out of range, or negative for an unsigned type. Empty if nothing does.
std::string numberProblem(const Value &number, DType type);

/// What forbids a cast; empty if nothing does.
std::string castProblem(DType from, DType to);

}  // namespace tritonc::frontend
