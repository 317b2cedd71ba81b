// How a load or store of a tile is cut into vector accesses.
#pragma once

#include <vector>

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

/// The widest groups of at most 16 bytes that the layout holds and the affine analysis proves, for a load, a store or
/// an atomic.
AccessPlan planAccess(const ir::Op &op, const passes::AffineAnalysis &affine);

/// Calls `visit(registers)` for each group of the plan; a scalar is one group of one register.
template <class Visit> void forEachGroup(const AccessPlan &plan, unsigned numRegs, Visit &&visit) {
  for (unsigned first = 0; first < numRegs; first += plan.width) {
    std::vector<unsigned> group;
    for (unsigned i = 0; i < plan.width; ++i)
      group.push_back(plan.width == 1 ? first : static_cast<unsigned>(plan.run.oldRegister(first + i)));
    visit(group);
  }
}

}  // namespace tritonc::codegen
