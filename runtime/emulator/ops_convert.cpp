// cvt: from any number to any other, with one rounding. The common forms have loops that vectorise; all others go
// through an exact value.
#include <algorithm>
#include <cmath>

#include "runtime/emulator/builder.h"
#include "runtime/emulator/dispatch.h"
#include "runtime/emulator/numbers.h"

namespace tritonc::emulator {
namespace {

// ---- Integers ----

/// inst.kind: bits of the source; inst.count: bits of the destination. mode: 1 the source is signed, 2 the destination
/// is.
enum IntegerMode : uint8_t { kFromSigned = 1, kToSigned = 2 };

uint64_t extend(uint64_t value, unsigned bits, bool isSigned) {
  unsigned up = 64 - bits;
  return isSigned ? static_cast<uint64_t>(static_cast<int64_t>(value << up) >> up) : value << up >> up;
}

template <class D, class S> void integerToInteger(Warp &warp, const Inst &inst, LaneMask lanes) {
  D *d = warp.at<D>(inst.dst);
  const S *a = warp.at<S>(inst.a);
  unsigned from = inst.kind, to = inst.count;
  bool fromSigned = inst.mode & kFromSigned, toSigned = inst.mode & kToSigned;
  forLanes(lanes,
           [&](unsigned lane) { d[lane] = static_cast<D>(extend(extend(a[lane], from, fromSigned), to, toSigned)); });
}

/// `.sat`: clamps to the range of the destination.
template <class D, class S> void saturateInteger(Warp &warp, const Inst &inst, LaneMask lanes) {
  D *d = warp.at<D>(inst.dst);
  const S *a = warp.at<S>(inst.a);
  bool fromSigned = inst.mode & kFromSigned, toSigned = inst.mode & kToSigned;
  __int128 max = (static_cast<__int128>(1) << (inst.count - toSigned)) - 1;
  __int128 min = toSigned ? -max - 1 : 0;
  forLanes(lanes, [&](unsigned lane) {
    uint64_t wide = extend(a[lane], inst.kind, fromSigned);
    __int128 value = fromSigned ? static_cast<__int128>(static_cast<int64_t>(wide)) : static_cast<__int128>(wide);
    d[lane] = static_cast<D>(static_cast<uint64_t>(value > max ? max : value < min ? min : value));
  });
}

template <template <class, class> class Op, class D> Handler bySource(unsigned bits) {
  return bits == 16 ? Op<D, uint16_t>::kHandler : bits == 32 ? Op<D, uint32_t>::kHandler : Op<D, uint64_t>::kHandler;
}
template <template <class, class> class Op> Handler byWidths(unsigned to, unsigned from) {
  if (to == 16) return bySource<Op, uint16_t>(from);
  return to == 32 ? bySource<Op, uint32_t>(from) : bySource<Op, uint64_t>(from);
}
template <class D, class S> struct Plain {
  static constexpr Handler kHandler = integerToInteger<D, S>;
};
template <class D, class S> struct Saturated {
  static constexpr Handler kHandler = saturateInteger<D, S>;
};

// ---- Everything else ----

enum GeneralFlag : uint8_t { kFlushes = 1, kSaturates = 2, kSatFinite = 4, kRelu = 8, kToIntegral = 16 };

/// inst.index: the types of destination and source; count: the width of their registers (16, 32, 64) as two digits;
/// kind: Round; mode: flags.
struct General {
  Type to, from;
  Round round;
  uint8_t flags;
};

General generalOf(const Inst &inst) {
  return {static_cast<Type>(inst.index & 0xff), static_cast<Type>(inst.index >> 8 & 0xff),
          static_cast<Round>(inst.kind), inst.mode};
}

bool isSubnormalF32(uint64_t bits) { return (bits & 0x7f800000) == 0; }

/// `cvt` to an integral value of the same format.
Exact toIntegral(const Exact &value, Round round) {
  if (value.kind != Exact::Kind::Finite || value.exponent >= 0) return value;
  uint64_t magnitude = toInteger({.significand = value.significand, .exponent = value.exponent}, Type::U64,
                                 round == Round::Down && value.isNegative ? Round::Up
                                 : round == Round::Up && value.isNegative ? Round::Down
                                                                          : round);
  return {.isNegative = value.isNegative, .significand = magnitude};
}

Exact exactOf(uint64_t bits, const General &how) {
  if (isFloat(how.from)) {
    if ((how.flags & kFlushes) && how.from == Type::F32 && isSubnormalF32(bits)) bits &= 0x80000000;
    return unpack(bits, how.from);
  }
  uint64_t value = extend(bits, bitsOf(how.from), isSigned(how.from));
  bool isNegative = isSigned(how.from) && static_cast<int64_t>(value) < 0;
  return fromInteger(isNegative ? 0 - value : value, isNegative);
}

uint64_t convert(uint64_t bits, const General &how) {
  Exact value = exactOf(bits, how);
  if (!isFloat(how.to)) {
    // Of a double, NaN is the least integer of 64 bits and 0 of fewer.
    if (value.kind == Exact::Kind::NaN && bitsOf(how.to) == 64) return uint64_t{1} << 63;
    return toInteger(value, how.to, how.round);
  }
  if (how.flags & kToIntegral) value = toIntegral(value, how.round);
  if ((how.flags & kRelu) && value.isNegative && value.kind != Exact::Kind::NaN) value = {};
  if (how.flags & kSaturates) {
    uint64_t one = pack({.significand = 1}, how.to, Round::Zero, Overflow::ToInfinity);
    if (value.kind == Exact::Kind::NaN || value.isNegative) return 0;
    uint64_t result = pack(value, how.to, how.round, Overflow::ToInfinity);
    return result > one ? one : result;
  }
  uint64_t result = pack(value, how.to, how.round, how.flags & kSatFinite ? Overflow::Saturate : Overflow::ToInfinity);
  if ((how.flags & kFlushes) && how.to == Type::F32 && isSubnormalF32(result)) result &= 0x80000000;
  return result;
}

uint64_t readLane(Warp &warp, Slot slot, unsigned bits, unsigned lane) {
  if (bits == 16) return warp.at<uint16_t>(slot)[lane];
  return bits == 32 ? warp.at<uint32_t>(slot)[lane] : warp.at<uint64_t>(slot)[lane];
}
void writeLane(Warp &warp, Slot slot, unsigned bits, unsigned lane, uint64_t value) {
  if (bits == 16)
    warp.at<uint16_t>(slot)[lane] = static_cast<uint16_t>(value);
  else if (bits == 32)
    warp.at<uint32_t>(slot)[lane] = static_cast<uint32_t>(value);
  else
    warp.at<uint64_t>(slot)[lane] = value;
}

/// imm: the widths of the registers.
void general(Warp &warp, const Inst &inst, LaneMask lanes) {
  General how = generalOf(inst);
  auto to = static_cast<unsigned>(inst.imm & 0xff), from = static_cast<unsigned>(inst.imm >> 8);
  forLanes(lanes, [&](unsigned lane) {
    uint64_t result = convert(readLane(warp, inst.a, from, lane), how);
    if (!isFloat(how.to)) result = extend(result, bitsOf(how.to), isSigned(how.to));
    writeLane(warp, inst.dst, to, lane, result);
  });
}

/// Pairs: each half by itself. With two sources (`inst.count` = 2) the first becomes the upper half.
void pairs(Warp &warp, const Inst &inst, LaneMask lanes) {
  General how = generalOf(inst);
  unsigned toBits = bitsOf(how.to), fromBits = bitsOf(how.from);
  forLanes(lanes, [&](unsigned lane) {
    uint64_t high, low;
    if (inst.count == 2) {
      high = warp.at<uint32_t>(inst.a)[lane];
      low = warp.at<uint32_t>(inst.b)[lane];
    } else {
      uint64_t both = readLane(warp, inst.a, 2 * fromBits, lane);
      high = both >> fromBits, low = both & ((uint64_t{1} << fromBits) - 1);
    }
    uint64_t result = convert(high, how) << toBits | convert(low, how);
    writeLane(warp, inst.dst, 2 * toBits, lane, result);
  });
}

// ---- Common forms ----

struct HalfToFloat {
  float operator()(uint16_t a) const { return canonical(halfToFloat(a)); }
};
struct BfloatToFloat {
  float operator()(uint16_t a) const { return bfloatToFloat(a); }
};
struct FloatToHalf {
  uint16_t operator()(float a) const { return floatToHalf(a); }
};
struct FloatToBfloat {
  uint16_t operator()(float a) const { return floatToBfloat(a); }
};
template <class D> struct Cast {
  template <class S> D operator()(S a) const {
    if constexpr (std::is_floating_point_v<S>) return canonical(static_cast<D>(a));
    return static_cast<D>(a);
  }
};
/// NaN gives 0.
template <class D> struct FloatToInt {
  D operator()(float a) const {
    constexpr float kMin = std::is_signed_v<D> ? -0x1p31f : 0.0f, kEnd = std::is_signed_v<D> ? 0x1p31f : 0x1p32f;
    if (!(a > kMin)) return a != a ? 0 : std::numeric_limits<D>::min();
    return a >= kEnd ? std::numeric_limits<D>::max() : static_cast<D>(a);
  }
};

Handler commonForm(const General &how) {
  bool isNearest = how.round == Round::NearestEven;
  if (how.flags) return nullptr;
  auto is = [&](Type to, Type from) { return how.to == to && how.from == from; };
  if (is(Type::F32, Type::F16)) return unary<float, uint16_t, HalfToFloat>;
  if (is(Type::F32, Type::BF16)) return unary<float, uint16_t, BfloatToFloat>;
  if (is(Type::F64, Type::F32)) return unary<double, float, Cast<double>>;
  if (is(Type::F64, Type::S32)) return unary<double, int32_t, Cast<double>>;
  if (is(Type::F64, Type::U32)) return unary<double, uint32_t, Cast<double>>;
  if (how.round == Round::Zero && is(Type::S32, Type::F32)) return unary<int32_t, float, FloatToInt<int32_t>>;
  if (how.round == Round::Zero && is(Type::U32, Type::F32)) return unary<uint32_t, float, FloatToInt<uint32_t>>;
  if (!isNearest) return nullptr;
  if (is(Type::F16, Type::F32)) return unary<uint16_t, float, FloatToHalf>;
  if (is(Type::BF16, Type::F32)) return unary<uint16_t, float, FloatToBfloat>;
  if (is(Type::F32, Type::F64)) return unary<float, double, Cast<float>>;
  if (is(Type::F32, Type::S32)) return unary<float, int32_t, Cast<float>>;
  if (is(Type::F32, Type::U32)) return unary<float, uint32_t, Cast<float>>;
  return nullptr;
}

// ---- Building ----

/// The element of a pair type.
Type elementOf(Type type) {
  switch (type) {
  case Type::F16x2: return Type::F16;
  case Type::BF16x2: return Type::BF16;
  case Type::E4M3x2: return Type::E4M3;
  case Type::E5M2x2: return Type::E5M2;
  default: return type;
  }
}

uint32_t typesIndex(Type to, Type from) { return static_cast<uint32_t>(to) | static_cast<uint32_t>(from) << 8; }

uint8_t flagsOf(Builder &b) {
  unsigned flags = 0;
  if (b.has("ftz")) flags |= kFlushes;
  if (b.has("sat")) flags |= kSaturates;
  if (b.has("satfinite")) flags |= kSatFinite;
  if (b.has("relu")) flags |= kRelu;
  return static_cast<uint8_t>(flags);
}

Success buildPairs(Builder &b) {
  Type to = b.type(0), from = b.type(1);
  b.inst.count = static_cast<uint8_t>(b.numOperands() - 1);
  bool isGood =
      elementOf(to) != to && (b.inst.count == 2 ? from == Type::F32 : elementOf(from) != from) && b.inst.count <= 2;
  if (!isGood) return b.failType();
  TC_TRY(b.inst.dst, b.destination(b.operand(0), bitsOf(to)));
  TC_TRY(b.inst.a, b.source(b.operand(1), from));
  if (b.inst.count == 2) {
    TC_TRY(b.inst.b, b.source(b.operand(2), from));
  }
  b.inst.index = typesIndex(elementOf(to), elementOf(from));
  b.inst.kind = static_cast<uint8_t>(b.rounding().value_or(Round::NearestEven));
  b.inst.mode = flagsOf(b);
  return b.use(pairs);
}

Success buildInteger(Builder &b, unsigned to, unsigned from) {
  b.inst.kind = static_cast<uint8_t>(bitsOf(b.type(1)));
  b.inst.count = static_cast<uint8_t>(bitsOf(b.type(0)));
  b.inst.mode = (isSigned(b.type(1)) ? kFromSigned : 0) | (isSigned(b.type(0)) ? kToSigned : 0);
  return b.use(b.has("sat") ? byWidths<Saturated>(to, from) : byWidths<Plain>(to, from));
}

// ---- cvt.pack ----

/// dst = a and b, each saturated to kind's type, below the bits of c (zero if it has no place). Both are s32.
void packSaturated(Warp &warp, const Inst &inst, LaneMask lanes) {
  auto type = static_cast<Type>(inst.kind);
  unsigned bits = bitsOf(type);
  int64_t most = (int64_t{1} << (bits - isSigned(type))) - 1, least = isSigned(type) ? -most - 1 : 0;
  const auto *a = warp.at<int32_t>(inst.a), *b = warp.at<int32_t>(inst.b);
  const auto *c = warp.at<uint32_t>(inst.c);
  auto *d = warp.at<uint32_t>(inst.dst);
  uint32_t mask = (1u << bits) - 1;
  forLanes(lanes, [&](unsigned lane) {
    auto high = static_cast<uint32_t>(std::clamp<int64_t>(a[lane], least, most)) & mask;
    auto low = static_cast<uint32_t>(std::clamp<int64_t>(b[lane], least, most)) & mask;
    uint32_t pair = high << bits | low;
    d[lane] = bits == 16 ? pair : c[lane] << (2 * bits) | pair;
  });
}

Success buildPack(Builder &b) {
  bool isByte = b.types.size() == 3 && bitsOf(b.type()) == 8 && b.type(2) == Type::B32;
  bool isHalf = b.types.size() == 2 && bitsOf(b.type()) == 16;
  if (!b.has("sat") || !(isByte || isHalf) || !isInteger(b.type()) || b.type(1) != Type::S32) return b.failType();
  if (b.numOperands() != 3u + isByte) return b.fail("operands are missing, or there are too many");
  TC_TRY(b.inst.dst, b.destination(b.operand(0), 32));
  TC_TRY(b.inst.a, b.source(b.operand(1), Type::S32));
  TC_TRY(b.inst.b, b.source(b.operand(2), Type::S32));
  if (isByte) {
    TC_TRY(b.inst.c, b.source(b.operand(3), Type::B32));
  }
  b.inst.kind = static_cast<uint8_t>(b.type());
  return b.use(packSaturated);
}

}  // namespace

Success buildCvt(Builder &b) {
  if (b.has("pack")) return buildPack(b);
  if (b.types.size() != 2 || b.numOperands() < 2) return b.failType();
  Type to = b.type(0), from = b.type(1);
  if (b.numOperands() == 3 || elementOf(to) != to) return buildPairs(b);
  if (kindOf(to) == TypeKind::Bits || kindOf(from) == TypeKind::Bits || elementOf(from) != from) return b.failType();
  TC_TRY(b.inst.dst, b.destination(b.operand(0), bitsOf(to), /*mayBeWider=*/!isFloat(to)));
  TC_TRY(b.inst.a, b.source(b.operand(1), from, /*mayBeWider=*/!isFloat(from)));
  unsigned toBits = b.registerBits(b.operand(0)), fromBits = b.registerBits(b.operand(1));
  if (toBits == 0) toBits = std::max(16u, bitsOf(to));
  if (fromBits == 0) fromBits = std::max(16u, bitsOf(from));
  if (!isFloat(to) && !isFloat(from)) return buildInteger(b, toBits, fromBits);

  General how{to, from, b.rounding().value_or(Round::NearestEven), flagsOf(b)};
  bool isIntegral = b.has("rni") || b.has("rzi") || b.has("rmi") || b.has("rpi");
  if (isFloat(to) && isFloat(from) && isIntegral) how.flags |= kToIntegral;
  bool isAsWide = toBits == std::max(16u, bitsOf(to)) && fromBits == std::max(16u, bitsOf(from));
  if (Handler common = isAsWide ? commonForm(how) : nullptr) return b.use(common);
  b.inst.index = typesIndex(to, from);
  b.inst.kind = static_cast<uint8_t>(how.round);
  b.inst.mode = how.flags;
  b.inst.imm = toBits | fromBits << 8;
  return b.use(general);
}

}  // namespace tritonc::emulator
