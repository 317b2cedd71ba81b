// Arithmetic on affine forms. Results are reduced to the width of the value, and Always only when proven.
#pragma once

#include <functional>
#include <span>

#include "passes/affine.h"

namespace tritonc::passes {

/// What a form is about: the width of its integers, the shape of the tile, and where facts about its scalars are.
struct FormContext {
  unsigned width;
  std::span<const int64_t> shape;
  std::function<const Facts &(const ir::Value *)> factsOf;
};

AffineForm constantForm(int64_t constant, unsigned rank);
/// The value itself as the base, with the strides given.
AffineForm anchoredForm(ir::Value *value, const ir::DimVector &strides, Certainty certainty);

AffineForm sum(const AffineForm &a, const AffineForm &b, const FormContext &context);
AffineForm scaled(const AffineForm &form, int64_t factor, const FormContext &context);
AffineForm difference(const AffineForm &a, const AffineForm &b, const FormContext &context);
/// The form of the value sign-extended from `fromWidth` bits to the width of `context`.
AffineForm extended(AffineForm form);
/// The form of the low bits.
AffineForm truncated(const AffineForm &form, const FormContext &context);

/// The interval of the form as an equation of integers.
WideInterval intervalOf(const AffineForm &form, const FormContext &context);

/// What the form says about each dimension; `unit` is the step of a run. Nothing for a form that holds only Usually.
void improveDims(std::vector<DimFacts> &dims, const AffineForm &form, int64_t unit, const FormContext &context);

/// The largest power of two, up to kMaxDivisor, that divides the number.
int64_t powerOfTwoIn(int64_t number);
/// The product of two divisors.
int64_t productOfDivisors(int64_t a, int64_t b);
/// What divides the elements at multiples of `run`.
int64_t divisorAt(const DimFacts &dim, int64_t run, int64_t unit);

}  // namespace tritonc::passes
