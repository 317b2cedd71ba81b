// Bits and bytes within a lane.
#include <bit>

#include "runtime/emulator/builder.h"
#include "runtime/emulator/dispatch.h"

namespace tritonc::emulator {
namespace {

template <class T> constexpr unsigned kBits = 8 * sizeof(T);

struct Not {
  template <class T> T operator()(T a) const { return static_cast<T>(~a); }
};
struct Cnot {
  template <class T> T operator()(T a) const { return a == 0; }
};
// Amounts beyond the width count as the width.
struct Shl {
  template <class T> T operator()(T a, uint32_t n) const {
    return n < kBits<T> ? static_cast<T>(Wide<T>(a) << n) : T{0};
  }
};
struct Shr {
  template <class T> T operator()(T a, uint32_t n) const {
    unsigned most = kBits<T> - 1;
    if constexpr (std::is_signed_v<T>) return static_cast<T>(a >> (n < most ? n : most));
    return n <= most ? static_cast<T>(a >> n) : T{0};
  }
};
struct Popc {
  template <class T> uint32_t operator()(T a) const { return static_cast<uint32_t>(std::popcount(a)); }
};
struct Clz {
  template <class T> uint32_t operator()(T a) const { return static_cast<uint32_t>(std::countl_zero(a)); }
};
/// The place of the highest bit that differs from the sign; `kAmount`: how far it is from the top.
template <bool kAmount> struct Bfind {
  template <class T> uint32_t operator()(T a) const {
    auto bits = static_cast<std::make_unsigned_t<T>>(a);
    if constexpr (std::is_signed_v<T>)
      if (a < 0) bits = static_cast<std::make_unsigned_t<T>>(~bits);
    if (bits == 0) return UINT32_MAX;
    auto zeros = static_cast<uint32_t>(std::countl_zero(bits));
    return kAmount ? zeros : kBits<T> - 1 - zeros;
  }
};
struct Brev {
  template <class T> T operator()(T a) const {
    T result = 0;
    for (unsigned i = 0; i < kBits<T>; ++i, a >>= 1) result = static_cast<T>(result << 1 | (a & 1));
    return result;
  }
};
struct Bfe {
  template <class T> T operator()(T a, uint32_t b, uint32_t c) const {
    unsigned position = b & 0xff, length = c & 0xff;
    // Beyond the top, the sign goes on.
    constexpr bool kSigned = std::is_signed_v<T>;
    if (length == 0) return 0;
    T shifted = Shr{}(a, position);
    if (length >= kBits<T>) return shifted;
    using Unsigned = std::make_unsigned_t<T>;
    auto up = static_cast<Unsigned>(static_cast<Unsigned>(shifted) << (kBits<T> - length));
    if (kSigned) return static_cast<T>(static_cast<std::make_signed_t<T>>(up) >> (kBits<T> - length));
    return static_cast<T>(up >> (kBits<T> - length));
  }
};
struct Bfi {
  template <class T> T operator()(T a, T b, uint32_t c, uint32_t d) const {
    unsigned position = c & 0xff, length = d & 0xff;
    T ones = length >= kBits<T> ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << length) - 1);
    T mask = Shl{}(ones, position);
    return (Shl{}(a, position) & mask) | (b & ~mask);
  }
};
template <bool kClamp> struct Bmsk {
  uint32_t operator()(uint32_t a, uint32_t b) const {
    if (!kClamp) a &= 31, b &= 31;
    uint64_t ones = b >= 32 ? 0xffffffffu : (uint64_t{1} << b) - 1;
    return a >= 32 ? 0 : static_cast<uint32_t>(ones << a);
  }
};
template <class T, bool kClamp> struct Szext {
  T operator()(T a, uint32_t n) const {
    if (!kClamp) n &= 31;
    if (n >= 32) return a;
    if (n == 0) return 0;
    return Bfe{}(a, 0, n);
  }
};
/// The bytes of b:a that the digits of c choose; bit 3 of a digit repeats the sign instead.
struct Prmt {
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t c) const {
    uint64_t bytes = uint64_t{b} << 32 | a;
    uint32_t result = 0;
    for (unsigned i = 0; i < 4; ++i) {
      unsigned digit = c >> (4 * i) & 15;
      auto byte = static_cast<uint32_t>(bytes >> (8 * (digit & 7)) & 0xff);
      if (digit & 8) byte = byte & 0x80 ? 0xff : 0;
      result |= byte << (8 * i);
    }
    return result;
  }
};
enum class PrmtMode : uint8_t { F4e, B4e, Rc8, Ecl, Ecr, Rc16 };
template <PrmtMode kMode> struct PrmtSpecial {
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t c) const {
    // The digits of the selector in each mode, for each value of the lower two bits.
    constexpr uint16_t kDigits[6][4] = {{0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123},
                                        {0x0000, 0x1111, 0x2222, 0x3333}, {0x3210, 0x3211, 0x3222, 0x3333},
                                        {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};
    return Prmt{}(a, b, kDigits[static_cast<size_t>(kMode)][c & 3]);
  }
};
template <bool kRight, bool kWrap> struct Shf {
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t c) const {
    unsigned n = kWrap ? c & 31 : (c > 32 ? 32 : c);
    uint64_t both = uint64_t{b} << 32 | a;
    return static_cast<uint32_t>(kRight ? both >> n : both << n >> 32);
  }
};
/// The n-th set bit from a place on, upwards or downwards.
struct Fns {
  uint32_t operator()(uint32_t mask, uint32_t base, int32_t offset) const {
    if (offset == 0) return base < 32 && (mask >> base & 1) ? base : UINT32_MAX;
    int step = offset > 0 ? 1 : -1, left = offset > 0 ? offset : -offset;
    for (auto at = static_cast<int>(base & 31); at >= 0 && at < 32; at += step)
      if (mask >> at & 1 && --left == 0) return static_cast<uint32_t>(at);
    return UINT32_MAX;
  }
};

