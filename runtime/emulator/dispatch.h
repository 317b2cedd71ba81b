// Chooses the instance of a handler for the type of an instruction.
#pragma once

#include <type_traits>

#include "runtime/emulator/builder.h"
#include "runtime/emulator/lanes.h"

namespace tritonc::emulator {

/// An unsigned type at least as wide as int, in which arithmetic wraps.
template <class T> using Wide = std::conditional_t<sizeof(T) < 4, uint32_t, std::make_unsigned_t<T>>;

// What several families of instructions do with two numbers.
struct AddI {
  template <class T> T operator()(T a, T b) const { return static_cast<T>(Wide<T>(a) + Wide<T>(b)); }
};
struct MinI {
  template <class T> T operator()(T a, T b) const { return a < b ? a : b; }
};
struct MaxI {
  template <class T> T operator()(T a, T b) const { return a > b ? a : b; }
};
struct And {
  template <class T> T operator()(T a, T b) const { return a & b; }
};
struct Or {
  template <class T> T operator()(T a, T b) const { return a | b; }
};
struct Xor {
  template <class T> T operator()(T a, T b) const { return a ^ b; }
};

/// Applies a function of 16 bits to both halves of 32.
template <class T, class Op> struct Halves {
  template <class... Args> uint32_t operator()(Args... args) const {
    auto low = static_cast<uint16_t>(Op{}(static_cast<T>(args)...));
    auto high = static_cast<uint16_t>(Op{}(static_cast<T>(args >> 16)...));
    return uint32_t{high} << 16 | low;
  }
};

template <class Op> Handler integer2(Type type) {
  using X2 = uint32_t;
  switch (type) {
  case Type::U16: return binary<uint16_t, uint16_t, uint16_t, Op>;
  case Type::U32: return binary<uint32_t, uint32_t, uint32_t, Op>;
  case Type::U64: return binary<uint64_t, uint64_t, uint64_t, Op>;
  case Type::S16: return binary<int16_t, int16_t, int16_t, Op>;
  case Type::S32: return binary<int32_t, int32_t, int32_t, Op>;
  case Type::S64: return binary<int64_t, int64_t, int64_t, Op>;
  case Type::U16x2: return binary<X2, X2, X2, Halves<uint16_t, Op>>;
  case Type::S16x2: return binary<X2, X2, X2, Halves<int16_t, Op>>;
  default: return nullptr;
  }
}

template <class Op> Handler integer3(Type type) {
  switch (type) {
  case Type::U16: return ternary<uint16_t, uint16_t, uint16_t, uint16_t, Op>;
  case Type::U32: return ternary<uint32_t, uint32_t, uint32_t, uint32_t, Op>;
  case Type::U64: return ternary<uint64_t, uint64_t, uint64_t, uint64_t, Op>;
  case Type::S16: return ternary<int16_t, int16_t, int16_t, int16_t, Op>;
  case Type::S32: return ternary<int32_t, int32_t, int32_t, int32_t, Op>;
  case Type::S64: return ternary<int64_t, int64_t, int64_t, int64_t, Op>;
  default: return nullptr;
  }
}

template <class Op> Handler signed1(Type type) {
  switch (type) {
  case Type::S16: return unary<int16_t, int16_t, Op>;
  case Type::S32: return unary<int32_t, int32_t, Op>;
  case Type::S64: return unary<int64_t, int64_t, Op>;
  default: return nullptr;
  }
}

template <class Op> Handler bits1(Type type) {
  switch (bitsOf(type)) {
  case 16: return unary<uint16_t, uint16_t, Op>;
  case 32: return unary<uint32_t, uint32_t, Op>;
  case 64: return unary<uint64_t, uint64_t, Op>;
  default: return nullptr;
  }
}

template <class Op> Handler bits2(Type type) {
  switch (bitsOf(type)) {
  case 16: return binary<uint16_t, uint16_t, uint16_t, Op>;
  case 32: return binary<uint32_t, uint32_t, uint32_t, Op>;
  case 64: return binary<uint64_t, uint64_t, uint64_t, Op>;
  default: return nullptr;
  }
}

// The floating-point half of opcodes that integers share (ops_float.cpp).
Success buildAddF(Builder &b);
Success buildSubF(Builder &b);
Success buildMulF(Builder &b);
Success buildMadF(Builder &b);
Success buildDivF(Builder &b);
Success buildAbsF(Builder &b);
Success buildNegF(Builder &b);
Success buildMinF(Builder &b);
Success buildMaxF(Builder &b);

}  // namespace tritonc::emulator
