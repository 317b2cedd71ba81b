// Which bytes of shared memory an operation touches, and in which layout.
#pragma once

#include <optional>

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

/// Bytes of a buffer.
int64_t bufferBytes(ir::Type buffer);

/// A `local_store` or `local_load`.
struct LocalAccess {
  const ir::Op *alloc;
  bool isWrite;
  ir::Layout layout;
};
std::optional<LocalAccess> localAccess(const ir::Op &op);

/// The bytes of a placed buffer.
SharedRange rangeOf(const ir::Op &alloc);

}  // namespace tritonc::passes