/// The function whose value for the bits (a, b, c) is bit 4a + 2b + c of the table.
template <class T> T lookUp(T a, T b, T c, unsigned table) {
  T result = 0;
  for (unsigned i = 0; i < 8; ++i)
    if (table >> i & 1) result |= static_cast<T>((i & 4 ? a : T(~a)) & (i & 2 ? b : T(~b)) & (i & 1 ? c : T(~c)));
  return result;
}

void lop3(Warp &warp, const Inst &inst, LaneMask lanes) {
  auto *d = warp.at<uint32_t>(inst.dst);
  const auto *a = warp.at<uint32_t>(inst.a), *b = warp.at<uint32_t>(inst.b), *c = warp.at<uint32_t>(inst.c);
  auto table = static_cast<unsigned>(inst.imm);
  forLanes(lanes, [&](unsigned lane) { d[lane] = lookUp(a[lane], b[lane], c[lane], table); });
}

template <class Op> void maskBinary(Warp &warp, const Inst &inst, LaneMask lanes) {
  setMask(warp.mask(inst.dst), Op{}(warp.mask(inst.a), warp.mask(inst.b)), lanes);
}
void maskNot(Warp &warp, const Inst &inst, LaneMask lanes) { setMask(warp.mask(inst.dst), ~warp.mask(inst.a), lanes); }

template <class Op> Success buildLogic(Builder &b) {
  return b.use(b.type() == Type::Pred ? maskBinary<Op> : bits2<Op>(b.type()));
}

template <class Op> Handler countBits(Type type) {
  if (bitsOf(type) == 32) return unary<uint32_t, uint32_t, Op>;
  return bitsOf(type) == 64 ? unary<uint32_t, uint64_t, Op> : nullptr;
}

/// By type, a handler whose second and further sources are u32.
template <class Op> Handler shift(Type type) {
  switch (type) {
  case Type::B16:
  case Type::U16: return binary<uint16_t, uint16_t, uint32_t, Op>;
  case Type::B32:
  case Type::U32: return binary<uint32_t, uint32_t, uint32_t, Op>;
  case Type::B64:
  case Type::U64: return binary<uint64_t, uint64_t, uint32_t, Op>;
  case Type::S16: return binary<int16_t, int16_t, uint32_t, Op>;
  case Type::S32: return binary<int32_t, int32_t, uint32_t, Op>;
  case Type::S64: return binary<int64_t, int64_t, uint32_t, Op>;
  default: return nullptr;
  }
}

}  // namespace

Success buildAnd(Builder &b) { return buildLogic<And>(b); }
Success buildOr(Builder &b) { return buildLogic<Or>(b); }
Success buildXor(Builder &b) { return buildLogic<Xor>(b); }
Success buildNot(Builder &b) { return b.use(b.type() == Type::Pred ? maskNot : bits1<Not>(b.type())); }
Success buildCnot(Builder &b) { return b.use(bits1<Cnot>(b.type())); }
Success buildShl(Builder &b) { return b.use(isSigned(b.type()) ? nullptr : shift<Shl>(b.type())); }
Success buildShr(Builder &b) { return b.use(shift<Shr>(b.type())); }
Success buildPopc(Builder &b) { return b.use(countBits<Popc>(b.type())); }
Success buildClz(Builder &b) { return b.use(countBits<Clz>(b.type())); }

