// The wide half of BigInt, on Boost.Multiprecision.
#include "frontend/big_int.h"

#include <boost/multiprecision/cpp_int.hpp>

#include <cmath>
#include <limits>

#include "ir/support/check.h"

namespace tritonc::frontend {
namespace {

using boost::multiprecision::cpp_int;

unsigned digitValue(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  return static_cast<unsigned>((c | 0x20) - 'a') + 10;
}

uint64_t magnitudeBits(const cpp_int &value) {
  cpp_int magnitude = abs(value);
  return magnitude.is_zero() ? 0 : msb(magnitude) + 1;
}

/// `magnitude` * 2^exponent, rounded once; `isInexact` says that a little more was cut off below.
std::optional<double> roundToDouble(cpp_int magnitude, int64_t exponent, bool isInexact) {
  uint64_t bits = magnitudeBits(magnitude);
  if (bits > 64) {
    auto excess = static_cast<unsigned>(bits - 64);
    cpp_int kept = magnitude >> excess;
    isInexact = isInexact || (kept << excess) != magnitude;
    magnitude = kept;
    exponent += excess;
  }
  // 64 bits leave room for a sticky bit below the 53 that count.
  auto top = static_cast<uint64_t>(magnitude) | (isInexact ? 1 : 0);
  if (exponent > 2000) return std::nullopt;
  double result = std::ldexp(static_cast<double>(top), static_cast<int>(std::max<int64_t>(exponent, -3000)));
  return std::isinf(result) ? std::nullopt : std::optional(result);
}

}  // namespace

struct BigInt::Wide {
  cpp_int value;
};

BigInt::BigInt(const Wide &value) {
  if (value.value >= std::numeric_limits<int64_t>::min() && value.value <= std::numeric_limits<int64_t>::max())
    small_ = static_cast<int64_t>(value.value);
  else
    wide_ = std::make_shared<const Wide>(value);
}

BigInt::Wide BigInt::wide() const { return wide_ ? *wide_ : Wide{small_}; }

BigInt BigInt::fromUnsigned(uint64_t value) { return Wide{value}; }

BigInt BigInt::fromDigits(std::string_view digits, unsigned base) {
  cpp_int value = 0;
  for (char c : digits)
    if (c != '_') value = value * base + digitValue(c);
  return Wide{value};
}

BigInt BigInt::fromDouble(double value) {
  TC_CHECK(std::isfinite(value), "callers refuse infinities and NaNs");
  return Wide{cpp_int(std::trunc(value))};
}

bool BigInt::isNegative() const { return wide_ ? wide_->value < 0 : small_ < 0; }

uint64_t BigInt::bitLength() const { return magnitudeBits(wide().value); }

std::optional<uint64_t> BigInt::toUInt64() const {
  if (isNegative() || bitLength() > 64) return std::nullopt;
  return lowBits();
}

uint64_t BigInt::lowBits() const {
  if (!wide_) return static_cast<uint64_t>(small_);
  cpp_int magnitude = abs(wide_->value) & std::numeric_limits<uint64_t>::max();
  auto low = static_cast<uint64_t>(magnitude);
  return isNegative() ? 0 - low : low;
}

std::optional<double> BigInt::toDouble() const {
  if (!wide_) return static_cast<double>(small_);
  std::optional<double> magnitude = roundToDouble(abs(wide_->value), 0, /*isInexact=*/false);
  if (!magnitude) return std::nullopt;
  return isNegative() ? -*magnitude : *magnitude;
}

std::string BigInt::toString() const { return wide_ ? wide_->value.str() : std::to_string(small_); }

BigInt operator+(const BigInt &a, const BigInt &b) {
  int64_t sum;
  if (!a.wide_ && !b.wide_ && !__builtin_add_overflow(a.small_, b.small_, &sum)) return sum;
  return BigInt::Wide{a.wide().value + b.wide().value};
}

BigInt operator-(const BigInt &a, const BigInt &b) {
  int64_t difference;
  if (!a.wide_ && !b.wide_ && !__builtin_sub_overflow(a.small_, b.small_, &difference)) return difference;
  return BigInt::Wide{a.wide().value - b.wide().value};
}

BigInt operator*(const BigInt &a, const BigInt &b) {
  int64_t product;
  if (!a.wide_ && !b.wide_ && !__builtin_mul_overflow(a.small_, b.small_, &product)) return product;
  return BigInt::Wide{a.wide().value * b.wide().value};
}

namespace {

/// Applies a bitwise operation in two's complement, which Boost does not define for negative numbers: both operands are
/// lifted by a multiple of 2^bits first.
template <class Op> cpp_int bitwise(const cpp_int &a, const cpp_int &b, Op op) {
  auto bits = static_cast<unsigned>(std::max(magnitudeBits(a), magnitudeBits(b)) + 1);
  cpp_int modulus = cpp_int(1) << bits;
  auto lift = [&](const cpp_int &value) { return value < 0 ? cpp_int(value + modulus) : value; };
  cpp_int result = op(lift(a), lift(b));
  return bit_test(result, bits - 1) ? cpp_int(result - modulus) : result;
}

}  // namespace

BigInt operator&(const BigInt &a, const BigInt &b) {
  if (!a.wide_ && !b.wide_) return a.small_ & b.small_;
  return BigInt::Wide{
      bitwise(a.wide().value, b.wide().value, [](const auto &x, const auto &y) -> cpp_int { return x & y; })};
}

BigInt operator|(const BigInt &a, const BigInt &b) {
  if (!a.wide_ && !b.wide_) return a.small_ | b.small_;
  return BigInt::Wide{
      bitwise(a.wide().value, b.wide().value, [](const auto &x, const auto &y) -> cpp_int { return x | y; })};
}

BigInt operator^(const BigInt &a, const BigInt &b) {
  if (!a.wide_ && !b.wide_) return a.small_ ^ b.small_;
  return BigInt::Wide{
      bitwise(a.wide().value, b.wide().value, [](const auto &x, const auto &y) -> cpp_int { return x ^ y; })};
}

BigInt floorDivide(const BigInt &a, const BigInt &b) {
  TC_CHECK(!b.isZero(), "callers report a division by zero");
  cpp_int x = a.wide().value, y = b.wide().value, quotient, remainder;
  divide_qr(x, y, quotient, remainder);
  if (!remainder.is_zero() && (remainder < 0) != (y < 0)) --quotient;
  return BigInt::Wide{quotient};
}

BigInt floorModulo(const BigInt &a, const BigInt &b) { return a - floorDivide(a, b) * b; }

std::optional<double> trueDivide(const BigInt &a, const BigInt &b) {
  TC_CHECK(!b.isZero(), "callers report a division by zero");
  cpp_int x = abs(a.wide().value), y = abs(b.wide().value);
  bool isNegative = a.isNegative() != b.isNegative();
  // As in Python, whose 0 / -3 is -0.0.
  if (x.is_zero()) return isNegative ? -0.0 : 0.0;
  // Scale so that the integer quotient has at least 64 bits; the remainder only counts as "a little more".
  int64_t shift = static_cast<int64_t>(magnitudeBits(y)) - static_cast<int64_t>(magnitudeBits(x)) + 66;
  (shift >= 0 ? x : y) <<= static_cast<unsigned>(std::abs(shift));
  cpp_int quotient, remainder;
  divide_qr(x, y, quotient, remainder);
  std::optional<double> result = roundToDouble(quotient, -shift, !remainder.is_zero());
  if (!result) return std::nullopt;
  return isNegative ? -*result : *result;
}

BigInt shiftLeft(const BigInt &a, uint32_t amount) { return BigInt::Wide{a.wide().value << amount}; }

BigInt shiftRight(const BigInt &a, uint64_t amount) {
  if (amount > a.bitLength()) return a.isNegative() ? -1 : 0;
  return floorDivide(a, shiftLeft(1, static_cast<uint32_t>(amount)));
}

BigInt power(const BigInt &a, uint32_t exponent) { return BigInt::Wide{pow(a.wide().value, exponent)}; }

std::strong_ordering operator<=>(const BigInt &a, const BigInt &b) {
  if (!a.wide_ && !b.wide_) return a.small_ <=> b.small_;
  return a.wide().value.compare(b.wide().value) <=> 0;
}

std::partial_ordering compare(const BigInt &a, double b) {
  if (std::isnan(b)) return std::partial_ordering::unordered;
  if (std::isinf(b)) return b > 0 ? std::partial_ordering::less : std::partial_ordering::greater;
  double whole = std::floor(b);
  std::strong_ordering order = a <=> BigInt::fromDouble(whole);
  if (order == std::strong_ordering::equal && whole != b) return std::partial_ordering::less;
  return order;
}

}  // namespace tritonc::frontend
