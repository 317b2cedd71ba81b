// Shape operations rename registers, by the layout rules of ir/layout_shape.h and ir/layout_rules.h. A conversion
// within a warp is the three steps of `passes::ShufflePlan`.
#include "codegen/emit_shape.h"

#include <map>

#include "codegen/shuffle.h"
#include "codegen/thread_map.h"
#include "ir/layout_conversion.h"
#include "ir/layout_rules.h"
#include "ir/layout_shape.h"
#include "passes/conversion_plan.h"

namespace tritonc::codegen {
namespace {

/// Every thread has all its elements: the register that each comes from is the same in all of them.
Regs renameRegisters(const Regs &values, const ir::LinearLayout &from, const ir::LinearLayout &to) {
  ir::LinearLayout sources = ir::conversionSources(from, to);
  Regs result;
  for (uint64_t reg = 0; reg < to.inSize(ir::InDim::Register); ++reg)
    result.push_back(values[from.unpack(sources.applyPacked(reg))[ir::InDim::Register]]);
  return result;
}

/// The rounds of a plan that ask the same lane, by what they add to its index. Rounds that fetch the same register are
/// done once: `arrived` has them all.
Regs shuffleRounds(FunctionEmitter &e, const Regs &chosen, const passes::ShufflePlan &plan) {
  llvm::IRBuilder<> &b = e.builder();
  std::map<uint64_t, std::map<uint64_t, llvm::Value *>> byLane;
  for (uint64_t round = 0; round < plan.numRounds(); ++round)
    byLane[plan.apply(plan.laneOfRound, round)][plan.apply(plan.sourceRegister, round)] = nullptr;
  llvm::Value *source = emitThreadMap(b, e.threadIndex(), plan.sourceLane);
  for (auto &[lane, registers] : byLane) {
    Regs values;
    for (auto &[reg, value] : registers) values.push_back(chosen[reg]);
    if (plan.keepsLanes()) {
      if (lane != 0) values = exchangeLanes(e, values, static_cast<uint32_t>(lane));
    } else {
      values = fetchLanes(e, values, b.CreateXor(source, lane));
    }
    unsigned next = 0;
    for (auto &[reg, value] : registers) value = values[next++];
  }
  Regs arrived;
  for (uint64_t round = 0; round < plan.numRounds(); ++round)
    arrived.push_back(byLane[plan.apply(plan.laneOfRound, round)][plan.apply(plan.sourceRegister, round)]);
  return arrived;
}

}  // namespace

void emitSameRegisters(FunctionEmitter &e, const ir::Op &op) { e.set(op.result(), e.regs(op.operand(0))); }

void emitBroadcast(FunctionEmitter &e, const ir::Op &op) {
  ir::Type from = op.operand(0)->type(), to = op.result()->type();
  const Regs &values = e.regs(op.operand(0));
  Regs regs;
  for (unsigned reg = 0; reg < numRegs(to); ++reg)
    regs.push_back(from.isTile() ? values[ir::broadcastOperandRegister(*to.layout(), ir::DimVector(from.shape()), reg)]
                                 : values[0]);
  e.set(op.result(), std::move(regs));
}

void emitJoin(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  const Regs &first = e.regs(op.operand(0)), &second = e.regs(op.operand(1));
  ir::Type type = op.result()->type();
  Regs regs;
  if (op.operand(0)->type().isTile()) {
    for (unsigned reg = 0; reg < first.size(); ++reg) regs.append({first[reg], second[reg]});
    return e.set(op.result(), std::move(regs));
  }
  // Every thread has both scalars, and the layout is any one of two elements.
  for (uint64_t reg = 0; reg < numRegs(type); ++reg) {
    llvm::Value *element = b.CreateXor(e.threadCoordinate(type.layout()), type.layout()->applyPacked(reg));
    regs.push_back(b.CreateSelect(b.CreateIsNotNull(element), second[0], first[0]));
  }
  e.set(op.result(), std::move(regs));
}

void emitSplit(FunctionEmitter &e, const ir::Op &op) {
  ir::Type type = op.operand(0)->type();
  const Regs &values = e.regs(op.operand(0));
  unsigned bit = *ir::minorPairRegister(*type.layout());
  Regs halves[2];
  for (unsigned reg = 0; reg < values.size(); ++reg) halves[reg >> bit & 1].push_back(values[reg]);
  for (unsigned half = 0; half < 2; ++half) e.set(op.result(half), std::move(halves[half]));
}

void emitConvertLayout(FunctionEmitter &e, const ir::Op &op) {
  ir::Type type = op.operand(0)->type();
  const ir::LinearLayout &from = *type.layout(), &to = *op.result()->type().layout();
  const Regs &values = e.regs(op.operand(0));
  passes::ConversionPlan plan = passes::planConversion(from, to, type.elemBits(), e.target().capability);
  switch (plan.kind) {
  case passes::PlanKind::None: return e.set(op.result(), values);
  case passes::PlanKind::Registers: return e.set(op.result(), renameRegisters(values, from, to));
  case passes::PlanKind::Shuffle: {
    Regs chosen = permuteByThread(e, values, plan.shuffle.choose);
    return e.set(op.result(), permuteByThread(e, shuffleRounds(e, chosen, plan.shuffle), plan.shuffle.place));
  }
  case passes::PlanKind::Shared: TC_UNREACHABLE("`lower-conversions` leaves no conversion across warps");
  }
  TC_UNREACHABLE("every kind has a case");
}

}  // namespace tritonc::codegen
