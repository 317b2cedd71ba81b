#include "tests/gpu/form_numbers.h"

#include <array>
#include <bit>
#include <cmath>

namespace tritonc::forms {
namespace {

struct Format {
  std::string_view name;
  unsigned bits;
  /// 0 of integers.
  unsigned exponent, mantissa, padding;
};

constexpr auto kFormats = std::to_array<Format>({
    {"f16", 16, 5, 10, 0},
    {"bf16", 16, 8, 7, 0},
    {"tf32", 32, 8, 10, 13},
    {"e4m3", 8, 4, 3, 0},
    {"e5m2", 8, 5, 2, 0},
    {"s8", 8, 0, 0, 0},
    {"u8", 8, 0, 0, 0},
    {"f32", 32, 8, 23, 0},
    {"s32", 32, 0, 0, 0},
    {"f64", 64, 11, 52, 0},
});

const Format &formatOf(Elem elem) { return kFormats[static_cast<size_t>(elem)]; }

}  // namespace

std::string_view name(Elem elem) { return formatOf(elem).name; }
unsigned bitsOf(Elem elem) { return formatOf(elem).bits; }
bool isInteger(Elem elem) { return formatOf(elem).exponent == 0; }

double decode(uint64_t bits, Elem elem) {
  if (elem == Elem::F64) return std::bit_cast<double>(bits);
  if (elem == Elem::F32) return std::bit_cast<float>(static_cast<uint32_t>(bits));
  if (elem == Elem::S8) return static_cast<int8_t>(bits);
  if (elem == Elem::U8) return static_cast<uint8_t>(bits);
  if (elem == Elem::S32) return static_cast<int32_t>(bits);
  const Format &format = formatOf(elem);
  bits >>= format.padding;
  auto mantissa = static_cast<double>(bits & ((1u << format.mantissa) - 1));
  int exponent = static_cast<int>(bits >> format.mantissa & ((1u << format.exponent) - 1));
  int bias = (1 << (format.exponent - 1)) - 1, places = static_cast<int>(format.mantissa);
  double value = exponent == 0 ? std::ldexp(mantissa, 1 - bias - places)
                               : std::ldexp(mantissa + (1 << places), exponent - bias - places);
  return bits >> (format.exponent + format.mantissa) & 1 ? -value : value;
}

uint64_t encode(double value, Elem elem) {
  if (elem == Elem::F64) return std::bit_cast<uint64_t>(value);
  if (elem == Elem::F32) return std::bit_cast<uint32_t>(static_cast<float>(value));
  const Format &format = formatOf(elem);
  if (isInteger(elem)) return static_cast<uint64_t>(static_cast<int64_t>(value)) & ((uint64_t{1} << format.bits) - 1);
  uint64_t sign = uint64_t{std::signbit(value)} << (format.exponent + format.mantissa);
  double magnitude = std::fabs(value);
  int bias = (1 << (format.exponent - 1)) - 1, places = static_cast<int>(format.mantissa);
  int top = magnitude == 0 ? 1 - bias : std::max(std::ilogb(magnitude), 1 - bias);
  // The last place becomes 1, and is rounded as the host does.
  auto units = static_cast<uint64_t>(std::nearbyint(std::ldexp(magnitude, places - top)));
  bool isNormal = units >> places != 0;
  uint64_t bits = isNormal ? (static_cast<uint64_t>(top + bias - 1) << places) + units : units;
  return (sign | bits) << format.padding;
}

uint64_t smallElement(Rng &rng, Elem elem) {
  uint64_t bits = encode(between(rng, elem == Elem::U8 ? 0 : -3, 3), elem);
  return elem == Elem::TF32 ? bits | (rng() & 0x1fff) : bits;
}

uint64_t anyElement(Rng &rng, Elem elem) {
  const Format &format = formatOf(elem);
  if (isInteger(elem)) return rng() & ((uint64_t{1} << format.bits) - 1);
  uint64_t bias = (uint64_t{1} << (format.exponent - 1)) - 1;
  uint64_t exponent = bias + static_cast<uint64_t>(between(rng, -4, 4));
  uint64_t mantissa = rng() & ((uint64_t{1} << format.mantissa) - 1);
  uint64_t sign = rng() & 1;
  uint64_t bits = sign << (format.exponent + format.mantissa) | exponent << format.mantissa | mantissa;
  return bits << format.padding;
}

}  // namespace tritonc::forms
