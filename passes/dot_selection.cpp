#include "passes/dot_selection.h"

#include <algorithm>
#include <vector>

#include "ir/builder.h"
#include "passes/bank_model.h"

namespace tritonc::passes {

bool fitsWarpgroups(const ir::Op &dot, const ir::ModuleAttrs &attrs) {
  ir::Type a = dot.operand(0)->type(), b = dot.operand(1)->type();
  if (attrs.target != 90 || attrs.warps % ir::kWarpgroup != 0) return false;
  ir::DimVector shape(dot.result()->type().shape());
  if (dot.attrs<ir::DotAttrs>().isFma || shape.size() != 2 || shape[0] < ir::kWgmmaRows) return false;
  int64_t warpsM = std::min(attrs.warps, shape[0] / ir::kWgmmaRows * ir::kWarpgroup);
  if (!ir::fitsWgmma(shape, warpsM, attrs.warps / warpsM)) return false;
  auto hasOrder = [](ir::Type type, ir::DotSide side) {
    return !ir::wgmmaOrders(ir::DimVector(type.shape()), side, type.elemBits()).empty();
  };
  return hasOrder(a, ir::DotSide::A) && hasOrder(b, ir::DotSide::B);
}

void selectDots(ir::Function &function, const ir::ModuleAttrs &attrs) {
  std::vector<ir::Op *> selected;
  ir::walk(*function.body(), [&](ir::Op &op) {
    if (op.opcode() == ir::Opcode::Dot && fitsWarpgroups(op, attrs)) selected.push_back(&op);
  });
  for (ir::Op *op : selected) ir::withAttrs(op, ir::DotAttrs{.isWgmma = true});
}

int64_t depthOf(const ir::Op &dot) { return dot.operand(0)->type().shape().back(); }

int64_t stagesOf(const ir::Op &loop, const ir::ModuleAttrs &attrs) {
  int64_t own = loop.attrs<ir::ForAttrs>().numStages;
  return own >= 0 ? own : attrs.numStages;
}

bool asksForStages(const ir::Op &loop, const ir::ModuleAttrs &attrs) {
  bool hasDot = false;
  ir::walk(*loop.block(), [&](const ir::Op &op) { hasDot |= op.opcode() == ir::Opcode::Dot; });
  return stagesOf(loop, attrs) > 1 && (hasDot || loop.attrs<ir::ForAttrs>().numStages > 1);
}

bool isStreamedTo(const ir::Op &user, unsigned operand, const ir::ModuleAttrs &attrs) {
  if (user.opcode() != ir::Opcode::Dot || operand > 1) return false;
  const ir::Value *value = user.operand(operand);
  // Conversions and transpositions move nothing by themselves.
  while (value->def() && value->hasOneUse() &&
         (value->def()->opcode() == ir::Opcode::ConvertLayout || value->def()->opcode() == ir::Opcode::Trans))
    value = value->def()->operand(0);
  const ir::Op *load = value->def();
  if (!load || load->opcode() != ir::Opcode::Load || !value->hasOneUse()) return false;
  const ir::Op *loop = load->parent()->parentOp();
  return loop && loop->opcode() == ir::Opcode::For && stagesOf(*loop, attrs) > 1;
}

ir::WgmmaOrder wgmmaOrderFor(const ir::LinearLayout &registers, ir::DotSide side, unsigned elemBits, int64_t *cost) {
  ir::DimVector shape = registers.shape();
  ir::WgmmaOrder best{};
  int64_t bestCost = INT64_MAX;
  for (ir::WgmmaOrder order : ir::wgmmaOrders(shape, side, elemBits)) {
    int64_t storing = accessCost(sharedAccess(registers, ir::wgmmaBuffer(shape, side, elemBits, order), elemBits));
    if (storing >= bestCost) continue;
    best = order;
    bestCost = storing;
  }
  if (cost) *cost = bestCost;
  return best;
}

FactorPlan planFactor(const ir::Op &dot, unsigned operand, ir::Layout registers, const ir::LinearLayout &accumulator,
                      ConversionCosts &conversion) {
  ir::Type type = dot.operand(operand)->type();
  FactorPlan plan;
  wgmmaOrderFor(*registers, sideOf(operand), type.elemBits(), &plan.cost);
  const ir::Op *def = dot.operand(operand)->def();
  if (operand != 0 || !def || def->parent() != dot.parent() || def->opcode() == ir::Opcode::Load) return plan;
  const ir::LinearLayout fragment = ir::wgmmaFragment(accumulator, depthOf(dot), type.elemBits());
  constexpr uint64_t kMostRegisters = 64;
  if (fragment.inSize(ir::InDim::Register) * type.elemBits() / 32 > kMostRegisters) return plan;
  ir::Context &context = dot.parent()->function()->context();
  int64_t cost = conversion(registers, context.layout(fragment), type.elemBits());
  return cost <= plan.cost ? FactorPlan{true, cost} : plan;
}

}  // namespace tritonc::passes
