// Attributes of dtype objects: `x.dtype.is_floating()`, `ptr.dtype.element_ty`, `tl.float16.primitive_bitwidth`.
#pragma once

#include <optional>
#include <string_view>

#include "frontend/value.h"

namespace tritonc::frontend {

/// Nothing if a dtype has no such attribute.
std::optional<Value> dtypeMember(const TypeValue &type, std::string_view name);

/// The result of calling a method that `dtypeMember` gave.
Value callTypePredicate(const TypePredicate &method);

}  // namespace tritonc::frontend
