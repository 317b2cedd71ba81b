// What the block of a `reduce` or `scan` does to two elements.
#pragma once

#include <optional>

#include "ir/op.h"

namespace tritonc::passes {

/// The operation that the block applies to its two arguments, if it is a single one; in the order of the arguments,
/// unless that does not matter to it.
std::optional<ir::Opcode> combinedBy(const ir::Block &block);

}  // namespace tritonc::passes
