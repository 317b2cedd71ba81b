#include "passes/access_plan.h"

#include <algorithm>

#include "ir/layout_algebra.h"
#include "passes/access_width.h"

namespace tritonc::passes {
namespace {

/// The dimension along which an access can be widest; the last one if none can be wide.
unsigned widestDim(const Facts &facts, ir::Type pointer) {
  unsigned best = pointer.rank() - 1;
  for (unsigned dim = best; dim-- > 0;)
    if (pointerWidth(facts, pointer, dim) > pointerWidth(facts, pointer, best)) best = dim;
  return best;
}

}  // namespace

AccessPlan planAccess(const ir::Op &op, const AffineAnalysis &affine) {
  AccessPlan plan;
  MemoryOp access(op);
  ir::Type type = access.pointer->type();
  if (!type.isTile()) return plan;
  const Facts &facts = affine.facts(access.pointer);
  unsigned dim = widestDim(facts, type);
  ir::DimVector order = {dim};
  for (unsigned other = type.rank(); other-- > 0;)
    if (other != dim) order.push(other);
  plan.run = ir::contiguousRun(*type.layout(), order);
  int64_t width =
      std::min({int64_t{1} << plan.run.bits, pointerWidth(facts, type, dim), maskWidth(affine, access.mask, dim)});
  plan.width = static_cast<unsigned>(width);
  return plan;
}

AccessPlan planCopy(AccessPlan plan, const ir::LinearLayout &registers, const ir::LinearLayout &buffer) {
  ir::LinearLayout offsets = *ir::invertAndCompose(registers, buffer);
  auto isAligned = [&](unsigned width) {
    uint64_t low = width - 1;
    for (ir::InDim dim : {ir::InDim::Lane, ir::InDim::Warp})
      for (uint64_t column : offsets.columns(dim))
        if (column & low) return false;
    for (unsigned bit = 0; bit < plan.run.registerBasis.size(); ++bit) {
      uint64_t offset = offsets.applyPacked(plan.run.registerBasis[bit]);
      uint64_t step = uint64_t{1} << bit;
      if (step < width ? offset != step : (offset & low) != 0) return false;
    }
    return true;
  };
  while (!isAligned(plan.width)) plan.width /= 2;
  return plan;
}

}  // namespace tritonc::passes
