#include "codegen/access_width.h"

#include <algorithm>

namespace tritonc::codegen {
namespace {

constexpr int64_t kMaxBytes = 16;

const ir::Value *maskOf(const ir::Op &op) { return op.operandOrNull(op.opcode() == ir::Opcode::Load ? 1 : 2); }

/// The dimension with the longest runs in memory; the last one if none has any.
unsigned fastestDim(const passes::Facts &facts) {
  unsigned best = static_cast<unsigned>(facts.dims.size()) - 1;
  for (unsigned dim = best; dim-- > 0;)
    if (facts.dims[dim].run > facts.dims[best].run) best = dim;
  return best;
}

}  // namespace

AccessPlan planAccess(const ir::Op &op, const passes::AffineAnalysis &affine) {
  AccessPlan plan;
  const ir::Value *pointer = op.operand(0);
  if (!pointer->type().isTile()) return plan;
  const passes::Facts &facts = affine.facts(pointer);
  unsigned dim = fastestDim(facts);
  ir::DimVector order = {dim};
  for (unsigned other = pointer->type().rank(); other-- > 0;)
    if (other != dim) order.push(other);
  plan.run = ir::contiguousRun(*pointer->type().layout(), order);

  int64_t bytes = pointer->type().pointee().elemBytes();
  int64_t width = std::min({int64_t{1} << plan.run.bits, facts.dims[dim].run, kMaxBytes / bytes});
  width = std::min(width, std::max<int64_t>(facts.dims[dim].divisor / bytes, 1));
  const ir::Value *mask = maskOf(op);
  if (mask && mask->type().isTile()) width = std::min(width, affine.facts(mask).dims[dim].constancy);
  plan.width = static_cast<unsigned>(width);
  return plan;
}

}  // namespace tritonc::codegen
