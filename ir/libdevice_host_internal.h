// How the tables of stand-ins are written: functions on C++ numbers, turned into functions on bits.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>
#include <unordered_map>

#include "ir/libdevice_host.h"

namespace tritonc::ir {

using HostTable = std::unordered_map<std::string_view, HostFunction>;

/// The families, one file each.
void addLibdeviceIntegers(HostTable &table);
void addLibdeviceRounded(HostTable &table);
void addLibdeviceMath(HostTable &table);

template <class T> T hostValue(uint64_t bits) {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(static_cast<uint32_t>(bits));
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(bits);
  else
    return static_cast<T>(bits);
}

/// A NaN loses the sign that the host gave it.
template <class T> uint64_t hostBits(T value) {
  if constexpr (std::is_same_v<T, float>)
    return std::isnan(value) ? 0x7fc00000 : std::bit_cast<uint32_t>(value);
  else if constexpr (std::is_same_v<T, double>)
    return std::isnan(value) ? 0x7ff8000000000000 : std::bit_cast<uint64_t>(value);
  else
    return static_cast<std::make_unsigned_t<T>>(value);
}

/// A subnormal f32 counts as a zero of its sign, as an operand and as a result.
template <class T> T flushed(T value) {
  if constexpr (std::is_same_v<T, float>)
    return std::fabs(value) < std::numeric_limits<float>::min() ? std::copysign(0.0F, value) : value;
  else
    return value;
}

template <auto F, class R, class... Args> struct HostCall {
  static uint64_t run(const uint64_t *operands) {
    return [&]<size_t... I>(std::index_sequence<I...>) {
      return hostBits<R>(F(hostValue<Args>(operands[I])...));
    }(std::index_sequence_for<Args...>());
  }
};
template <auto F, class R, class... Args> constexpr HostFunction hostCall(R (*)(Args...)) {
  return HostCall<F, R, Args...>::run;
}

/// A lambda without captures as a function on bits. The types of its parameters and result are those of the table; `u`
/// and `m` may be unsigned or signed, and an i1 is a uint8_t.
template <auto F> inline constexpr HostFunction kHost = hostCall<F>(+F);

}  // namespace tritonc::ir
