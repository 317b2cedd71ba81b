// Small host helpers, with the names that Triton gives them.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>

namespace tritonc {

/// The quotient rounded up. The divisor must not be zero.
template <std::integral A, std::integral B> constexpr std::common_type_t<A, B> cdiv(A dividend, B divisor) {
  using T = std::common_type_t<A, B>;
  const T a = static_cast<T>(dividend), b = static_cast<T>(divisor);
  const bool isPositive = (a < 0) == (b < 0);
  return static_cast<T>(a / b + (a % b != 0 && isPositive ? 1 : 0));
}

/// The smallest power of two that is not less than `n`; 0 for 0 and below, and where it does not fit.
template <std::integral T> constexpr T nextPowerOf2(T n) {
  using U = std::make_unsigned_t<T>;
  if (n <= 0) return 0;
  U result = 1;
  while (result != 0 && result < static_cast<U>(n)) result = static_cast<U>(result << 1);
  return static_cast<T>(result) > 0 ? static_cast<T>(result) : T{0};
}

struct Tolerance {
  double relative = 1e-5;
  double absolute = 1e-8;
  /// Whether two NaNs count as close.
  bool equalNan = false;
};

/// Whether the arrays have one length and `|actual - expected| <= absolute + relative * |expected|` everywhere.
template <std::floating_point T>
bool allClose(std::span<const T> actual, std::span<const T> expected, Tolerance tolerance = {}) {
  if (actual.size() != expected.size()) return false;
  auto isClose = [&](double a, double e) {
    if (std::isnan(a) || std::isnan(e)) return tolerance.equalNan && std::isnan(a) && std::isnan(e);
    if (std::isinf(a) || std::isinf(e)) return a == e;
    return std::abs(a - e) <= tolerance.absolute + tolerance.relative * std::abs(e);
  };
  for (size_t i = 0; i < actual.size(); ++i)
    if (!isClose(actual[i], expected[i])) return false;
  return true;
}

/// The same for any two contiguous ranges of one element type.
template <class A, class E>
  requires std::floating_point<typename A::value_type> && std::same_as<typename A::value_type, typename E::value_type>
bool allClose(const A &actual, const E &expected, Tolerance tolerance = {}) {
  using T = typename A::value_type;
  return allClose(std::span<const T>(actual), std::span<const T>(expected), tolerance);
}

}  // namespace tritonc
