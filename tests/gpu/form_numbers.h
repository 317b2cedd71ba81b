// Number formats of matrix elements, written for the references of ptx_forms alone.
#pragma once

#include <cstdint>
#include <random>
#include <string_view>

namespace tritonc::forms {

using Rng = std::mt19937_64;

enum class Elem : uint8_t { F16, BF16, TF32, E4M3, E5M2, S8, U8, F32, S32, F64 };

/// The spelling in PTX.
std::string_view name(Elem elem);
unsigned bitsOf(Elem elem);
bool isInteger(Elem elem);
/// Takes bits of a register that may have more: tf32 is read without its low bits.
double decode(uint64_t bits, Elem elem);
/// To nearest even; the value must not overflow.
uint64_t encode(double value, Elem elem);

/// A small integer, so that sums of products are exact however they are made; tf32 gets low bits that do not count.
uint64_t smallElement(Rng &rng, Elem elem);
/// Any finite element of moderate size; integers have all values.
uint64_t anyElement(Rng &rng, Elem elem);

inline int between(Rng &rng, int low, int high) { return std::uniform_int_distribution<int>(low, high)(rng); }

}  // namespace tritonc::forms
