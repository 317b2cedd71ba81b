// BigInt: Python's integers, of any size.
//
// Numbers that fit into 64 bits, nearly all of them, are stored inline; the others go through Boost.Multiprecision,
// which only big_int.cpp includes.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tritonc::frontend {

class BigInt {
public:
  BigInt() = default;
  BigInt(int64_t value) : small_(value) {}
  static BigInt fromUnsigned(uint64_t value);
  /// The digits of a literal in base 2, 8, 10 or 16, without prefix; underscores are skipped.
  static BigInt fromDigits(std::string_view digits, unsigned base);
  /// The integer part. `value` is finite.
  static BigInt fromDouble(double value);

  bool isZero() const { return !wide_ && small_ == 0; }
  bool isNegative() const;
  /// Bits of the magnitude: 0 for 0, 3 for 5 and for -5.
  uint64_t bitLength() const;

  std::optional<int64_t> toInt64() const { return wide_ ? std::nullopt : std::optional(small_); }
  std::optional<uint64_t> toUInt64() const;
  /// The low 64 bits in two's complement.
  uint64_t lowBits() const;
  /// Rounded to nearest even; nothing if it is too large.
  std::optional<double> toDouble() const;
  std::string toString() const;

  friend BigInt operator+(const BigInt &a, const BigInt &b);
  friend BigInt operator-(const BigInt &a, const BigInt &b);
  friend BigInt operator*(const BigInt &a, const BigInt &b);
  friend BigInt operator&(const BigInt &a, const BigInt &b);
  friend BigInt operator|(const BigInt &a, const BigInt &b);
  friend BigInt operator^(const BigInt &a, const BigInt &b);
  friend BigInt operator-(const BigInt &a) { return BigInt(0) - a; }
  friend BigInt operator~(const BigInt &a) { return BigInt(-1) - a; }

  /// Python's `//` and `%`: toward minus infinity, remainder with the sign of the divisor. `b` is not zero.
  friend BigInt floorDivide(const BigInt &a, const BigInt &b);
  friend BigInt floorModulo(const BigInt &a, const BigInt &b);
  /// Python's `/`, rounded once; nothing if the result is too large. `b` is not zero.
  friend std::optional<double> trueDivide(const BigInt &a, const BigInt &b);
  friend BigInt shiftLeft(const BigInt &a, uint32_t amount);
  /// Toward minus infinity.
  friend BigInt shiftRight(const BigInt &a, uint64_t amount);
  friend BigInt power(const BigInt &a, uint32_t exponent);

  friend std::strong_ordering operator<=>(const BigInt &a, const BigInt &b);
  friend bool operator==(const BigInt &a, const BigInt &b) { return (a <=> b) == std::strong_ordering::equal; }
  /// By exact value, as Python compares an int with a float.
  friend std::partial_ordering compare(const BigInt &a, double b);

private:
  struct Wide;
  BigInt(const Wide &value);
  Wide wide() const;

  int64_t small_ = 0;
  /// Set for values outside the range of `small_` only.
  std::shared_ptr<const Wide> wide_;
};

// For calls whose first operand is a plain number.
BigInt shiftLeft(const BigInt &a, uint32_t amount);

}  // namespace tritonc::frontend