Success buildBfind(Builder &b) {
  bool isAmount = b.has("shiftamt");
  switch (b.type()) {
  case Type::U32:
    return b.use(isAmount ? unary<uint32_t, uint32_t, Bfind<true>> : unary<uint32_t, uint32_t, Bfind<false>>);
  case Type::S32:
    return b.use(isAmount ? unary<uint32_t, int32_t, Bfind<true>> : unary<uint32_t, int32_t, Bfind<false>>);
  case Type::U64:
    return b.use(isAmount ? unary<uint32_t, uint64_t, Bfind<true>> : unary<uint32_t, uint64_t, Bfind<false>>);
  case Type::S64:
    return b.use(isAmount ? unary<uint32_t, int64_t, Bfind<true>> : unary<uint32_t, int64_t, Bfind<false>>);
  default: return b.failType();
  }
}

Success buildBrev(Builder &b) { return b.use(bitsOf(b.type()) == 16 ? nullptr : bits1<Brev>(b.type())); }

Success buildBfe(Builder &b) {
  switch (b.type()) {
  case Type::U32: return b.use(ternary<uint32_t, uint32_t, uint32_t, uint32_t, Bfe>);
  case Type::S32: return b.use(ternary<int32_t, int32_t, uint32_t, uint32_t, Bfe>);
  case Type::U64: return b.use(ternary<uint64_t, uint64_t, uint32_t, uint32_t, Bfe>);
  case Type::S64: return b.use(ternary<int64_t, int64_t, uint32_t, uint32_t, Bfe>);
  default: return b.failType();
  }
}

Success buildBfi(Builder &b) {
  if (b.type() == Type::B32) return b.use(quaternary<uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, Bfi>);
  if (b.type() == Type::B64) return b.use(quaternary<uint64_t, uint64_t, uint64_t, uint32_t, uint32_t, Bfi>);
  return b.failType();
}

Success buildBmsk(Builder &b) {
  using U = uint32_t;
  return b.use(b.has("clamp") ? binary<U, U, U, Bmsk<true>> : binary<U, U, U, Bmsk<false>>);
}

Success buildSzext(Builder &b) {
  using U = uint32_t;
  using S = int32_t;
  if (b.type() == Type::U32)
    return b.use(b.has("clamp") ? binary<U, U, U, Szext<U, true>> : binary<U, U, U, Szext<U, false>>);
  if (b.type() == Type::S32)
    return b.use(b.has("clamp") ? binary<S, S, U, Szext<S, true>> : binary<S, S, U, Szext<S, false>>);
  return b.failType();
}

Success buildPrmt(Builder &b) {
  using U = uint32_t;
  if (b.type() != Type::B32) return b.failType();
  if (b.has("f4e")) return b.use(ternary<U, U, U, U, PrmtSpecial<PrmtMode::F4e>>);
  if (b.has("b4e")) return b.use(ternary<U, U, U, U, PrmtSpecial<PrmtMode::B4e>>);
  if (b.has("rc8")) return b.use(ternary<U, U, U, U, PrmtSpecial<PrmtMode::Rc8>>);
  if (b.has("ecl")) return b.use(ternary<U, U, U, U, PrmtSpecial<PrmtMode::Ecl>>);
  if (b.has("ecr")) return b.use(ternary<U, U, U, U, PrmtSpecial<PrmtMode::Ecr>>);
  if (b.has("rc16")) return b.use(ternary<U, U, U, U, PrmtSpecial<PrmtMode::Rc16>>);
  return b.use(ternary<U, U, U, U, Prmt>);
}

Success buildShf(Builder &b) {
  using U = uint32_t;
  if (b.type() != Type::B32) return b.failType();
  bool isWrap = b.has("wrap");
  if (b.has("r")) return b.use(isWrap ? ternary<U, U, U, U, Shf<true, true>> : ternary<U, U, U, U, Shf<true, false>>);
  return b.use(isWrap ? ternary<U, U, U, U, Shf<false, true>> : ternary<U, U, U, U, Shf<false, false>>);
}

Success buildFns(Builder &b) { return b.use(ternary<uint32_t, uint32_t, uint32_t, int32_t, Fns>); }

Success buildLop3(Builder &b) {
  if (b.types != std::vector{Type::B32} || b.numOperands() != 5 || b.has("or") || b.has("and")) return b.failType();
  TC_TRY(b.inst.dst, b.destination(b.operand(0), 32));
  TC_TRY(b.inst.a, b.source(b.operand(1), Type::B32));
  TC_TRY(b.inst.b, b.source(b.operand(2), Type::B32));
  TC_TRY(b.inst.c, b.source(b.operand(3), Type::B32));
  b.inst.imm = static_cast<int64_t>(b.operand(4).bits);
  return b.use(lop3);
}

}  // namespace tritonc::emulator
