// How a load or store of a tile is cut into vector accesses.
#pragma once

#include "ir/contiguous_run.h"
#include "ir/op.h"
#include "passes/affine.h"

namespace tritonc::codegen {

/// Groups of `width` registers that lie side by side in memory, aligned to their size, under one value of the mask.
struct AccessPlan {
  /// Group g holds the registers `run.oldRegister(g * width + i)`, in the order of memory.
  ir::ContiguousRun run;
  unsigned width = 1;
};

/// The widest groups of at most 16 bytes that the layout holds and the affine analysis proves, for a load or store.
AccessPlan planAccess(const ir::Op &op, const passes::AffineAnalysis &affine);

}  // namespace tritonc::codegen
