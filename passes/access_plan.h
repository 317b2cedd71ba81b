// How a load or store of a tile is cut into vector accesses.
#pragma once

#include <vector>

#include "ir/contiguous_run.h"
#include "ir/op.h"
#include "passes/affine.h"

namespace tritonc::passes {

/// Groups of `width` registers that lie side by side in memory, aligned to their size, under one value of the mask.
struct AccessPlan {
  /// Group g holds the registers `run.oldRegister(g * width + i)`, in the order of memory.
  ir::ContiguousRun run;
  unsigned width = 1;
};

/// The widest groups of at most 16 bytes that the layout holds and the affine analysis proves, for a load, a store, an
/// atomic or a `copy_async`.
AccessPlan planAccess(const ir::Op &op, const AffineAnalysis &affine);

/// What of such a plan also lies side by side in a buffer.
AccessPlan planCopy(AccessPlan plan, const ir::LinearLayout &registers, const ir::LinearLayout &buffer);

/// Calls `visit(registers)` for each group of the plan; a scalar is one group of one register.
template <class Visit> void forEachGroup(const AccessPlan &plan, unsigned numRegs, Visit &&visit) {
  for (unsigned first = 0; first < numRegs; first += plan.width) {
    std::vector<unsigned> group;
    for (unsigned i = 0; i < plan.width; ++i)
      group.push_back(plan.width == 1 ? first : static_cast<unsigned>(plan.run.oldRegister(first + i)));
    visit(group);
  }
}

}  // namespace tritonc::passes
