#include "runtime/emulator/numbers.h"

#include <algorithm>

namespace tritonc::emulator {
namespace {

/// How a type splits its bits.
struct Format {
  int exponentBits;
  int mantissaBits;
  /// e4m3 has no infinity, and one NaN for each sign.
  bool hasInfinity = true;
  /// Bits below the mantissa, which the type does not use: those of tf32.
  int padding = 0;

  int bias() const { return (1 << (exponentBits - 1)) - 1; }
  uint64_t maxExponent() const { return (uint64_t{1} << exponentBits) - 1; }
  uint64_t mantissaMask() const { return (uint64_t{1} << mantissaBits) - 1; }
  /// Sign clear.
  uint64_t infinity() const { return maxExponent() << mantissaBits; }
  uint64_t largest() const { return hasInfinity ? infinity() - 1 : infinity() | (mantissaMask() - 1); }
  /// What the hardware makes: all bits but the sign are set; in f64 and e5m2 only part of them.
  uint64_t nan() const {
    if (mantissaBits == 52) return infinity() | uint64_t{1} << 51;
    return infinity() | mantissaMask();
  }
};

Format formatOf(Type type) {
  switch (type) {
  case Type::F64: return {11, 52};
  case Type::TF32: return {8, 10, true, 13};
  case Type::F16:
  case Type::F16x2: return {5, 10};
  case Type::BF16:
  case Type::BF16x2: return {8, 7};
  case Type::E4M3:
  case Type::E4M3x2: return {4, 3, false};
  case Type::E5M2:
  case Type::E5M2x2: return {5, 2};
  default: return {8, 23};
  }
}

/// `kept` with `isHalf`/`isMore` below it, rounded.
uint64_t roundUp(uint64_t kept, bool isHalf, bool isMore, bool isNegative, Round round) {
  switch (round) {
  case Round::NearestEven: return kept + (isHalf && (isMore || (kept & 1)));
  case Round::NearestAway: return kept + isHalf;
  case Round::Zero: return kept;
  case Round::Down: return kept + (isNegative && (isHalf || isMore));
  case Round::Up: return kept + (!isNegative && (isHalf || isMore));
  }
  return kept;
}

/// Drops the last `count` places.
uint64_t shiftRounded(const Exact &value, int count, Round round) {
  if (count <= 0) return value.significand << -count;
  if (count > 64) return roundUp(0, false, value.significand != 0 || value.isInexact, value.isNegative, round);
  uint64_t kept = count == 64 ? 0 : value.significand >> count;
  bool isHalf = value.significand >> (count - 1) & 1;
  bool isMore = (value.significand & ((uint64_t{1} << (count - 1)) - 1)) != 0 || value.isInexact;
  return roundUp(kept, isHalf, isMore, value.isNegative, round);
}

}  // namespace

Exact unpack(uint64_t bits, Type type) {
  Format format = formatOf(type);
  bits >>= format.padding;
  Exact value;
  value.isNegative = bits >> (format.exponentBits + format.mantissaBits) & 1;
  uint64_t exponent = bits >> format.mantissaBits & format.maxExponent(), mantissa = bits & format.mantissaMask();
  bool isSpecial = exponent == format.maxExponent();
  if (isSpecial && format.hasInfinity) {
    value.kind = mantissa ? Exact::Kind::NaN : Exact::Kind::Infinite;
    return value;
  }
  if (isSpecial && mantissa == format.mantissaMask()) {
    value.kind = Exact::Kind::NaN;
    return value;
  }
  value.significand = exponent ? mantissa | uint64_t{1} << format.mantissaBits : mantissa;
  value.exponent = static_cast<int>(std::max<uint64_t>(exponent, 1)) - format.bias() - format.mantissaBits;
  return value;
}

uint64_t pack(const Exact &value, Type type, Round round, Overflow overflow) {
  Format format = formatOf(type);
  uint64_t sign = uint64_t{value.isNegative} << (format.exponentBits + format.mantissaBits);
  auto finish = [&](uint64_t bits) { return bits << format.padding; };
  if (value.kind == Exact::Kind::NaN) return finish(format.nan());
  uint64_t beyond = format.hasInfinity ? format.infinity() : format.nan();
  if (value.kind == Exact::Kind::Infinite)
    return finish(sign | (overflow == Overflow::Saturate ? format.largest() : beyond));
  if (value.significand == 0) {
    bool isAway = value.isInexact && round == (value.isNegative ? Round::Down : Round::Up);
    return finish(sign | uint64_t{isAway});
  }
  // The exponent of the last place that the result has.
  int top = 63 - std::countl_zero(value.significand) + value.exponent;
  int last = std::max(top, 1 - format.bias()) - format.mantissaBits;
  uint64_t kept = shiftRounded(value, last - value.exponent, round);
  // A carry out of the mantissa runs into the exponent as it should.
  uint64_t biased = static_cast<uint64_t>(std::max(top, 1 - format.bias()) + format.bias());
  bool isNormal = top >= 1 - format.bias();
  uint64_t bits = isNormal ? ((biased - 1) << format.mantissaBits) + kept : kept;
  if (bits > format.largest() || top > format.bias() + 1) {
    bool isTowardZero = round == Round::Zero || round == (value.isNegative ? Round::Up : Round::Down);
    bits = overflow == Overflow::Saturate || isTowardZero ? format.largest() : beyond;
  }
  return finish(sign | bits);
}

Exact fromInteger(uint64_t magnitude, bool isNegative) {
  return {.isNegative = isNegative, .significand = magnitude, .exponent = 0};
}

uint64_t toInteger(const Exact &value, Type type, Round round) {
  unsigned bits = bitsOf(type);
  uint64_t max = isSigned(type) ? (uint64_t{1} << (bits - 1)) - 1 : ~uint64_t{0} >> (64 - bits);
  uint64_t min = isSigned(type) ? uint64_t{1} << (bits - 1) : 0;
  if (value.kind == Exact::Kind::NaN) return 0;
  uint64_t limit = value.isNegative ? min : max;
  bool isHuge = value.kind == Exact::Kind::Infinite ||
                (value.exponent > 0 && value.significand != 0 && std::countl_zero(value.significand) < value.exponent);
  uint64_t magnitude = isHuge ? limit : shiftRounded(value, -value.exponent, round);
  magnitude = std::min(magnitude, limit);
  return value.isNegative ? 0 - magnitude : magnitude;
}

double addToOdd(double x, double y) {
  double sum = x + y;
  if (!std::isfinite(sum)) return sum;
  // What the sum lacks, exactly (Knuth's two-sum).
  double back = sum - x;
  double error = (x - (sum - back)) + (y - back);
  auto bits = std::bit_cast<uint64_t>(sum);
  if (error == 0 || (bits & 1)) return sum;
  return std::bit_cast<double>((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

}  // namespace tritonc::emulator
