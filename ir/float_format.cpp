#include "ir/float_format.h"

#include <bit>
#include <cmath>
#include <limits>

namespace tritonc::ir {
namespace {

struct FloatFormat {
  int mantissaBits;
  int exponentBits;
  int bias;
  /// Bits of the largest finite value, and of the quiet NaN, without sign.
  uint64_t largest;
  uint64_t nan;
  bool hasInfinity;
  bool saturates;

  uint64_t exponentMask() const { return (uint64_t{1} << exponentBits) - 1; }
  uint64_t mantissaMask() const { return (uint64_t{1} << mantissaBits) - 1; }
  int signBit() const { return mantissaBits + exponentBits; }
  bool isNan(uint64_t magnitude) const { return magnitude > (hasInfinity ? largest + 1 : largest); }
};

FloatFormat formatOf(ScalarKind kind) {
  switch (kind) {
  case ScalarKind::F8E4M3: return {3, 4, 7, 0x7e, 0x7f, false, true};
  case ScalarKind::F8E5M2: return {2, 5, 15, 0x7b, 0x7f, true, true};
  case ScalarKind::F16: return {10, 5, 15, 0x7bff, 0x7e00, true, false};
  case ScalarKind::BF16: return {7, 8, 127, 0x7f7f, 0x7fc0, true, false};
  case ScalarKind::F32: return {23, 8, 127, 0x7f7fffff, 0x7fc00000, true, false};
  case ScalarKind::F64: return {52, 11, 1023, 0x7fefffffffffffff, 0x7ff8000000000000, true, false};
  case ScalarKind::I1:
  case ScalarKind::I8:
  case ScalarKind::I16:
  case ScalarKind::I32:
  case ScalarKind::I64: break;
  }
  TC_UNREACHABLE("callers ask about floats only");
}

}  // namespace

double decodeFloat(ScalarKind kind, uint64_t bits) {
  FloatFormat f = formatOf(kind);
  uint64_t magnitude = bits & ((uint64_t{1} << f.signBit()) - 1);
  double sign = (bits >> f.signBit()) & 1 ? -1.0 : 1.0;
  if (f.isNan(magnitude)) return std::copysign(std::numeric_limits<double>::quiet_NaN(), sign);
  if (f.hasInfinity && magnitude == f.largest + 1) return sign * std::numeric_limits<double>::infinity();
  int exponent = static_cast<int>((magnitude >> f.mantissaBits) & f.exponentMask());
  uint64_t mantissa = magnitude & f.mantissaMask();
  if (exponent != 0) mantissa |= uint64_t{1} << f.mantissaBits;
  int scale = std::max(exponent, 1) - f.bias - f.mantissaBits;
  return sign * std::ldexp(static_cast<double>(mantissa), scale);
}

uint64_t encodeFloat(ScalarKind kind, double value, Rounding round) {
  FloatFormat f = formatOf(kind);
  uint64_t sign = uint64_t{std::signbit(value)} << f.signBit();
  if (std::isnan(value)) return sign | f.nan;
  if (kind == ScalarKind::F64) return std::bit_cast<uint64_t>(value);
  uint64_t infinity = f.saturates || !f.hasInfinity ? f.largest : f.largest + 1;
  if (std::isinf(value)) return sign | infinity;
  double magnitude = std::fabs(value);
  if (magnitude == 0) return sign;

  // Count in units of the last place: scaling by a power of two is exact, then one rounding decides.
  int exponent = std::max(std::ilogb(magnitude), 1 - f.bias);
  double units = std::ldexp(magnitude, f.mantissaBits - exponent);
  uint64_t count = static_cast<uint64_t>(round == Rounding::NearestEven ? std::nearbyint(units) : std::trunc(units));
  // A count below 2^mantissaBits is subnormal (exponent field 0); a carry out of the mantissa bumps the exponent by
  // itself.
  uint64_t bits = (static_cast<uint64_t>(exponent + f.bias - 1) << f.mantissaBits) + count;
  if (bits > f.largest) return sign | (round == Rounding::TowardZero ? f.largest : infinity);
  return sign | bits;
}

}  // namespace tritonc::ir
