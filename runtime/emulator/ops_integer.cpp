// Integer arithmetic. Everything wraps; a quotient by zero has all bits set, as the hardware gives.
#include <limits>
#include <type_traits>

#include "runtime/emulator/builder.h"
#include "runtime/emulator/dispatch.h"

namespace tritonc::emulator {
namespace {

// ---- Functions of one lane ----

struct SubI {
  template <class T> T operator()(T a, T b) const { return static_cast<T>(Wide<T>(a) - Wide<T>(b)); }
};
struct MulLo {
  template <class T> T operator()(T a, T b) const { return static_cast<T>(Wide<T>(a) * Wide<T>(b)); }
};
struct MulHi {
  template <class T> T operator()(T a, T b) const {
    using Double =
        std::conditional_t<sizeof(T) == 8, std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>,
                           std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;
    return static_cast<T>((Double{a} * Double{b}) >> (8 * sizeof(T)));
  }
};
struct MadLo {
  template <class T> T operator()(T a, T b, T c) const { return AddI{}(MulLo{}(a, b), c); }
};
struct MadHi {
  template <class T> T operator()(T a, T b, T c) const { return AddI{}(MulHi{}(a, b), c); }
};
template <class D> struct MulWide {
  template <class T> D operator()(T a, T b) const { return MulLo{}(static_cast<D>(a), static_cast<D>(b)); }
};
template <class D> struct MadWide {
  template <class T> D operator()(T a, T b, D c) const { return AddI{}(MulWide<D>{}(a, b), c); }
};
struct AddSat {
  int32_t operator()(int32_t a, int32_t b) const { return clamp(int64_t{a} + b); }
  static int32_t clamp(int64_t x) {
    return static_cast<int32_t>(x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x);
  }
};
struct SubSat {
  int32_t operator()(int32_t a, int32_t b) const { return AddSat::clamp(int64_t{a} - b); }
};
struct MadHiSat {
  int32_t operator()(int32_t a, int32_t b, int32_t c) const { return AddSat::clamp(int64_t{MulHi{}(a, b)} + c); }
};
struct DivI {
  template <class T> T operator()(T a, T b) const {
    if (b == 0) return static_cast<T>(-1);
    if constexpr (std::is_signed_v<T>)
      if (b == -1) return SubI{}(T{0}, a);
    return static_cast<T>(a / b);
  }
};
struct RemI {
  template <class T> T operator()(T a, T b) const {
    if (b == 0) return a;
    if constexpr (std::is_signed_v<T>)
      if (b == -1) return 0;
    return static_cast<T>(a % b);
  }
};
struct AbsI {
  template <class T> T operator()(T a) const { return a < 0 ? SubI{}(T{0}, a) : a; }
};
struct NegI {
  template <class T> T operator()(T a) const { return SubI{}(T{0}, a); }
};
/// `.relu`: at least zero.
template <class Op> struct ReluI {
  template <class T> T operator()(T a, T b) const { return MaxI{}(Op{}(a, b), T{0}); }
};
struct Sad {
  template <class T> T operator()(T a, T b, T c) const { return AddI{}(c, a < b ? SubI{}(b, a) : SubI{}(a, b)); }
};
/// The product of the lower 24 bits, as 48 bits.
template <class T> auto product24(T a, T b) {
  if constexpr (std::is_signed_v<T>)
    return int64_t{static_cast<T>(a << 8) >> 8} * (static_cast<T>(b << 8) >> 8);
  else
    return uint64_t{a & 0xffffff} * (b & 0xffffff);
}
struct Mul24Lo {
  template <class T> T operator()(T a, T b) const { return static_cast<T>(product24(a, b)); }
};
struct Mul24Hi {
  template <class T> T operator()(T a, T b) const { return static_cast<T>(product24(a, b) >> 16); }
};
template <class Mul> struct Mad24 {
  template <class T> T operator()(T a, T b, T c) const { return AddI{}(Mul{}(a, b), c); }
};
struct Mad24HiSat {
  int32_t operator()(int32_t a, int32_t b, int32_t c) const { return AddSat::clamp(int64_t{Mul24Hi{}(a, b)} + c); }
};

// ---- Carries: one bit for each lane, kept by the warp ----

/// d = a + b + carry, or a - b - borrow. mode: 1 reads the carry, 2 writes it.
enum CarryMode : uint8_t { kReadsCarry = 1, kWritesCarry = 2 };

template <class T, bool kSubtract> void addCarry(Warp &warp, const Inst &inst, LaneMask lanes) {
  T *d = warp.at<T>(inst.dst);
  const T *a = warp.at<T>(inst.a), *b = warp.at<T>(inst.b);
  LaneMask carry = 0;
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(rest));
    unsigned __int128 in = inst.mode & kReadsCarry ? warp.carry >> lane & 1 : 0;
    unsigned __int128 wide = kSubtract ? static_cast<unsigned __int128>(a[lane]) - b[lane] - in
                                       : static_cast<unsigned __int128>(a[lane]) + b[lane] + in;
    d[lane] = static_cast<T>(wide);
    carry |= static_cast<LaneMask>(wide >> (8 * sizeof(T)) & 1) << lane;
  }
  if (inst.mode & kWritesCarry) setMask(warp.carry, carry, lanes);
}

