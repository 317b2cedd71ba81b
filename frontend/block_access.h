// Which elements of memory a block pointer or a tensor descriptor stands for.
//
// Both become tiles of pointers and masks here, in the form that kernels write by hand: a scalar base, an offset for
// each dimension that is the same in every iteration of a loop, and comparisons of positions with scalars.
#pragma once

#include <bitset>
#include <span>

#include "frontend/emitter.h"

namespace tritonc::frontend {

struct BlockAccess {
  RuntimeValue pointers;
  /// Which elements are in the array, as far as that was asked; nothing if it was not.
  std::optional<RuntimeValue> mask;
};

using DimSet = std::bitset<ir::kMaxRank>;

/// The block that begins at `offsets`. The mask looks at the dimensions in `checked`.
BlockAccess accessBlock(Emitter &emitter, const BlockValue &block, std::span<const RuntimeValue> offsets,
                        DimSet checked);
/// Of a matrix the rows that a tile numbers, from a column on.
BlockAccess accessRows(Emitter &emitter, const BlockValue &block, const RuntimeValue &rows, const RuntimeValue &column);

}  // namespace tritonc::frontend
