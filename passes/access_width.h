// How many neighbouring elements one memory instruction may access.
#pragma once

#include "passes/affine.h"

namespace tritonc::passes {

/// The most bytes of one vector access.
inline constexpr int64_t kMaxAccessBytes = 16;

/// Elements along `dim` that are neighbours in memory and start at a multiple of their size, at most 16 bytes.
int64_t pointerWidth(const Facts &pointer, ir::Type type, unsigned dim);

/// Elements along `dim` that a mask switches on or off together. A null or scalar mask concerns all of them.
int64_t maskWidth(const AffineAnalysis &analysis, const ir::Value *mask, unsigned dim);

/// The operands of a load, a store, an atomic or a `copy_async`. `value` and `other` may be null, and so may `mask`.
struct MemoryOp {
  explicit MemoryOp(const ir::Op &op);

  ir::Value *pointer;
  ir::Value *value = nullptr;
  ir::Value *mask = nullptr;
  ir::Value *other = nullptr;
};

/// Loads and stores.
bool isMemoryOp(const ir::Op &op);
bool isAtomic(const ir::Op &op);
ir::MemoryOrder orderOf(const ir::Op &atomic);
/// Whether accesses behind the atomic operation wait for what it sees. Who does not look at the result acquires
/// nothing.
bool acquires(const ir::Op &atomic);

}  // namespace tritonc::passes