/// d = part of a * b, plus c, plus carry. kind: 1 for the upper half.
template <class T> void madCarry(Warp &warp, const Inst &inst, LaneMask lanes) {
  using Unsigned = std::make_unsigned_t<T>;
  T *d = warp.at<T>(inst.dst);
  const T *a = warp.at<T>(inst.a), *b = warp.at<T>(inst.b), *c = warp.at<T>(inst.c);
  LaneMask carry = 0;
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(rest));
    auto product = static_cast<Unsigned>(inst.kind ? MulHi{}(a[lane], b[lane]) : MulLo{}(a[lane], b[lane]));
    unsigned __int128 in = inst.mode & kReadsCarry ? warp.carry >> lane & 1 : 0;
    unsigned __int128 wide = static_cast<unsigned __int128>(product) + static_cast<Unsigned>(c[lane]) + in;
    d[lane] = static_cast<T>(wide);
    carry |= static_cast<LaneMask>(wide >> (8 * sizeof(T)) & 1) << lane;
  }
  if (inst.mode & kWritesCarry) setMask(warp.carry, carry, lanes);
}

template <bool kSubtract> Success buildCarry(Builder &b, uint8_t mode) {
  if (b.types.size() != 1 || !isInteger(b.type())) return b.failType();
  b.inst.mode = mode | (b.has("cc") ? kWritesCarry : 0);
  if (bitsOf(b.type()) == 32) return b.use(addCarry<uint32_t, kSubtract>);
  if (bitsOf(b.type()) == 64) return b.use(addCarry<uint64_t, kSubtract>);
  return b.failType();
}

Success buildCarryMad(Builder &b, uint8_t mode) {
  if (b.types.size() != 1) return b.failType();
  b.inst.mode = mode | (b.has("cc") ? kWritesCarry : 0);
  b.inst.kind = b.has("hi");
  switch (b.type()) {
  case Type::U32: return b.use(madCarry<uint32_t>);
  case Type::S32: return b.use(madCarry<int32_t>);
  case Type::U64: return b.use(madCarry<uint64_t>);
  case Type::S64: return b.use(madCarry<int64_t>);
  default: return b.failType();
  }
}

// ---- Dot products of bytes ----

/// kind: bit 0 and 1 say whether a and b are signed; mode: 4 products of 8 x 8 bits, or 2 of 16 x 8.
void dotProduct(Warp &warp, const Inst &inst, LaneMask lanes) {
  auto *d = warp.at<uint32_t>(inst.dst);
  const auto *a = warp.at<uint32_t>(inst.a), *b = warp.at<uint32_t>(inst.b), *c = warp.at<uint32_t>(inst.c);
  auto extend = [](uint32_t value, unsigned at, unsigned bits, bool isSigned) {
    uint32_t up = value << (32 - at - bits);
    return isSigned ? static_cast<uint32_t>(static_cast<int32_t>(up) >> (32 - bits)) : up >> (32 - bits);
  };
  unsigned wide = inst.mode == 4 ? 8 : 16;
  forLanes(lanes, [&](unsigned lane) {
    uint32_t sum = c[lane];
    for (unsigned i = 0; i < inst.mode; ++i)
      sum += extend(a[lane], wide * i, wide, inst.kind & 1) *
             extend(b[lane], 8 * i + static_cast<unsigned>(inst.imm), 8, inst.kind & 2);
    d[lane] = sum;
  });
}

