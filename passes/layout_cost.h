// What a layout costs, in issue slots of a multiprocessor.
#pragma once

#include "ir/linear_layout.h"
#include "passes/affine.h"

namespace tritonc::passes {

/// One execution of a load, store or atomic whose tile has that layout: the 32-byte sectors that its warps move, the
/// instructions that they issue, and one operation to make or use each element.
int64_t accessCost(const ir::Op &op, const ir::LinearLayout &layout, const AffineAnalysis &analysis);

/// A matrix instruction of a warp keeps its unit busy for so many cycles.
constexpr int64_t kMatrixInstruction = 16;

/// One `dot` of a warp: its matrix instructions.
int64_t dotCost(const ir::Op &op, const ir::LinearLayout &layout);

/// One `exchange` by all warps: nothing, shuffles, or the way through shared memory.
int64_t exchangeCost(const ir::Op &op, const ir::LinearLayout &layout);

/// One element-wise operation: an instruction for each register of each warp.
int64_t elementwiseCost(const ir::LinearLayout &layout);

}  // namespace tritonc::passes
