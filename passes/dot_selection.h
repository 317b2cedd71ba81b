// Which matrix instruction computes a `dot`.
#pragma once

#include "ir/module.h"
#include "ir/wgmma_layout.h"
#include "passes/conversion_plan.h"

namespace tritonc::passes {

/// Marks those of the function that run as `wgmma`.
void selectDots(ir::Function &function, const ir::ModuleAttrs &attrs);

/// Whether the `dot` can run as `wgmma`: on sm_90, in groups of four warps, each with at least 64 rows and 8 columns of
/// accumulators, and operands deep enough for rows of 32 bytes. Everything else is for `mma.sync`.
bool fitsWarpgroups(const ir::Op &dot, const ir::ModuleAttrs &attrs);

/// Whether the operand may be in any layout, since it goes through shared memory.
inline bool takesAnyLayout(const ir::Op &op, unsigned operand) {
  if (op.opcode() == ir::Opcode::Gather || op.opcode() == ir::Opcode::Histogram) return operand == 0;
  if (op.opcode() != ir::Opcode::Dot || operand > 1) return false;
  const auto &attrs = op.attrs<ir::DotAttrs>();
  return attrs.isWgmma || attrs.isFma;
}

/// How an operand of `wgmma` gets to where the instruction takes it: to shared memory or, of the first one, to the
/// registers of a fragment.
struct FactorPlan {
  bool isFragment = false;
  /// Issue slots of a warp.
  int64_t cost = 0;
};

/// For an operand that threads hold in the layout `registers`, of a product with that accumulator. The first one stays
/// in registers if it is computed right there, small enough to be held whole, and its fragments are no dearer to make.
FactorPlan planFactor(const ir::Op &dot, unsigned operand, ir::Layout registers, const ir::LinearLayout &accumulator,
                      ConversionCosts &conversion);

/// The sides and dimensions of operands.
inline ir::DotSide sideOf(unsigned operand) { return operand == 0 ? ir::DotSide::A : ir::DotSide::B; }
/// The number of products in one sum.
int64_t depthOf(const ir::Op &dot);

/// Whether the operand of the `dot` is a load in a loop with several stages and used for nothing else: it is brought to
/// shared memory even where the registers fit, so that `pipeline-loops` can start it early.
bool isStreamedTo(const ir::Op &user, unsigned operand, const ir::ModuleAttrs &attrs);

/// The stages of a loop: its own number, or the kernel's.
int64_t stagesOf(const ir::Op &loop, const ir::ModuleAttrs &attrs);

/// Whether the loop is to be pipelined: it has several stages, and they are its own or it has a product.
bool asksForStages(const ir::Op &loop, const ir::ModuleAttrs &attrs);

/// The order in shared memory of an operand that threads hold in layout `registers`: the one that they store to at the
/// least cost. `cost` gets what that is, in issue slots of a warp, if given.
ir::WgmmaOrder wgmmaOrderFor(const ir::LinearLayout &registers, ir::DotSide side, unsigned elemBits,
                             int64_t *cost = nullptr);

}  // namespace tritonc::passes
