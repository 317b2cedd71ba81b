#include "runtime/emulator/tensor_core.h"

#include <algorithm>
#include <bit>

#include "runtime/emulator/numbers.h"

namespace tritonc::emulator {
namespace {

constexpr int kNothing = -100000;

/// Bits of a significand below its leading one.
int fractionBits(Type type) {
  switch (type) {
  case Type::F32: return 23;
  case Type::F16:
  case Type::TF32: return 10;
  case Type::BF16: return 7;
  case Type::E4M3: return 3;
  default: return 2;
  }
}

int exponentBits(Type type) {
  switch (type) {
  case Type::F32:
  case Type::TF32:
  case Type::BF16: return 8;
  case Type::E4M3: return 4;
  default: return 5;
  }
}

/// Bits below the leading one of the largest term that the sum keeps.
int keptBits(Type input) { return input == Type::E4M3 || input == Type::E5M2 ? 13 : 25; }

/// The magnitude moved by so many places, cut.
int64_t moved(int64_t magnitude, int by) {
  if (by >= 0) return magnitude << by;
  return -by > 62 ? 0 : magnitude >> -by;
}

int64_t term(int32_t significand, int by) {
  return significand < 0 ? -moved(-int64_t{significand}, by) : moved(significand, by);
}

/// sum * 2^exponent in the format of the result: cut for f32, rounded for f16.
uint32_t finish(int64_t sum, int exponent, Type result) {
  Exact value{.isNegative = sum < 0, .significand = static_cast<uint64_t>(sum < 0 ? -sum : sum), .exponent = exponent};
  if (result == Type::F16)
    return static_cast<uint32_t>(pack(value, Type::F16, Round::NearestEven, Overflow::ToInfinity));
  auto bits = static_cast<uint32_t>(pack(value, Type::F32, Round::Zero, Overflow::ToInfinity));
  // What is too large is infinite, though cut.
  return value.significand && static_cast<int>(std::bit_width(value.significand)) + exponent > 128
             ? (bits & 0x80000000) | 0x7f800000
             : bits;
}

/// With a NaN or an infinity among the terms.
uint32_t special(std::span<const Factor> a, std::span<const Factor> b, const Factor &accumulator, Type result) {
  bool isNan = accumulator.kind == Factor::Kind::NaN, isUp = false, isDown = false;
  auto addInfinity = [&](bool isNegative) { (isNegative ? isDown : isUp) = true; };
  if (accumulator.kind == Factor::Kind::Infinite) addInfinity(accumulator.significand < 0);
  for (size_t k = 0; k < a.size(); ++k) {
    bool isInfinite = a[k].kind == Factor::Kind::Infinite || b[k].kind == Factor::Kind::Infinite;
    isNan |= a[k].kind == Factor::Kind::NaN || b[k].kind == Factor::Kind::NaN;
    isNan |= isInfinite && (a[k].significand == 0 || b[k].significand == 0);
    if (isInfinite) addInfinity((a[k].significand < 0) != (b[k].significand < 0));
  }
  isNan |= isUp && isDown;
  if (result == Type::F16) return isNan ? 0x7fff : isDown ? 0xfc00 : 0x7c00;
  return isNan ? 0x7fffffff : isDown ? 0xff800000 : 0x7f800000;
}

}  // namespace

Factor factorOf(uint32_t bits, Type type) {
  int fraction = fractionBits(type), width = exponentBits(type);
  if (type == Type::TF32) bits >>= 13;
  int32_t mantissa = static_cast<int32_t>(bits & ((1u << fraction) - 1));
  int exponent = static_cast<int>(bits >> fraction & ((1u << width) - 1)), most = (1 << width) - 1;
  bool isNegative = bits >> (fraction + width) & 1;
  Factor factor;
  if (exponent == most && (type != Type::E4M3 || mantissa == (1 << fraction) - 1)) {
    factor.kind = mantissa == 0 ? Factor::Kind::Infinite : Factor::Kind::NaN;
    factor.significand = isNegative ? -1 : 1;
    return factor;
  }
  factor.significand = exponent ? mantissa | 1 << fraction : mantissa;
  if (isNegative) factor.significand = -factor.significand;
  factor.lead = static_cast<int16_t>(std::max(exponent, 1) - (most >> 1));
  return factor;
}

uint32_t multiplyAdd(std::span<const Factor> a, std::span<const Factor> b, FactorTypes types, uint32_t accumulator,
                     Type result) {
  Factor start = factorOf(accumulator, result);
  int most = start.significand ? start.lead : kNothing;
  bool isFinite = start.kind == Factor::Kind::Finite;
  for (size_t k = 0; k < a.size(); ++k) {
    bool isZero = a[k].significand == 0 || b[k].significand == 0;
    most = std::max(most, isZero ? kNothing : a[k].lead + b[k].lead);
    isFinite &= a[k].kind == Factor::Kind::Finite && b[k].kind == Factor::Kind::Finite;
  }
  if (!isFinite) return special(a, b, start, result);
  if (most == kNothing) return 0;
  int last = most - keptBits(types.a), below = fractionBits(types.a) + fractionBits(types.b);
  int64_t sum = term(start.significand, start.lead - fractionBits(result) - last);
  for (size_t k = 0; k < a.size(); ++k)
    sum += term(a[k].significand * b[k].significand, a[k].lead + b[k].lead - below - last);
  return finish(sum, last, result);
}

}  // namespace tritonc::emulator
