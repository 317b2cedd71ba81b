// Each factor is a sum of parts that the units multiply exactly, the first one the factor rounded:
//
//   tf32x3    a1 * b0 + a0 * b1                                        where NaN 0, + a0 * b0
//   bf16x3    the same
//   bf16x6    a1 * b1 + a2 * b0 + a0 * b2 + a1 * b0 + a0 * b1          where NaN 0, + a0 * b0
//
// An infinite factor has NaN for its other parts; the product of the first parts says what the result is then.
#include "frontend/dot_precision.h"

#include <vector>

#include "ir/support/check.h"

namespace tritonc::frontend {
namespace {

using ir::Opcode;

RuntimeValue isNan(Emitter &e, const RuntimeValue &value) {
  return e.elementwise(Opcode::CmpUne, {value, value}, Scalar::Int1);
}

/// To the nearest tf32, ties away from zero, as an fp32. What an addition to the bits would make of a NaN is no NaN.
RuntimeValue roundToTf32(Emitter &e, const RuntimeValue &value) {
  constexpr int64_t kHalf = 0x1000, kMantissa = ~int64_t{0x1fff};
  auto number = [&](int64_t bits) { return e.constant(Scalar::Int32, Value(BigInt(bits)), value.shape); };
  RuntimeValue bits = e.bitcast(value, Scalar::Int32);
  bits = e.elementwise(Opcode::AddI, {bits, number(kHalf)}, Scalar::Int32);
  bits = e.elementwise(Opcode::AndI, {bits, number(kMantissa)}, Scalar::Int32);
  return e.elementwise(Opcode::Select, {isNan(e, value), value, e.bitcast(bits, Scalar::Float32)}, Scalar::Float32);
}

/// The last part is short enough, or as good as one, if the unit cuts it off.
std::vector<RuntimeValue> partsOf(Emitter &e, const RuntimeValue &factor, DotPrecision precision) {
  unsigned count = precision == DotPrecision::Bf16x6 ? 3 : 2;
  std::vector<RuntimeValue> parts;
  RuntimeValue rest = factor;
  for (unsigned i = 0; i < count; ++i) {
    if (precision == DotPrecision::Tf32x3)
      parts.push_back(i + 1 < count ? roundToTf32(e, rest) : rest);
    else
      parts.push_back(e.cast(rest, Scalar::BFloat16));
    if (i + 1 < count) rest = e.elementwise(Opcode::SubF, {rest, e.cast(parts[i], Scalar::Float32)}, Scalar::Float32);
  }
  return parts;
}

}  // namespace

RuntimeValue productOfParts(Emitter &e, const DotFactors &factors, DotPrecision precision, const DotStep &dot,
                            const RuntimeValue &zero) {
  TC_CHECK(precision != DotPrecision::Tf32 && precision != DotPrecision::Ieee, "those are one product");
  std::vector<RuntimeValue> a = partsOf(e, factors.a, precision), b = partsOf(e, factors.b, precision);
  RuntimeValue sum = zero;
  if (precision == DotPrecision::Bf16x6)
    for (unsigned i : {1u, 2u, 0u}) sum = dot({a[i], b[2 - i]}, sum);
  for (unsigned i : {1u, 0u}) sum = dot({a[i], b[1 - i]}, sum);
  sum = e.elementwise(Opcode::Select, {isNan(e, sum), zero, sum}, Scalar::Float32);
  return dot({a[0], b[0]}, sum);
}

}  // namespace tritonc::frontend