Success buildDotProduct(Builder &b, uint8_t products, int64_t firstByte) {
  bool isGood = b.types.size() == 2 && bitsOf(b.type(0)) == 32 && bitsOf(b.type(1)) == 32 && b.numOperands() == 4;
  if (!isGood) return b.failType();
  TC_TRY(b.inst.dst, b.destination(b.operand(0), 32));
  TC_TRY(b.inst.a, b.source(b.operand(1), b.type(0)));
  TC_TRY(b.inst.b, b.source(b.operand(2), b.type(1)));
  TC_TRY(b.inst.c, b.source(b.operand(3), Type::B32));
  b.inst.kind = static_cast<uint8_t>(isSigned(b.type(0)) | isSigned(b.type(1)) << 1);
  b.inst.mode = products;
  b.inst.imm = firstByte;
  return b.use(dotProduct);
}

// ---- mul and mad ----

template <class D, class T> Handler mulWide() { return binary<D, T, T, MulWide<D>>; }
template <class D, class T> Handler madWide() { return ternary<D, T, T, D, MadWide<D>>; }

Type widened(Type type) {
  switch (type) {
  case Type::U16: return Type::U32;
  case Type::S16: return Type::S32;
  case Type::U32: return Type::U64;
  default: return Type::S64;
  }
}

Success readProductOperands(Builder &b, bool isMad, bool isWide) {
  if (b.types.size() != 1 || !isInteger(b.type())) return b.failType();
  if (b.numOperands() != (isMad ? 4 : 3)) return b.fail("operands are missing");
  Type result = isWide ? widened(b.type()) : b.type();
  TC_TRY(b.inst.dst, b.destination(b.operand(0), bitsOf(result)));
  TC_TRY(b.inst.a, b.source(b.operand(1), b.type()));
  TC_TRY(b.inst.b, b.source(b.operand(2), b.type()));
  if (isMad) {
    TC_TRY(b.inst.c, b.source(b.operand(3), result));
  }
  return {};
}

}  // namespace

// ---- Builders ----

Success buildAdd(Builder &b) {
  if (b.types.size() != 1) return b.failType();
  if (isFloat(b.type())) return buildAddF(b);
  if (b.has("cc")) return buildCarry<false>(b, 0);
  if (b.has("sat")) return b.use(b.type() == Type::S32 ? binary<int32_t, int32_t, int32_t, AddSat> : nullptr);
  return b.use(integer2<AddI>(b.type()));
}
Success buildSub(Builder &b) {
  if (b.types.size() != 1) return b.failType();
  if (isFloat(b.type())) return buildSubF(b);
  if (b.has("cc")) return buildCarry<true>(b, 0);
  if (b.has("sat")) return b.use(b.type() == Type::S32 ? binary<int32_t, int32_t, int32_t, SubSat> : nullptr);
  return b.use(integer2<SubI>(b.type()));
}
Success buildAddCarry(Builder &b) { return buildCarry<false>(b, kReadsCarry); }
Success buildSubCarry(Builder &b) { return buildCarry<true>(b, kReadsCarry); }
Success buildMadCarry(Builder &b) { return buildCarryMad(b, kReadsCarry); }

