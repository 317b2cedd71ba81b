// The types that annotations of a kernel's parameters name (language.md 2.4).
#pragma once

#include <optional>
#include <string_view>

#include "frontend/value.h"

namespace tritonc::frontend {

/// By any name that Triton knows: `i32`, `int32`, `int`, `int32_t`, `half`.
std::optional<DType> typeNamed(std::string_view name);

/// Nothing for an annotation that Triton passes over: `torch.Tensor`, `"N"`.
std::optional<DType> typeOfAnnotation(const Value &annotation);

}  // namespace tritonc::frontend
