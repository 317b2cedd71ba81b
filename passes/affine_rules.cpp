// The transfer functions of the affine analysis: see affine_rules.h.
//
// A rule sees the operands in the shape of the result: a scalar is constant along every dimension. It gives the range,
// what it can say about dimensions without looking at forms, and perhaps a form. `applyRule` then takes the best of
// both. Runs are about signed integers (limitToWidth).
#include "passes/affine_rules.h"

#include <algorithm>
#include <array>
#include <bit>

namespace tritonc::passes {
namespace {

using ir::Op;
using ir::Opcode;
using ir::Type;

struct RuleInput {
  const Op &op;
  Type type;
  FormContext form;
  /// The step of a run of the result.
  int64_t unit;
  std::array<Facts, 3> operands;

  const Facts &a() const { return operands[0]; }
  const Facts &b() const { return operands[1]; }
  unsigned numDims() const { return std::max(type.rank(), 1u); }
  int64_t size(unsigned d) const { return type.isTile() ? type.shape()[d] : 1; }
};

using Rule = void (*)(const RuleInput &in, Facts &out);

// ---- Pieces of rules. ----

int64_t elementDivisor(const Facts &facts, const RuleInput &in) {
  int64_t divisor = 1;
  for (const DimFacts &dim : facts.dims) divisor = std::max(divisor, divisorAt(dim, 1, in.unit));
  return divisor;
}

void setDivisor(Facts &out, int64_t divisor) {
  for (DimFacts &dim : out.dims) dim.divisor = std::max(dim.divisor, divisor);
}

/// Equal operands give equal results.
void keepConstancy(const RuleInput &in, Facts &out) {
  for (unsigned d = 0; d < in.numDims(); ++d) {
    int64_t constancy = in.size(d);
    for (unsigned i = 0; i < in.op.numOperands(); ++i)
      constancy = std::min(constancy, in.operands[i].dims[d].constancy);
    out.dims[d].constancy = std::max(out.dims[d].constancy, constancy);
  }
}

/// a + b or a - b, where one counts and the other stands still; `isExact` if no sum wraps.
void addDims(const Facts &a, const Facts &b, bool subtracts, bool isExact, const RuleInput &in, Facts &out) {
  for (unsigned d = 0; d < in.numDims(); ++d) {
    const DimFacts &x = a.dims[d], &y = b.dims[d];
    int64_t run = std::min(x.run, y.constancy);
    if (!subtracts) run = std::max(run, std::min(x.constancy, y.run));
    auto divisor = [&] { return std::min(divisorAt(x, run, in.unit), divisorAt(y, run, in.unit)); };
    if (!isExact) run = std::clamp<int64_t>(divisor() / in.unit, 1, run);
    out.dims[d] = {run, std::min(x.constancy, y.constancy), divisor()};
  }
}

void addForms(const RuleInput &in, bool subtracts, Facts &out) {
  if (!in.a().form || !in.b().form) return;
  out.form = subtracts ? difference(*in.a().form, *in.b().form, in.form) : sum(*in.a().form, *in.b().form, in.form);
}

/// Groups of a counting operand whose elements agree in everything above the low bits that `modulus` covers.
int64_t groupBelow(const DimFacts &dim, int64_t modulus) { return std::min({dim.run, dim.divisor, modulus}); }

std::optional<int64_t> constantOf(const Facts &facts) {
  return facts.range.isSingle() ? std::optional(facts.range.min) : std::nullopt;
}

bool isPowerOfTwo(int64_t number) { return number > 0 && std::has_single_bit(static_cast<uint64_t>(number)); }

// ---- Sums and products. ----

void sumRule(const RuleInput &in, Facts &out) {
  WideInterval range = WideInterval(in.a().range) + WideInterval(in.b().range);
  out.range = range.wrapped(in.form.width);
  addDims(in.a(), in.b(), /*subtracts=*/false, range.fits(in.form.width), in, out);
  addForms(in, /*subtracts=*/false, out);
}

void differenceRule(const RuleInput &in, Facts &out) {
  WideInterval range = WideInterval(in.a().range) - WideInterval(in.b().range);
  out.range = range.wrapped(in.form.width);
  addDims(in.a(), in.b(), /*subtracts=*/true, range.fits(in.form.width), in, out);
  addForms(in, /*subtracts=*/true, out);
}

void multiplyBy(int64_t factor, const RuleInput &in, Facts &out) {
  if (in.a().form) out.form = scaled(*in.a().form, factor, in.form);
  WideInterval range = WideInterval(in.a().range) * WideInterval(Interval::exactly(factor));
  out.range = range.wrapped(in.form.width);
  keepConstancy(in, out);
  setDivisor(out, productOfDivisors(elementDivisor(in.a(), in), powerOfTwoIn(factor)));
}

void productRule(const RuleInput &in, Facts &out) {
  if (auto factor = constantOf(in.b())) return multiplyBy(*factor, in, out);
  WideInterval range = WideInterval(in.a().range) * WideInterval(in.b().range);
  out.range = range.wrapped(in.form.width);
  keepConstancy(in, out);
  setDivisor(out, productOfDivisors(elementDivisor(in.a(), in), elementDivisor(in.b(), in)));
}

void shiftLeftRule(const RuleInput &in, Facts &out) {
  auto amount = constantOf(in.b());
  if (amount && *amount >= 0 && *amount < std::min<int64_t>(in.form.width, 62))
    return multiplyBy(int64_t{1} << *amount, in, out);
  keepConstancy(in, out);
  setDivisor(out, elementDivisor(in.a(), in));
}

/// Pointer plus offset; the offset counts in units.
void addPointerRule(const RuleInput &in, Facts &out) {
  Facts offset = in.b();
  for (DimFacts &dim : offset.dims) dim.divisor = productOfDivisors(dim.divisor, powerOfTwoIn(in.unit));
  if (offset.form) offset.form = scaled(extended(*offset.form), in.unit, in.form);
  addDims(in.a(), offset, /*subtracts=*/false, /*isExact=*/true, in, out);
  if (in.a().form && offset.form) out.form = sum(*in.a().form, *offset.form, in.form);
}

// ---- Quotients and bits. Nothing is said where a divisor may be zero: the result is unspecified. ----

bool isSpecified(const RuleInput &in, bool isSigned) {
  bool mayBeZero = in.b().range.contains(Interval::exactly(0));
  return !mayBeZero && (!isSigned || in.a().range.isNonNegative());
}

void quotient(const RuleInput &in, bool isSigned, Facts &out) {
  if (!isSpecified(in, isSigned)) return;
  keepConstancy(in, out);
  int64_t modulus = elementDivisor(in.b(), in);
  for (unsigned d = 0; d < in.numDims(); ++d) {
    int64_t group = std::min(groupBelow(in.a().dims[d], modulus), in.b().dims[d].constancy);
    out.dims[d].constancy = std::max(out.dims[d].constancy, group);
  }
  auto by = constantOf(in.b());
  if (by && isPowerOfTwo(*by)) setDivisor(out, std::max<int64_t>(elementDivisor(in.a(), in) / *by, 1));
  if (in.a().range.isNonNegative() && in.b().range.min > 0)
    out.range = {in.a().range.min / in.b().range.max, in.a().range.max / in.b().range.min};
}
void signedQuotientRule(const RuleInput &in, Facts &out) { quotient(in, /*isSigned=*/true, out); }
void unsignedQuotientRule(const RuleInput &in, Facts &out) { quotient(in, /*isSigned=*/false, out); }

/// x modulo a multiple of `modulus`: the low bits survive.
void keepLowBits(const RuleInput &in, int64_t modulus, Facts &out) {
  keepConstancy(in, out);
  for (unsigned d = 0; d < in.numDims(); ++d) {
    const DimFacts &x = in.a().dims[d];
    int64_t run = std::min(groupBelow(x, modulus), in.b().dims[d].constancy);
    out.dims[d].run = run;
    out.dims[d].divisor = std::min(divisorAt(x, run, in.unit), modulus);
  }
}

/// Signed only of numbers that count up from 0. One that is negative because a sum wrapped would have to index what
/// lies before a buffer. Where the divisor is zero any result will do.
void remainder(const RuleInput &in, bool isSigned, Facts &out) {
  if (isSigned && !in.a().isNatural) return;
  keepLowBits(in, elementDivisor(in.b(), in), out);
  if (in.a().range.isNonNegative() && in.b().range.min > 0)
    out.range = {0, std::min(in.a().range.max, in.b().range.max - 1)};
}
void signedRemainderRule(const RuleInput &in, Facts &out) { remainder(in, /*isSigned=*/true, out); }
void unsignedRemainderRule(const RuleInput &in, Facts &out) { remainder(in, /*isSigned=*/false, out); }

/// x shifted right: equal for elements that differ in the lost bits only.
void shiftRight(const RuleInput &in, bool isSigned, Facts &out) {
  keepConstancy(in, out);
  auto amount = constantOf(in.b());
  if (!amount || *amount < 0 || *amount >= std::min<int64_t>(in.form.width, 62)) return;
  for (unsigned d = 0; d < in.numDims(); ++d)
    out.dims[d].constancy = std::max(out.dims[d].constancy, groupBelow(in.a().dims[d], int64_t{1} << *amount));
  setDivisor(out, std::max<int64_t>(elementDivisor(in.a(), in) >> *amount, 1));
  if (isSigned || in.a().range.isNonNegative()) out.range = {in.a().range.min >> *amount, in.a().range.max >> *amount};
}
void signedShiftRule(const RuleInput &in, Facts &out) { shiftRight(in, /*isSigned=*/true, out); }
void unsignedShiftRule(const RuleInput &in, Facts &out) { shiftRight(in, /*isSigned=*/false, out); }

Interval rangeOfAnd(Interval a, Interval b, unsigned width) {
  if (a.isNonNegative() && b.isNonNegative()) return {0, std::min(a.max, b.max)};
  if (a.isNonNegative()) return {0, a.max};
  if (b.isNonNegative()) return {0, b.max};
  return Interval::ofWidth(width);
}

void andRule(const RuleInput &in, Facts &out) {
  auto mask = constantOf(in.b());
  if (mask && *mask >= 0 && *mask < kMaxDivisor && isPowerOfTwo(*mask + 1)) {
    keepLowBits(in, *mask + 1, out);
  } else {
    keepConstancy(in, out);
    setDivisor(out, std::max(elementDivisor(in.a(), in), elementDivisor(in.b(), in)));
    if (mask && *mask < 0 && isPowerOfTwo(-*mask))
      for (unsigned d = 0; d < in.numDims(); ++d)
        out.dims[d].constancy = std::max(out.dims[d].constancy, groupBelow(in.a().dims[d], powerOfTwoIn(*mask)));
  }
  out.range = rangeOfAnd(in.a().range, in.b().range, in.form.width);
}

/// Without common bits, `or` and `xor` are sums.
void orRule(const RuleInput &in, Facts &out) {
  auto fitsBelow = [&](const Facts &low, const Facts &high) {
    return low.range.isNonNegative() && low.range.max < elementDivisor(high, in);
  };
  if (fitsBelow(in.a(), in.b()) || fitsBelow(in.b(), in.a())) {
    addDims(in.a(), in.b(), /*subtracts=*/false, /*isExact=*/true, in, out);
    addForms(in, /*subtracts=*/false, out);
    out.range = (WideInterval(in.a().range) + WideInterval(in.b().range)).wrapped(in.form.width);
    return;
  }
  keepConstancy(in, out);
  setDivisor(out, std::min(elementDivisor(in.a(), in), elementDivisor(in.b(), in)));
}

// ---- Choices. ----

/// Whichever operand is chosen, for whole groups of `chooser`'s constancy.
void chooseDims(const Facts &a, const Facts &b, const Facts *chooser, const RuleInput &in, Facts &out) {
  Facts joined = joinFacts(a, b, in.unit);
  for (unsigned d = 0; d < in.numDims(); ++d) {
    const DimFacts &x = joined.dims[d];
    int64_t run = chooser ? std::min(x.run, chooser->dims[d].constancy) : x.run;
    int64_t constancy = chooser ? std::min(x.constancy, chooser->dims[d].constancy) : x.constancy;
    int64_t divisor = std::min(divisorAt(a.dims[d], run, in.unit), divisorAt(b.dims[d], run, in.unit));
    out.dims[d] = {run, constancy, divisor};
  }
  out.range = joined.range;
}

void selectRule(const RuleInput &in, Facts &out) {
  chooseDims(in.operands[1], in.operands[2], &in.a(), in, out);
  if (in.operands[1].form == in.operands[2].form) out.form = in.operands[1].form;
}

/// Two counting operands keep their distance within a group, so the same one is chosen throughout.
void minRule(const RuleInput &in, Facts &out) {
  chooseDims(in.a(), in.b(), nullptr, in, out);
  out.range.max = std::min(in.a().range.max, in.b().range.max);
}
void maxRule(const RuleInput &in, Facts &out) {
  chooseDims(in.a(), in.b(), nullptr, in, out);
  out.range.min = std::max(in.a().range.min, in.b().range.min);
}

bool areNonNegative(const RuleInput &in) { return in.a().range.isNonNegative() && in.b().range.isNonNegative(); }
void unsignedMinRule(const RuleInput &in, Facts &out) {
  areNonNegative(in) ? minRule(in, out) : keepConstancy(in, out);
}
void unsignedMaxRule(const RuleInput &in, Facts &out) {
  areNonNegative(in) ? maxRule(in, out) : keepConstancy(in, out);
}

// ---- Comparisons. ----

/// x < y and x >= y are decided by whole groups when x counts from a multiple of the group and y is such a multiple.
void compareGroups(const Facts &counting, const Facts &fixed, const RuleInput &in, Facts &out) {
  keepConstancy(in, out);
  for (unsigned d = 0; d < in.numDims(); ++d) {
    int64_t group = std::min(groupBelow(counting.dims[d], elementDivisor(fixed, in)), fixed.dims[d].constancy);
    out.dims[d].constancy = std::max(out.dims[d].constancy, group);
  }
}
void lessRule(const RuleInput &in, Facts &out) { compareGroups(in.a(), in.b(), in, out); }
void lessEqualRule(const RuleInput &in, Facts &out) { compareGroups(in.b(), in.a(), in, out); }

// ---- Conversions and shapes. ----

void copyDims(const RuleInput &in, Facts &out) { out.dims = in.a().dims; }

void signExtendRule(const RuleInput &in, Facts &out) {
  copyDims(in, out);
  out.range = in.a().range;
  if (in.a().form) out.form = extended(*in.a().form);
}

void limitRuns(const RuleInput &in, Facts &out) {
  for (unsigned d = 0; d < in.numDims(); ++d) {
    int64_t run = std::min(out.dims[d].run, out.dims[d].divisor);
    out.dims[d].divisor = divisorAt(out.dims[d], run, in.unit);
    out.dims[d].run = run;
  }
}

void zeroExtendRule(const RuleInput &in, Facts &out) {
  if (in.a().range.isNonNegative()) return signExtendRule(in, out);
  copyDims(in, out);
  limitRuns(in, out);
  unsigned width = in.op.operand(0)->type().elemBits();
  if (width < 63) out.range = {0, (int64_t{1} << width) - 1};
}

void truncateRule(const RuleInput &in, Facts &out) {
  copyDims(in, out);
  if (WideInterval(in.a().range).fits(in.form.width))
    out.range = in.a().range;
  else
    limitRuns(in, out);
  if (in.a().form) out.form = truncated(*in.a().form, in.form);
}

/// The same bits with another step: runs become single elements.
void reinterpretRule(const RuleInput &in, Facts &out) {
  int64_t unit = unitOf(in.op.operand(0)->type());
  if (!hasFacts(in.op.operand(0)->type())) return;
  for (unsigned d = 0; d < in.numDims(); ++d) {
    const DimFacts &dim = in.a().dims[d];
    out.dims[d].constancy = dim.constancy;
    out.dims[d].run = unit == in.unit ? dim.run : 1;
    out.dims[d].divisor = divisorAt(dim, out.dims[d].run, unit);
  }
  out.range = in.a().range;
  out.form = in.a().form;
}

void rangeRule(const RuleInput &in, Facts &out) {
  const auto &attrs = in.op.attrs<ir::RangeAttrs>();
  out.range = {attrs.start, attrs.end - 1};
  out.dims[0] = {in.size(0), 1, powerOfTwoIn(attrs.start)};
  out.form = constantForm(attrs.start, 1);
  out.form->strides[0] = 1;
}

void programIdRule(const RuleInput &in, Facts &out) {
  out.range = {0, in.op.attrs<ir::AxisAttrs>().axis == 0 ? INT32_MAX - 1 : UINT16_MAX - 1};
}
void numProgramsRule(const RuleInput &in, Facts &out) {
  out.range = {1, in.op.attrs<ir::AxisAttrs>().axis == 0 ? INT32_MAX : UINT16_MAX};
}

// The shape rules below see their operand in its own shape.

void expandDimsRule(const RuleInput &in, Facts &out) {
  auto axis = in.op.attrs<ir::AxisAttrs>().axis;
  out.range = in.a().range;
  out.dims = in.a().dims;
  out.dims.insert(out.dims.begin() + axis, DimFacts{1, 1, elementDivisor(in.a(), in)});
  out.form = in.a().form;
  if (out.form) out.form->strides.insert(static_cast<unsigned>(axis), 0);
}

void broadcastRule(const RuleInput &in, Facts &out) {
  Type from = in.op.operand(0)->type();
  out.range = in.a().range;
  out.form = in.a().form;
  if (out.form && !from.isTile()) out.form->strides = ir::DimVector::filled(in.type.rank(), 0);
  int64_t divisor = elementDivisor(in.a(), in);
  for (unsigned d = 0; d < in.numDims(); ++d) {
    bool repeats = !from.isTile() || (from.shape()[d] == 1 && in.size(d) != 1);
    out.dims[d] = repeats ? DimFacts{1, in.size(d), divisor} : in.a().dims[d];
    if (repeats && out.form) out.form->strides[d] = 0;
  }
}

void transposeRule(const RuleInput &in, Facts &out) {
  const ir::DimVector &order = in.op.attrs<ir::OrderAttrs>().order;
  out.range = in.a().range;
  out.form = in.a().form;
  for (unsigned d = 0; d < in.numDims(); ++d) {
    auto from = static_cast<unsigned>(order[d]);
    out.dims[d] = in.a().dims[from];
    if (out.form) out.form->strides[d] = in.a().form->strides[from];
  }
}

/// Strides of the same elements in another shape, if every dimension of it has one.
std::optional<ir::DimVector> reshapedStrides(const ir::DimVector &strides, std::span<const int64_t> from,
                                             std::span<const int64_t> to) {
  // What the element `step` positions on in row-major order, a power of two, adds.
  auto along = [&](int64_t step) {
    for (size_t d = from.size(); d-- > 0; step /= from[d])
      if (step < from[d]) return step * strides[static_cast<unsigned>(d)];
    return int64_t{0};
  };
  ir::DimVector result = ir::DimVector::filled(static_cast<unsigned>(to.size()), 0);
  int64_t inner = 1;
  for (size_t d = to.size(); d-- > 0; inner *= to[d]) {
    int64_t stride = to[d] > 1 ? along(inner) : 0;
    for (int64_t step = 1; step < to[d]; step *= 2)
      if (along(inner * step) != stride * step) return std::nullopt;
    result[static_cast<unsigned>(d)] = stride;
  }
  return result;
}

/// Groups of neighbours along the last dimension stay neighbours; about others only a form knows.
void reshapeRule(const RuleInput &in, Facts &out) {
  Type from = in.op.operand(0)->type();
  out.range = in.a().range;
  setDivisor(out, elementDivisor(in.a(), in));
  const DimFacts &last = in.a().dims.back();
  DimFacts &kept = out.dims.back();
  kept.run = std::min(last.run, in.size(in.numDims() - 1));
  kept.constancy = std::min(last.constancy, in.size(in.numDims() - 1));
  kept.divisor = std::max(elementDivisor(in.a(), in), divisorAt(last, kept.run, in.unit));
  if (!in.a().form) return;
  auto strides = reshapedStrides(in.a().form->strides, from.shape(), in.type.shape());
  if (!strides) return;
  out.form = in.a().form;
  out.form->strides = *strides;
}

/// Elements come from either operand.
void joinRule(const RuleInput &in, Facts &out) {
  out.range = in.a().range.hull(in.b().range);
  setDivisor(out, std::min(elementDivisor(in.a(), in), elementDivisor(in.b(), in)));
  for (unsigned d = 0; d + 1 < in.numDims(); ++d) {
    // Constancy and runs of both hold along the dimensions that were there before.
    const DimFacts &x = in.a().dims[d], &y = in.b().dims[d];
    out.dims[d].constancy = std::min(x.constancy, y.constancy);
  }
}

int64_t promise(const ir::DimVector &list, unsigned d) { return d < list.size() ? powerOfTwoIn(list[d]) : 1; }

/// The divisor that a chain of hints promises: `max_contiguous(multiple_of(x, 16), 16)` is one promise in two steps.
int64_t promisedDivisor(const Op &hint, unsigned d) {
  int64_t divisor = promise(hint.attrs<ir::HintAttrs>().divisible, d);
  const Op *inner = hint.operand(0)->def();
  return inner && inner->opcode() == Opcode::Hint ? std::max(divisor, promisedDivisor(*inner, d)) : divisor;
}

/// What the source promises holds beside what is known. A divisor counts where the promised runs start; without a
/// promise of runs, for the first element.
void hintRule(const RuleInput &in, Facts &out) {
  const auto &hint = in.op.attrs<ir::HintAttrs>();
  copyDims(in, out);
  out.range = in.a().range;
  out.form = in.a().form;
  for (unsigned d = 0; d < in.numDims(); ++d) {
    DimFacts &dim = out.dims[d];
    int64_t size = in.size(d), run = std::min(promise(hint.contiguous, d), size);
    dim.constancy = std::max(dim.constancy, std::min(promise(hint.constant, d), size));
    if (run > dim.run) dim = {run, dim.constancy, 1};
    int64_t divisor = std::min(promisedDivisor(in.op, d), kMaxDivisor);
    if (run > 1 && dim.run == run) {
      // A promise about longer runs says something about the first of the shorter ones in them.
      bool isEachHead = hint.contiguous[d] == run || run == size;
      dim.divisor = std::max(dim.divisor, isEachHead ? divisor : std::min(divisor, run * in.unit));
    }
    if (dim.run == size) dim.divisor = std::max(dim.divisor, divisor);
  }
}

void nothingRule(const RuleInput &, Facts &) {}

struct RuleRow {
  Opcode opcode;
  Rule rule;
};

constexpr RuleRow kRules[] = {
    {Opcode::ProgramId, programIdRule},
    {Opcode::NumPrograms, numProgramsRule},
    {Opcode::Range, rangeRule},
    {Opcode::AddI, sumRule},
    {Opcode::SubI, differenceRule},
    {Opcode::MulI, productRule},
    {Opcode::DivSI, signedQuotientRule},
    {Opcode::DivUI, unsignedQuotientRule},
    {Opcode::RemSI, signedRemainderRule},
    {Opcode::RemUI, unsignedRemainderRule},
    {Opcode::AndI, andRule},
    {Opcode::OrI, orRule},
    {Opcode::XorI, orRule},
    {Opcode::ShlI, shiftLeftRule},
    {Opcode::ShrSI, signedShiftRule},
    {Opcode::ShrUI, unsignedShiftRule},
    {Opcode::MinSI, minRule},
    {Opcode::MaxSI, maxRule},
    {Opcode::MinUI, unsignedMinRule},
    {Opcode::MaxUI, unsignedMaxRule},
    {Opcode::AbsI, keepConstancy},
    {Opcode::CmpEq, keepConstancy},
    {Opcode::CmpNe, keepConstancy},
    {Opcode::CmpSlt, lessRule},
    {Opcode::CmpSle, lessEqualRule},
    {Opcode::CmpUlt, lessRule},
    {Opcode::CmpUle, lessEqualRule},
    {Opcode::Select, selectRule},
    {Opcode::ExtSI, signExtendRule},
    {Opcode::ExtUI, zeroExtendRule},
    {Opcode::TruncI, truncateRule},
    {Opcode::Bitcast, reinterpretRule},
    {Opcode::PtrToInt, reinterpretRule},
    {Opcode::IntToPtr, reinterpretRule},
    {Opcode::AddPtr, addPointerRule},
    {Opcode::ExpandDims, expandDimsRule},
    {Opcode::Broadcast, broadcastRule},
    {Opcode::Trans, transposeRule},
    {Opcode::Reshape, reshapeRule},
    {Opcode::Join, joinRule},
    {Opcode::Hint, hintRule},
};

Rule ruleOf(Opcode opcode) {
  static const auto kByOpcode = [] {
    std::array<Rule, ir::kNumOpcodes> table;
    table.fill(nothingRule);
    for (const RuleRow &row : kRules) table[static_cast<size_t>(row.opcode)] = row.rule;
    return table;
  }();
  return kByOpcode[static_cast<size_t>(opcode)];
}

/// The facts of a scalar as those of a tile that repeats it.
Facts liftScalar(const Facts &scalar, Type type) {
  Facts lifted{scalar.range, {}, scalar.form, scalar.isNatural};
  for (int64_t size : type.shape()) lifted.dims.push_back({1, size, scalar.divisor()});
  if (lifted.form) lifted.form->strides = ir::DimVector::filled(type.rank(), 0);
  return lifted;
}

/// A run that starts at a multiple of its length never wraps inside, as long as it is no longer than half of the
/// numbers of the type: zero is a multiple of everything, and 0 to 255 as i8 goes up to 127 only.
void limitToWidth(Facts &facts, Type type, int64_t unit) {
  if (type.elemBits() > 32) return;  // no tile is so large
  int64_t longest = int64_t{1} << (type.elemBits() - 1);
  for (DimFacts &dim : facts.dims) {
    int64_t run = std::min(dim.run, longest);
    dim.divisor = divisorAt(dim, run, unit);
    dim.run = run;
  }
}

/// What holds for every element holds along each dimension.
void shareElementDivisor(Facts &facts) {
  int64_t divisor = facts.divisor();
  for (DimFacts &dim : facts.dims) dim.divisor = std::max(dim.divisor, divisor);
}

}  // namespace

bool hasFacts(Type type) { return type.isIntLike() || type.isPtrLike(); }

int64_t unitOf(Type type) { return type.isPtrLike() ? type.pointee().elemBytes() : 1; }

Facts unknownFacts(Type type) {
  Facts facts;
  facts.range = hasFacts(type) ? Interval::ofWidth(type.elemBits()) : Interval();
  facts.dims.resize(std::max(type.rank(), 1u));
  return facts;
}

Facts joinFacts(const Facts &a, const Facts &b, int64_t unit) {
  Facts joined{a.range.hull(b.range), a.dims, std::nullopt, a.isNatural && b.isNatural};
  for (unsigned d = 0; d < joined.dims.size(); ++d) {
    int64_t run = std::min(a.dims[d].run, b.dims[d].run);
    joined.dims[d] = {run, std::min(a.dims[d].constancy, b.dims[d].constancy),
                      std::min(divisorAt(a.dims[d], run, unit), divisorAt(b.dims[d], run, unit))};
  }
  return joined;
}

namespace {

bool staysNatural(const RuleInput &in) {
  bool a = in.operands[0].isNatural, b = in.operands[1].isNatural, c = in.operands[2].isNatural;
  switch (in.op.opcode()) {
  case Opcode::AddI:
  case Opcode::MulI:
  case Opcode::DivSI:
  case Opcode::MinSI:
  case Opcode::Join: return a && b;
  case Opcode::MaxSI:
  case Opcode::AndI: return a || b;
  case Opcode::Select: return b && c;
  case Opcode::RemSI:
  case Opcode::ShlI:
  case Opcode::ShrSI:
  case Opcode::ExtSI:
  case Opcode::Broadcast:
  case Opcode::ExpandDims:
  case Opcode::Trans:
  case Opcode::Reshape:
  case Opcode::Hint: return a;
  default: return false;
  }
}

}  // namespace

Facts applyRule(const Op &op, const std::function<const Facts &(const ir::Value *)> &factsOf) {
  Type type = op.result()->type();
  RuleInput in{op, type, {type.elemBits(), type.shape(), factsOf}, unitOf(type), {}};
  // Functions of the library may take more operands, but none has a rule.
  if (op.isElementwise() || op.info().format == ir::Format::Shape || op.opcode() == Opcode::Join)
    for (unsigned i = 0; i < std::min<size_t>(op.numOperands(), in.operands.size()); ++i) {
      const Facts &facts = factsOf(op.operand(i));
      bool lifts = op.isElementwise() && type.isTile() && !op.operand(i)->type().isTile();
      in.operands[i] = lifts ? liftScalar(facts, type) : facts;
    }
  Facts out = unknownFacts(type);
  ruleOf(op.opcode())(in, out);
  out.isNatural = staysNatural(in) || out.range.isNonNegative();
  shareElementDivisor(out);
  if (!type.isTile()) {
    // A scalar is the base of forms, not taken apart in them.
    out.form = out.range.isSingle() ? constantForm(out.range.min, 0) : anchoredForm(op.result(), {}, Certainty::Always);
    return out;
  }
  limitToWidth(out, type, in.unit);
  if (!out.form) return out;
  if (out.form->certainty == Certainty::Always)
    out.range = out.range.intersect(intervalOf(*out.form, in.form).wrapped(in.form.width));
  improveDims(out.dims, *out.form, in.unit, in.form);
  limitToWidth(out, type, in.unit);
  shareElementDivisor(out);
  return out;
}

}  // namespace tritonc::passes