Success buildMul(Builder &b) {
  if (b.types.size() == 1 && isFloat(b.type())) return buildMulF(b);
  TC_TRY_VOID(readProductOperands(b, /*isMad=*/false, b.has("wide")));
  if (b.has("lo")) return b.use(integer2<MulLo>(b.type()));
  if (b.has("hi")) return b.use(integer2<MulHi>(b.type()));
  switch (b.type()) {
  case Type::U16: return b.use(mulWide<uint32_t, uint16_t>());
  case Type::S16: return b.use(mulWide<int32_t, int16_t>());
  case Type::U32: return b.use(mulWide<uint64_t, uint32_t>());
  case Type::S32: return b.use(mulWide<int64_t, int32_t>());
  default: return b.failType();
  }
}

Success buildMad(Builder &b) {
  if (b.types.size() == 1 && isFloat(b.type())) return buildMadF(b);
  TC_TRY_VOID(readProductOperands(b, /*isMad=*/true, b.has("wide")));
  if (b.has("cc")) return buildCarryMad(b, 0);
  if (b.has("sat"))
    return b.use(b.type() == Type::S32 && b.has("hi") ? ternary<int32_t, int32_t, int32_t, int32_t, MadHiSat>
                                                      : nullptr);
  if (b.has("lo")) return b.use(integer3<MadLo>(b.type()));
  if (b.has("hi")) return b.use(integer3<MadHi>(b.type()));
  switch (b.type()) {
  case Type::U16: return b.use(madWide<uint32_t, uint16_t>());
  case Type::S16: return b.use(madWide<int32_t, int16_t>());
  case Type::U32: return b.use(madWide<uint64_t, uint32_t>());
  case Type::S32: return b.use(madWide<int64_t, int32_t>());
  default: return b.failType();
  }
}

Success buildMul24(Builder &b) {
  if (b.type() == Type::U32)
    return b.use(b.has("hi") ? binary<uint32_t, uint32_t, uint32_t, Mul24Hi>
                             : binary<uint32_t, uint32_t, uint32_t, Mul24Lo>);
  if (b.type() == Type::S32)
    return b.use(b.has("hi") ? binary<int32_t, int32_t, int32_t, Mul24Hi> : binary<int32_t, int32_t, int32_t, Mul24Lo>);
  return b.failType();
}

Success buildMad24(Builder &b) {
  using S = int32_t;
  using U = uint32_t;
  if (b.has("sat")) return b.use(b.type() == Type::S32 && b.has("hi") ? ternary<S, S, S, S, Mad24HiSat> : nullptr);
  if (b.type() == Type::U32)
    return b.use(b.has("hi") ? ternary<U, U, U, U, Mad24<Mul24Hi>> : ternary<U, U, U, U, Mad24<Mul24Lo>>);
  if (b.type() == Type::S32)
    return b.use(b.has("hi") ? ternary<S, S, S, S, Mad24<Mul24Hi>> : ternary<S, S, S, S, Mad24<Mul24Lo>>);
  return b.failType();
}

Success buildSad(Builder &b) { return b.use(integer3<Sad>(b.type())); }
Success buildDiv(Builder &b) { return isFloat(b.type()) ? buildDivF(b) : b.use(integer2<DivI>(b.type())); }
Success buildRem(Builder &b) { return b.use(integer2<RemI>(b.type())); }
Success buildAbs(Builder &b) { return isFloat(b.type()) ? buildAbsF(b) : b.use(signed1<AbsI>(b.type())); }
Success buildNeg(Builder &b) { return isFloat(b.type()) ? buildNegF(b) : b.use(signed1<NegI>(b.type())); }
Success buildMin(Builder &b) {
  if (isFloat(b.type())) return buildMinF(b);
  return b.use(b.has("relu") ? integer2<ReluI<MinI>>(b.type()) : integer2<MinI>(b.type()));
}
Success buildMax(Builder &b) {
  if (isFloat(b.type())) return buildMaxF(b);
  return b.use(b.has("relu") ? integer2<ReluI<MaxI>>(b.type()) : integer2<MaxI>(b.type()));
}
Success buildDp4a(Builder &b) { return buildDotProduct(b, 4, 0); }
Success buildDp2a(Builder &b) { return buildDotProduct(b, 2, b.has("hi") ? 16 : 0); }

}  // namespace tritonc::emulator
