#include "codegen/access_width.h"

#include <algorithm>

#include "passes/access_width.h"

namespace tritonc::codegen {
namespace {

/// The dimension along which an access can be widest; the last one if none can be wide.
unsigned widestDim(const passes::Facts &facts, ir::Type pointer) {
  unsigned best = pointer.rank() - 1;
  for (unsigned dim = best; dim-- > 0;)
    if (passes::pointerWidth(facts, pointer, dim) > passes::pointerWidth(facts, pointer, best)) best = dim;
  return best;
}

}  // namespace

AccessPlan planAccess(const ir::Op &op, const passes::AffineAnalysis &affine) {
  AccessPlan plan;
  passes::MemoryOp access(op);
  ir::Type type = access.pointer->type();
  if (!type.isTile()) return plan;
  const passes::Facts &facts = affine.facts(access.pointer);
  unsigned dim = widestDim(facts, type);
  ir::DimVector order = {dim};
  for (unsigned other = type.rank(); other-- > 0;)
    if (other != dim) order.push(other);
  plan.run = ir::contiguousRun(*type.layout(), order);
  int64_t width = std::min({int64_t{1} << plan.run.bits, passes::pointerWidth(facts, type, dim),
                            passes::maskWidth(affine, access.mask, dim)});
  plan.width = static_cast<unsigned>(width);
  return plan;
}

}  // namespace tritonc::codegen
