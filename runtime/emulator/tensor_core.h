// The sum of products that the tensor cores of Hopper make for an f32 accumulator.
//
// All terms, the accumulator among them, are cut (not rounded) at a place so many bits below the leading one of the
// largest, their sum is exact, and the result is cut to the format of the accumulator. 16-bit and tf32 inputs keep 25
// bits below the leading one, 8-bit inputs 13 (measured by wgmma on an H200). The leading place of a product is the sum
// of those of its factors, though the product may be up to four times as large.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/emulator/types.h"

namespace tritonc::emulator {

/// A number as a factor: significand * 2^(lead - kept), where `kept` is a matter of the type.
struct Factor {
  enum class Kind : uint8_t { Finite, Infinite, NaN };
  int32_t significand = 0;
  int16_t lead = 0;
  Kind kind = Kind::Finite;
};

/// The element's value; the tensor core ignores the lower bits of tf32.
Factor factorOf(uint32_t bits, Type type);

struct FactorTypes {
  Type a, b;
};
/// Bits of the f32 (or f16, if `result` says so) that a[0] * b[0] + a[1] * b[1] + ... + accumulator gives.
uint32_t multiplyAdd(std::span<const Factor> a, std::span<const Factor> b, FactorTypes types, uint32_t accumulator,
                     Type result);

}  // namespace tritonc::emulator
