// f16 and bf16 arithmetic. A sum, difference or product computed in f32 and rounded again is the exact one rounded
// once: f32 has more than twice the digits. A fused product-sum is rounded to odd in f64 first.
#include "runtime/emulator/ops_half.h"

#include <cmath>
#include <limits>

#include "runtime/emulator/dispatch.h"
#include "runtime/emulator/numbers.h"

namespace tritonc::emulator {
namespace {

struct Half {
  static constexpr Type kType = Type::F16;
  static float load(uint16_t bits) { return halfToFloat(bits); }
  static uint16_t store(float x) { return floatToHalf(x); }
  static float flushed(float x) { return std::fabs(x) < 0x1p-14f ? std::copysign(0.0f, x) : x; }
};
struct Bfloat {
  static constexpr Type kType = Type::BF16;
  static float load(uint16_t bits) { return bfloatToFloat(bits); }
  static uint16_t store(float x) { return floatToBfloat(x); }
  static float flushed(float x) { return flush(x); }
};

struct Add {
  float operator()(float a, float b) const { return a + b; }
};
struct Sub {
  float operator()(float a, float b) const { return a - b; }
};
struct Mul {
  float operator()(float a, float b) const { return a * b; }
};
struct Ex2 {
  float operator()(float a) const { return static_cast<float>(std::exp2(double{a})); }
};
struct Tanh {
  float operator()(float a) const { return static_cast<float>(std::tanh(double{a})); }
};

enum HalfFlag : unsigned { kFtz = 1, kSat = 2, kRelu = 4 };

/// What modifiers do to a result.
template <class Format, unsigned kFlags> uint16_t finish(uint16_t bits) {
  float x = Format::load(bits);
  if constexpr (kFlags & kFtz) x = Format::flushed(x);
  if constexpr (kFlags & kSat) x = x > 0 ? (x < 1 ? x : 1.0f) : 0.0f;
  // A NaN stays one.
  if constexpr (kFlags & kRelu) x = x < 0 || (x == 0 && std::signbit(x)) ? 0.0f : x;
  return Format::store(x);
}

template <class Format, class Op, unsigned kFlags> struct Simple {
  template <class... Args> uint16_t operator()(Args... args) const {
    auto load = [](uint16_t bits) {
      float x = Format::load(bits);
      return kFlags & kFtz ? Format::flushed(x) : x;
    };
    uint16_t bits = Format::store(Op{}(load(args)...));
    return kFlags ? finish<Format, kFlags>(bits) : bits;
  }
};

template <class Format, unsigned kFlags> struct Fused {
  uint16_t operator()(uint16_t a, uint16_t b, uint16_t c) const {
    auto load = [](uint16_t bits) {
      float x = Format::load(bits);
      return double{kFlags & kFtz ? Format::flushed(x) : x};
    };
    double sum = addToOdd(load(a) * load(b), load(c));
    auto bits = static_cast<uint16_t>(
        pack(unpack(std::bit_cast<uint64_t>(sum), Type::F64), Format::kType, Round::NearestEven, Overflow::ToInfinity));
    return kFlags ? finish<Format, kFlags>(bits) : bits;
  }
};

struct Abs {
  uint16_t operator()(uint16_t a) const { return a & 0x7fff; }
};
struct Neg {
  uint16_t operator()(uint16_t a) const { return a ^ 0x8000; }
};

template <class Format, bool kMax, bool kNaN, bool kXorSign> struct MinMax {
  uint16_t operator()(uint16_t a, uint16_t b) const {
    auto sign = static_cast<uint16_t>((a ^ b) & 0x8000);
    if constexpr (kXorSign) a &= 0x7fff, b &= 0x7fff;
    float x = Format::load(a), y = Format::load(b);
    uint16_t result;
    if (x != x || y != y)
      result = kNaN || (x != x && y != y) ? 0x7fff : x != x ? b : a;
    else if (x == y)
      result = kMax ? a & b : a | b;
    else
      result = (x < y) != kMax ? a : b;
    return kXorSign ? static_cast<uint16_t>((result & 0x7fff) | sign) : result;
  }
};

// ---- Choosing a handler ----

template <class Op, unsigned kArity> Handler formOf(bool isPair) {
  using H = uint16_t;
  using W = uint32_t;
  using Pair = Halves<uint16_t, Op>;
  if constexpr (kArity == 1)
    return isPair ? unary<W, W, Pair> : unary<H, H, Op>;
  else if constexpr (kArity == 2)
    return isPair ? binary<W, W, W, Pair> : binary<H, H, H, Op>;
  else
    return isPair ? ternary<W, W, W, W, Pair> : ternary<H, H, H, H, Op>;
}

bool isF16(Builder &b) { return b.type() == Type::F16 || b.type() == Type::F16x2; }
bool isBF16(Builder &b) { return b.type() == Type::BF16 || b.type() == Type::BF16x2; }
bool isPair(Builder &b) { return bitsOf(b.type()) == 32; }

template <template <class, unsigned> class Op, unsigned kArity> Success useFlags(Builder &b) {
  if (!isF16(b) && !isBF16(b)) return b.failType();
  if (b.rounding().value_or(Round::NearestEven) != Round::NearestEven) return b.failType();
  auto choose = [&]<unsigned kFlags>() {
    return b.use(isF16(b) ? formOf<Op<Half, kFlags>, kArity>(isPair(b))
                          : formOf<Op<Bfloat, kFlags>, kArity>(isPair(b)));
  };
  switch ((b.has("ftz") ? kFtz : 0u) | (b.has("sat") ? kSat : 0u) | (b.has("relu") ? kRelu : 0u)) {
  case 0: return choose.template operator()<0>();
  case kFtz: return choose.template operator()<kFtz>();
  case kSat: return choose.template operator()<kSat>();
  case kFtz | kSat: return choose.template operator()<kFtz | kSat>();
  case kRelu: return choose.template operator()<kRelu>();
  case kFtz | kRelu: return choose.template operator()<kFtz | kRelu>();
  default: return b.failType();
  }
}

template <class Format, unsigned kFlags> using AddOf = Simple<Format, Add, kFlags>;
template <class Format, unsigned kFlags> using SubOf = Simple<Format, Sub, kFlags>;
template <class Format, unsigned kFlags> using MulOf = Simple<Format, Mul, kFlags>;
template <class Format, unsigned kFlags> using Ex2Of = Simple<Format, Ex2, kFlags>;
template <class Format, unsigned kFlags> using TanhOf = Simple<Format, Tanh, kFlags>;

template <bool kMax> Success useMinMax(Builder &b) {
  if (!isF16(b) && !isBF16(b)) return b.failType();
  if (b.has("ftz") || b.has("relu")) return b.failType();
  auto choose = [&]<bool kNaN, bool kXorSign>() {
    return b.use(isF16(b) ? formOf<MinMax<Half, kMax, kNaN, kXorSign>, 2>(isPair(b))
                          : formOf<MinMax<Bfloat, kMax, kNaN, kXorSign>, 2>(isPair(b)));
  };
  if (b.has("NaN"))
    return b.has("xorsign") ? choose.template operator()<true, true>() : choose.template operator()<true, false>();
  return b.has("xorsign") ? choose.template operator()<false, true>() : choose.template operator()<false, false>();
}

}  // namespace

Success buildAddHalf(Builder &b) { return useFlags<AddOf, 2>(b); }
Success buildSubHalf(Builder &b) { return useFlags<SubOf, 2>(b); }
Success buildMulHalf(Builder &b) { return useFlags<MulOf, 2>(b); }
Success buildFmaHalf(Builder &b) { return useFlags<Fused, 3>(b); }
Success buildEx2Half(Builder &b) { return useFlags<Ex2Of, 1>(b); }
Success buildTanhHalf(Builder &b) { return useFlags<TanhOf, 1>(b); }
Success buildAbsHalf(Builder &b) { return isF16(b) || isBF16(b) ? b.use(formOf<Abs, 1>(isPair(b))) : b.failType(); }
Success buildNegHalf(Builder &b) { return isF16(b) || isBF16(b) ? b.use(formOf<Neg, 1>(isPair(b))) : b.failType(); }
Success buildMinHalf(Builder &b) { return useMinMax<false>(b); }
Success buildMaxHalf(Builder &b) { return useMinMax<true>(b); }

}  // namespace tritonc::emulator
