// Number formats of PTX, written for the emulator alone: an oracle must not share code with what it judges.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "runtime/emulator/types.h"

namespace tritonc::emulator {

enum class Round : uint8_t { NearestEven, NearestAway, Zero, Down, Up };

/// (-1)^isNegative * significand * 2^exponent, and `isInexact` if something smaller than the last place is missing.
struct Exact {
  enum class Kind : uint8_t { Finite, Infinite, NaN };
  Kind kind = Kind::Finite;
  bool isNegative = false;
  bool isInexact = false;
  uint64_t significand = 0;
  int exponent = 0;
};

/// The value of the bits of a floating-point type.
Exact unpack(uint64_t bits, Type type);
/// What remains where a value does not fit: infinity (or, in formats without one, NaN), or the largest finite number.
enum class Overflow : bool { ToInfinity, Saturate };
/// The bits of the value, rounded once.
uint64_t pack(const Exact &value, Type type, Round round, Overflow overflow);
Exact fromInteger(uint64_t magnitude, bool isNegative);
/// Saturates; NaN gives 0, as `cvt` of PTX does for f32 (and the least number for f64 sources of 64 bits; cvt knows).
uint64_t toInteger(const Exact &value, Type type, Round round);

/// x + y or x * y + z rounded to odd: a second rounding to at least two bits less is then as good as the only one.
double addToOdd(double x, double y);

// ---- The common cases, for loops over lanes ----

inline float flush(float x) { return std::fabs(x) < 0x1p-126f ? std::copysign(0.0f, x) : x; }
inline float canonical(float x) { return x != x ? std::bit_cast<float>(0x7fffffffu) : x; }
inline double canonical(double x) { return x != x ? std::bit_cast<double>(0x7ff8000000000000) : x; }

inline float halfToFloat(uint16_t h) {
  uint32_t magnitude = (h & 0x7fffu) << 13;
  // Infinity and NaN keep their exponent; everything else is rebiased by a multiplication, which is exact.
  float scaled = std::bit_cast<float>(magnitude) * 0x1p112f;
  uint32_t bits = magnitude >= 0x0f800000 ? magnitude | 0x7f800000 : std::bit_cast<uint32_t>(scaled);
  return std::bit_cast<float>(bits | (h & 0x8000u) << 16);
}

/// To nearest even.
inline uint16_t floatToHalf(float x) {
  uint32_t bits = std::bit_cast<uint32_t>(x), magnitude = bits & 0x7fffffff, sign = bits >> 16 & 0x8000;
  if (magnitude > 0x7f800000) return 0x7fff;
  if (magnitude >= 0x477ff000) return static_cast<uint16_t>(sign | 0x7c00);
  if (magnitude < 0x38800000) {
    // The sum's last place is the least f16.
    float sum = std::bit_cast<float>(magnitude) + 0.5f;
    return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(sum) - 0x3f000000));
  }
  uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1) - 0x38000000;
  return static_cast<uint16_t>(sign | rounded >> 13);
}

inline float bfloatToFloat(uint16_t b) { return std::bit_cast<float>(uint32_t{b} << 16); }

/// To nearest even.
inline uint16_t floatToBfloat(float x) {
  uint32_t bits = std::bit_cast<uint32_t>(x);
  if ((bits & 0x7fffffff) > 0x7f800000) return 0x7fff;
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

}  // namespace tritonc::emulator
