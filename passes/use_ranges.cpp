// Simplifications from the ranges of the affine analysis: see use_ranges.h.
#include "passes/use_ranges.h"

#include <optional>

#include "ir/builder.h"
#include "passes/affine.h"

namespace tritonc::passes {
namespace {

using ir::Builder;
using ir::Op;
using ir::Opcode;
using ir::Value;

struct Comparison {
  Opcode opcode;
  bool isSigned;
  /// The answer for operands a < b, a == b and a > b.
  bool less, equal, greater;
};

constexpr Comparison kComparisons[] = {
    {Opcode::CmpEq, true, false, true, false},   {Opcode::CmpNe, true, true, false, true},
    {Opcode::CmpSlt, true, true, false, false},  {Opcode::CmpSle, true, true, true, false},
    {Opcode::CmpUlt, false, true, false, false}, {Opcode::CmpUle, false, true, true, false},
};

/// The one answer for all values in the ranges.
std::optional<bool> decide(const Comparison &comparison, Interval a, Interval b) {
  // As unsigned numbers, those that are not negative keep their order.
  if (!comparison.isSigned && !(a.isNonNegative() && b.isNonNegative())) return std::nullopt;
  bool mayBeLess = a.min < b.max, mayBeEqual = a.min <= b.max && b.min <= a.max, mayBeGreater = a.max > b.min;
  auto allGive = [&](bool answer) {
    return (!mayBeLess || comparison.less == answer) && (!mayBeEqual || comparison.equal == answer) &&
           (!mayBeGreater || comparison.greater == answer);
  };
  if (allGive(true)) return true;
  if (allGive(false)) return false;
  return std::nullopt;
}

Value *decideComparison(Op &op, const AffineAnalysis &analysis) {
  for (const Comparison &comparison : kComparisons) {
    if (comparison.opcode != op.opcode()) continue;
    auto answer = decide(comparison, analysis.facts(op.operand(0)).range, analysis.facts(op.operand(1)).range);
    if (!answer) return nullptr;
    Builder builder(&op);
    Value *constant = builder.constantI1(*answer);
    if (!op.result()->type().isTile()) return constant;
    return builder.create(Opcode::Broadcast, {constant}, {op.result()->type()})->result();
  }
  return nullptr;
}

/// Truncation and the sign of the remainder make no difference to numbers that are not negative.
Value *divideUnsigned(Op &op, const AffineAnalysis &analysis) {
  bool divides = op.opcode() == Opcode::DivSI;
  if (!divides && op.opcode() != Opcode::RemSI) return nullptr;
  for (const ir::Use &use : op.operands())
    if (!analysis.facts(use.value()).range.isNonNegative()) return nullptr;
  return Builder(&op).elementwise(divides ? Opcode::DivUI : Opcode::RemUI, {op.operand(0), op.operand(1)});
}

/// Whether the value is what an `assume` promises, or part of it: then the ranges follow from it.
bool isAssumed(const Value *value) {
  for (const ir::Use *use = value->firstUse(); use; use = use->next()) {
    const Op *user = use->user();
    if (user->opcode() == Opcode::Assume) return true;
    if (user->opcode() == Opcode::AndI && isAssumed(user->result())) return true;
  }
  return false;
}

bool isCandidate(const Op &op) {
  return op.info().rule == ir::TypeRule::CompareInt || op.opcode() == Opcode::DivSI || op.opcode() == Opcode::RemSI;
}

}  // namespace

bool useRanges(ir::Function &function) {
  bool hasCandidates = false;
  ir::walk(*function.body(), [&](const Op &op) { hasCandidates |= isCandidate(op); });
  if (!hasCandidates) return false;
  AffineAnalysis analysis(function);
  bool changed = false;
  ir::walk(*function.body(), [&](Op &op) {
    if (!isCandidate(op) || isAssumed(op.result())) return;
    Value *value = decideComparison(op, analysis);
    if (!value) value = divideUnsigned(op, analysis);
    if (!value) return;
    if (!value->isConstant()) value->setName(op.result()->name());
    op.result()->replaceAllUsesWith(value);
    op.erase();
    changed = true;
  });
  return changed;
}

}  // namespace tritonc::passes
