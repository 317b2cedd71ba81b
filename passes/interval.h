// Intervals of signed integers, the value ranges of the affine analysis.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace tritonc::passes {

/// Modulo 2^64.
constexpr int64_t wrappingAdd(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
constexpr int64_t wrappingMul(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

/// The integers from `min` to `max`, both included.
struct Interval {
  int64_t min = std::numeric_limits<int64_t>::min();
  int64_t max = std::numeric_limits<int64_t>::max();

  /// Everything that `width` bits hold as a signed integer.
  static constexpr Interval ofWidth(unsigned width) {
    int64_t limit = std::numeric_limits<int64_t>::max() >> (64 - width);
    return {-limit - 1, limit};
  }
  static constexpr Interval exactly(int64_t value) { return {value, value}; }

  constexpr bool contains(Interval other) const { return min <= other.min && other.max <= max; }
  constexpr bool isNonNegative() const { return min >= 0; }
  constexpr bool isSingle() const { return min == max; }
  constexpr Interval hull(Interval other) const { return {std::min(min, other.min), std::max(max, other.max)}; }
  constexpr Interval intersect(Interval other) const { return {std::max(min, other.min), std::min(max, other.max)}; }

  friend constexpr bool operator==(const Interval &, const Interval &) = default;
};

/// An interval computed exactly, or the fact that 64 bits did not suffice.
class WideInterval {
public:
  constexpr WideInterval(Interval interval) : interval_(interval) {}

  constexpr WideInterval operator+(WideInterval other) const {
    WideInterval sum = *this;
    sum.overflows_ |= other.overflows_;
    sum.overflows_ |= __builtin_add_overflow(interval_.min, other.interval_.min, &sum.interval_.min);
    sum.overflows_ |= __builtin_add_overflow(interval_.max, other.interval_.max, &sum.interval_.max);
    return sum;
  }
  constexpr WideInterval operator-(WideInterval other) const {
    WideInterval result = *this;
    result.overflows_ |= other.overflows_;
    result.overflows_ |= __builtin_sub_overflow(interval_.min, other.interval_.max, &result.interval_.min);
    result.overflows_ |= __builtin_sub_overflow(interval_.max, other.interval_.min, &result.interval_.max);
    return result;
  }
  constexpr WideInterval operator*(WideInterval other) const {
    WideInterval result = *this;
    result.overflows_ |= other.overflows_;
    int64_t corners[4] = {};
    result.overflows_ |= __builtin_mul_overflow(interval_.min, other.interval_.min, &corners[0]);
    result.overflows_ |= __builtin_mul_overflow(interval_.min, other.interval_.max, &corners[1]);
    result.overflows_ |= __builtin_mul_overflow(interval_.max, other.interval_.min, &corners[2]);
    result.overflows_ |= __builtin_mul_overflow(interval_.max, other.interval_.max, &corners[3]);
    result.interval_ = {*std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4)};
    return result;
  }

  /// Whether every value fits a signed integer of `width` bits: arithmetic of that width does not wrap then.
  constexpr bool fits(unsigned width) const { return !overflows_ && Interval::ofWidth(width).contains(interval_); }
  /// The interval, or everything that `width` bits hold if the values may wrap.
  constexpr Interval wrapped(unsigned width) const { return fits(width) ? interval_ : Interval::ofWidth(width); }

private:
  Interval interval_;
  bool overflows_ = false;
};

}  // namespace tritonc::passes
