// Arithmetic on affine forms: see affine_form.h.
#include "passes/affine_form.h"

#include <algorithm>
#include <bit>

namespace tritonc::passes {
namespace {

using Term = AffineForm::Term;

// Arithmetic happens on 64-bit words, which agree with any narrower width in the low bits.

int64_t multiply(int64_t a, int64_t b, unsigned width) {
  return ir::signExtend(static_cast<uint64_t>(wrappingMul(a, b)), width);
}
int64_t add(int64_t a, int64_t b, unsigned width) {
  return ir::signExtend(static_cast<uint64_t>(wrappingAdd(a, b)), width);
}

std::vector<Term> mergeTerms(const std::vector<Term> &a, const std::vector<Term> &b, unsigned width) {
  std::vector<Term> merged;
  size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    bool takesA = j == b.size() || (i < a.size() && a[i].value->id() < b[j].value->id());
    bool takesB = i == a.size() || (j < b.size() && b[j].value->id() < a[i].value->id());
    Term term = takesB ? b[j++] : a[i++];
    if (!takesA && !takesB) term.coefficient = add(term.coefficient, b[j++].coefficient, width);
    if (term.coefficient != 0) merged.push_back(term);
  }
  return merged;
}

/// Everything but the scalars.
WideInterval intervalOfRest(const AffineForm &form, const FormContext &context) {
  WideInterval total(Interval::exactly(form.constant));
  for (unsigned d = 0; d < form.strides.size(); ++d)
    total = total + WideInterval({0, context.shape[d] - 1}) * WideInterval(Interval::exactly(form.strides[d]));
  return total;
}

/// Whether a form that holds modulo 2^width is an equation of integers. The value is within its width, so it is when
/// the right side is: by its interval, or because a base divisible by 2^k stays within its width when something in
/// [0, 2^k) is added.
bool provesExact(const AffineForm &form, const FormContext &context) {
  if (intervalOf(form, context).fits(context.width)) return true;
  if (form.terms.size() != 1 || form.terms[0].coefficient != 1) return false;
  const Facts &base = context.factsOf(form.terms[0].value);
  Interval rest = intervalOfRest(form, context).wrapped(64);
  return Interval::ofWidth(context.width).contains(base.range) && rest.min >= 0 && rest.max < base.baseDivisor();
}

AffineForm withCertainty(AffineForm form, Certainty operands, const FormContext &context) {
  if (operands == Certainty::Usually)
    form.certainty = Certainty::Usually;
  else
    form.certainty = provesExact(form, context) ? Certainty::Always : Certainty::Modulo;
  return form;
}

}  // namespace

AffineForm constantForm(int64_t constant, unsigned rank) {
  AffineForm form;
  form.constant = constant;
  form.strides = ir::DimVector::filled(rank, 0);
  return form;
}

AffineForm anchoredForm(ir::Value *value, const ir::DimVector &strides, Certainty certainty) {
  AffineForm form;
  form.terms.push_back({value, 1});
  form.strides = strides;
  form.certainty = certainty;
  return form;
}

AffineForm sum(const AffineForm &a, const AffineForm &b, const FormContext &context) {
  AffineForm form;
  form.terms = mergeTerms(a.terms, b.terms, context.width);
  form.strides = ir::DimVector::filled(a.strides.size(), 0);
  for (unsigned d = 0; d < a.strides.size(); ++d) form.strides[d] = add(a.strides[d], b.strides[d], context.width);
  form.constant = add(a.constant, b.constant, context.width);
  return withCertainty(std::move(form), std::min(a.certainty, b.certainty), context);
}

AffineForm scaled(const AffineForm &form, int64_t factor, const FormContext &context) {
  AffineForm result;
  for (const Term &term : form.terms) {
    int64_t coefficient = multiply(term.coefficient, factor, context.width);
    if (coefficient != 0) result.terms.push_back({term.value, coefficient});
  }
  for (int64_t stride : form.strides) result.strides.push(multiply(stride, factor, context.width));
  result.constant = multiply(form.constant, factor, context.width);
  return withCertainty(std::move(result), form.certainty, context);
}

AffineForm difference(const AffineForm &a, const AffineForm &b, const FormContext &context) {
  return sum(a, scaled(b, -1, context), context);
}

AffineForm extended(AffineForm form) {
  if (form.certainty == Certainty::Modulo) form.certainty = Certainty::Usually;
  return form;
}

AffineForm truncated(const AffineForm &form, const FormContext &context) { return scaled(form, 1, context); }

WideInterval intervalOf(const AffineForm &form, const FormContext &context) {
  WideInterval total = intervalOfRest(form, context);
  for (const Term &term : form.terms)
    total = total + WideInterval(context.factsOf(term.value).range) * WideInterval(Interval::exactly(term.coefficient));
  return total;
}

void improveDims(std::vector<DimFacts> &dims, const AffineForm &form, int64_t unit, const FormContext &context) {
  if (form.certainty == Certainty::Usually) return;
  int64_t base = powerOfTwoIn(form.constant);
  for (const Term &term : form.terms)
    base = std::min(base, productOfDivisors(powerOfTwoIn(term.coefficient), context.factsOf(term.value).baseDivisor()));
  for (unsigned d = 0; d < form.strides.size(); ++d) {
    int64_t divisor = base, size = context.shape[d], stride = form.strides[d];
    for (unsigned other = 0; other < form.strides.size(); ++other)
      if (other != d && context.shape[other] > 1) divisor = std::min(divisor, powerOfTwoIn(form.strides[other]));
    int64_t run = stride == unit && size > 1 ? size : 1;
    // Without a proof, the sum may wrap where no element of the run is a multiple of its length.
    if (form.certainty == Certainty::Modulo) run = std::min(run, std::max<int64_t>(divisor / unit, 1));
    if (run < size) divisor = std::min(divisor, productOfDivisors(powerOfTwoIn(stride), run));
    // The first element of a longer run is also one of a shorter run.
    dims[d].divisor = std::max(divisor, dims[d].divisor);
    dims[d].run = std::max(dims[d].run, run);
    if (stride == 0) dims[d].constancy = size;
  }
}

int64_t powerOfTwoIn(int64_t number) {
  if (number == 0) return kMaxDivisor;
  return std::min(int64_t{1} << std::min(std::countr_zero(static_cast<uint64_t>(number)), 62), kMaxDivisor);
}

int64_t productOfDivisors(int64_t a, int64_t b) { return std::min(a * b, kMaxDivisor); }

int64_t divisorAt(const DimFacts &dim, int64_t run, int64_t unit) {
  return run >= dim.run ? dim.divisor : std::min(dim.divisor, productOfDivisors(run, powerOfTwoIn(unit)));
}

}  // namespace tritonc::passes
