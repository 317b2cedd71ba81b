// Where a value is made relative to an operation with blocks.
#pragma once

#include "ir/op.h"

namespace tritonc::passes {

/// Whether the block is one of `outer`, or nested in one.
inline bool isInside(const ir::Block *block, const ir::Op &outer) {
  for (; block; block = block->parentOp() ? block->parentOp()->parent() : nullptr)
    if (block->parentOp() == &outer) return true;
  return false;
}

/// Whether the value is made there, as a result or as an argument of a block.
inline bool isMadeInside(const ir::Value *value, const ir::Op &outer) {
  return isInside(value->def() ? value->def()->parent() : value->argBlock(), outer);
}

}  // namespace tritonc::passes
