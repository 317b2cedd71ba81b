// Which bytes of shared memory an operation touches, and in which layout.
#pragma once

#include <optional>
#include <vector>

#include "ir/module.h"

namespace tritonc::passes {

struct SharedRange {
  int64_t begin = 0;
  int64_t end = 0;

  bool overlaps(const SharedRange &other) const { return begin < other.end && other.begin < end; }
};

/// Whether an atomic operation leaves its result in shared memory: somebody needs it in a thread that does not perform
/// the operation, because it is a scalar or threads hold copies of the tile.
bool needsScratch(const ir::Op &op);

/// Where an atomic operation leaves its result; -1 for none and for other operations.
int64_t scratchOf(const ir::Op &op);
/// Bytes of such a result.
int64_t scratchBytes(const ir::Op &op);

/// Bytes of a `local_alloc`: all its slots.
int64_t ringBytes(const ir::Op &alloc);

/// The `local_alloc` behind a buffer, which may be a slot of it.
const ir::Op *allocOf(const ir::Value *buffer);

/// What an operation does to buffers: a `local_store`, a `copy_async`, whatever may read one.
struct LocalAccess {
  const ir::Value *buffer;
  bool isWrite;
  /// Who touches which element; null if any thread may touch any.
  ir::Layout layout;
};
std::vector<LocalAccess> localAccesses(const ir::Op &op);

/// The bytes of a placed ring of buffers.
SharedRange rangeOf(const ir::Op &alloc);

}  // namespace tritonc::passes
