// Functions of scalars as one straight line of operations: what folds apply to pairs of elements, and maps to each.
#pragma once

#include "ir/op.h"

namespace tritonc::frontend {

/// Turns branches into selections, since the block of a fold is one straight line. Nothing in it has an effect, so that
/// both sides can be done. Returns an operation that cannot be in such a block, or null.
const ir::Op *flattenBranches(ir::Block &block, ir::Context &context);

}  // namespace tritonc::frontend
