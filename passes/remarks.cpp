// Texts of remarks: see remarks.h.
#include "passes/remarks.h"

#include <algorithm>

#include "passes/access_width.h"
#include "passes/affine_form.h"
#include "passes/affine_rules.h"

namespace tritonc::passes {
namespace {

constexpr int64_t kWarpSize = 32;

std::string bytesText(int64_t bytes) { return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s"); }

/// The dimension along which the access is widest, or would be if more was known: the last one of those alike.
unsigned bestDim(const Facts &facts, ir::Type type) {
  unsigned best = type.rank() - 1;
  for (unsigned dim = best; dim-- > 0;)
    if (pointerWidth(facts, type, dim) > pointerWidth(facts, type, best)) best = dim;
  return best;
}

/// Why neighbours along `dim` are not neighbours in memory.
std::string whyNoRun(const Facts &facts, unsigned dim, int64_t unit) {
  if (facts.form && facts.form->certainty != Certainty::Usually && facts.form->strides[dim] != unit)
    return fmt::format("neighbouring elements are {} apart", bytesText(facts.form->strides[dim]));
  if (facts.form && facts.form->strides[dim] == unit)
    return "the offsets may wrap around between neighbouring elements";
  if (facts.dims[dim].run > 1)
    return fmt::format("only {} elements are known to follow one another", facts.dims[dim].run);
  return "the distance between neighbouring elements is not known";
}

/// Why the address need not be a multiple of `bytes`: the part that is to blame, as far as it has a name.
std::string whyMisaligned(const AffineAnalysis &analysis, const Facts &facts, int64_t known, int64_t bytes) {
  std::span<const AffineForm::Term> terms;
  if (facts.form) terms = facts.form->terms;
  for (const AffineForm::Term &term : terms) {
    int64_t divisor = productOfDivisors(powerOfTwoIn(term.coefficient), analysis.facts(term.value).baseDivisor());
    if (divisor >= bytes || term.value->name().empty()) continue;
    std::string factor = term.coefficient == 1 ? "" : fmt::format("{} times ", term.coefficient);
    return fmt::format("{}`{}` is not known to be a multiple of {}", factor, term.value->name(), bytes);
  }
  if (known == 1) return "the alignment of its addresses is not known";
  return fmt::format("its addresses are known to be multiples of {} only", bytesText(known));
}

void remarkIfNarrow(const ir::Op &op, const AffineAnalysis &analysis, int64_t warps) {
  ir::Type type = op.operand(0)->type();
  if (!type.isTile()) return;
  const Facts &facts = analysis.facts(op.operand(0));
  unsigned dim = bestDim(facts, type);
  int64_t unit = unitOf(type), width = pointerWidth(facts, type, dim);
  int64_t wanted = std::min(kMaxAccessBytes / unit, type.numElements() / (kWarpSize * warps));
  // A load of few addresses costs little as it is.
  if (width >= wanted || facts.dims[dim].constancy >= wanted) return;
  bool hasGaps = facts.dims[dim].run < wanted;
  std::string why = hasGaps ? whyNoRun(facts, dim, unit)
                            : whyMisaligned(analysis, facts, divisorAt(facts.dims[dim], wanted, unit), wanted * unit);
  op.parent()->function()->context().remark(op.loc(), DiagId::NarrowAccess,
                                            "a thread accesses {} at a time instead of {}: {}", bytesText(width * unit),
                                            wanted * unit, why);
}

}  // namespace

std::string tileText(ir::Type type) {
  std::string elem = ir::print(type.elem());
  if (type.rank() == 1) return fmt::format("a tile of {} {}", type.shape()[0], elem);
  return fmt::format("a {} tile of {}", fmt::join(type.shape(), "x"), elem);
}

std::string_view loopText(const ir::Op &op) {
  for (const ir::Op *parent = op.parent()->parentOp(); parent; parent = parent->parent()->parentOp())
    if (parent->opcode() == ir::Opcode::For || parent->opcode() == ir::Opcode::While) return " in a loop";
  return "";
}

void remarkNarrowAccesses(ir::Function &function, const AffineAnalysis &analysis, int64_t warps) {
  if (!function.context().diags().keepsRemarks()) return;
  ir::walk(*function.body(), [&](ir::Op &op) {
    if (isMemoryOp(op)) remarkIfNarrow(op, analysis, warps);
  });
}

}  // namespace tritonc::passes
