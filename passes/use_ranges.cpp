// Simplifications from the ranges of the affine analysis: see use_ranges.h.
#include "passes/use_ranges.h"

#include <algorithm>
#include <iterator>
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

struct Division {
  Opcode opcode;
  /// The same of numbers that are not negative.
  Opcode asUnsigned;

  bool isSigned() const { return opcode != asUnsigned; }
};

constexpr Division kDivisions[] = {
    {Opcode::DivSI, Opcode::DivUI},
    {Opcode::RemSI, Opcode::RemUI},
    {Opcode::DivUI, Opcode::DivUI},
    {Opcode::RemUI, Opcode::RemUI},
};

const Division *divisionOf(const Op &op) {
  const auto *found = std::ranges::find(kDivisions, op.opcode(), &Division::opcode);
  return found == std::end(kDivisions) ? nullptr : found;
}

constexpr unsigned kNarrow = 32;

/// Truncation and the sign of the remainder make no difference to numbers that are not negative; and 64 bits take
/// several times as long as the 32 that indices mostly fit.
Value *divideCheaply(Op &op, const AffineAnalysis &analysis) {
  const Division *division = divisionOf(op);
  if (!division) return nullptr;
  Interval a = analysis.facts(op.operand(0)).range, b = analysis.facts(op.operand(1)).range;
  bool areNatural = a.isNonNegative() && b.isNonNegative();
  if (!division->isSigned() && !areNatural) return nullptr;
  // The one quotient that 32 bits do not hold is that of the least number and -1.
  Interval narrow = Interval::ofWidth(kNarrow);
  bool isNarrow = narrow.contains(a) && narrow.contains(b) && a.min > narrow.min;
  Opcode opcode = areNatural ? division->asUnsigned : division->opcode;
  Builder builder(&op);
  if (!isNarrow || op.result()->type().elemBits() <= kNarrow)
    return opcode == op.opcode() ? nullptr : builder.elementwise(opcode, {op.operand(0), op.operand(1)});
  auto narrowed = [&](Value *value) { return builder.convert(Opcode::TruncI, value, builder.context().i32()); };
  Value *result = builder.elementwise(opcode, {narrowed(op.operand(0)), narrowed(op.operand(1))});
  return builder.convert(Opcode::ExtSI, result, op.result()->type().elem());
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

bool isCandidate(const Op &op) { return op.info().rule == ir::TypeRule::CompareInt || divisionOf(op); }

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
    if (!value) value = divideCheaply(op, analysis);
    if (!value) return;
    if (!value->isConstant()) value->setName(op.result()->name());
    op.result()->replaceAllUsesWith(value);
    op.erase();
    changed = true;
  });
  return changed;
}

}  // namespace tritonc::passes
