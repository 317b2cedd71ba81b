// f32 and f64 arithmetic, and the approximations. The latter are computed in f64 and rounded once: closer to the truth
// than what the hardware guarantees.
#include <cfenv>
#include <cmath>
#include <limits>
#include <numbers>

#include "runtime/emulator/builder.h"
#include "runtime/emulator/dispatch.h"
#include "runtime/emulator/ops_half.h"

namespace tritonc::emulator {
namespace {

// ---- Functions of one lane ----

struct Add {
  template <class T> T operator()(T a, T b) const { return a + b; }
};
struct Sub {
  template <class T> T operator()(T a, T b) const { return a - b; }
};
struct Mul {
  template <class T> T operator()(T a, T b) const { return a * b; }
};
struct Div {
  template <class T> T operator()(T a, T b) const { return a / b; }
};
struct Fma {
  template <class T> T operator()(T a, T b, T c) const { return std::fma(a, b, c); }
};
struct Rcp {
  template <class T> T operator()(T a) const { return 1 / a; }
};
struct Sqrt {
  template <class T> T operator()(T a) const { return std::sqrt(a); }
};
struct Abs {
  template <class T> T operator()(T a) const { return std::fabs(a); }
};
struct Neg {
  template <class T> T operator()(T a) const { return -a; }
};
struct Copysign {
  // The sign comes from the first operand.
  template <class T> T operator()(T a, T b) const { return std::copysign(b, a); }
};

/// The lesser, -0 before +0; a NaN loses.
struct Min {
  template <class T> T operator()(T a, T b) const {
    if (a != a) return b;
    if (b != b) return a;
    if (a == b) return std::signbit(a) ? a : b;
    return a < b ? a : b;
  }
};
struct Max {
  template <class T> T operator()(T a, T b) const {
    if (a != a) return b;
    if (b != b) return a;
    if (a == b) return std::signbit(a) ? b : a;
    return a > b ? a : b;
  }
};
/// `.NaN`: a NaN wins.
template <class Op> struct OrNaN {
  template <class T> T operator()(T a, T b) const {
    return a != a || b != b ? std::numeric_limits<T>::quiet_NaN() : Op{}(a, b);
  }
};
/// `.xorsign.abs`
template <class Op> struct XorSign {
  template <class T> T operator()(T a, T b) const {
    T result = Op{}(std::fabs(a), std::fabs(b));
    return std::signbit(a) != std::signbit(b) ? -result : result;
  }
};

/// In f64, rounded once to f32.
#define TC_APPROXIMATION(Name, expression)                                                                             \
  struct Name {                                                                                                        \
    float operator()(float value) const {                                                                              \
      double x = value;                                                                                                \
      return static_cast<float>(expression);                                                                           \
    }                                                                                                                  \
  };
TC_APPROXIMATION(Ex2, std::exp2(x))
TC_APPROXIMATION(Lg2, std::log2(x))
TC_APPROXIMATION(Sin, std::sin(x))
TC_APPROXIMATION(Cos, std::cos(x))
TC_APPROXIMATION(Tanh, std::tanh(x))
TC_APPROXIMATION(Rsqrt, 1 / std::sqrt(x))
#undef TC_APPROXIMATION

/// `div.approx`: nothing is left of a divisor beyond 2^126.
struct DivApprox {
  float operator()(float a, float b) const {
    if (std::fabs(b) > 0x1p126f && std::isfinite(b))
      return std::isinf(a) ? std::nanf("") : std::copysign(0.0f, a) * std::copysign(1.0f, b);
    return a / b;
  }
};
/// `rcp.approx.ftz.f64` and its like look at the upper half of the bits only.
template <class Op> struct UpperHalf {
  double operator()(double a) const {
    auto truncate = [](double x) { return std::bit_cast<double>(std::bit_cast<uint64_t>(x) & 0xffffffff00000000); };
    double value = truncate(a);
    if (std::fabs(value) < 0x1p-1022) value = std::copysign(0.0, value);
    double result = truncate(Op{}(value));
    return std::fabs(result) < 0x1p-1022 ? std::copysign(0.0, result) : result;
  }
};
struct RsqrtF64 {
  double operator()(double a) const { return 1 / std::sqrt(a); }
};

template <class T> T saturate(T x) { return x > 0 ? (x < 1 ? x : T{1}) : T{0}; }

/// An operation with what the modifiers add to it.
template <class Op, bool kFtz, bool kSat> struct Modified {
  template <class T, class... Rest> T operator()(T a, Rest... rest) const {
    T result;
    if constexpr (kFtz && sizeof(T) == 4)
      result = flush(Op{}(flush(a), flush(rest)...));
    else
      result = Op{}(a, rest...);
    if constexpr (kSat) return saturate(result);
    return canonical(result);
  }
};

// ---- Rounding ----

/// Sets the processor's rounding for as long as it lives. Handlers read their operands from memory behind the call and
/// write their results before the next, so no operation moves across.
class RoundingScope {
public:
  explicit RoundingScope(Round round) : before_(std::fegetround()) {
    std::fesetround(round == Round::Zero ? FE_TOWARDZERO : round == Round::Down ? FE_DOWNWARD : FE_UPWARD);
  }
  ~RoundingScope() { std::fesetround(before_); }
  RoundingScope(const RoundingScope &) = delete;
  RoundingScope &operator=(const RoundingScope &) = delete;

private:
  int before_;
};

template <Handler kHandler> void rounded(Warp &warp, const Inst &inst, LaneMask lanes) {
  RoundingScope scope(static_cast<Round>(inst.mode));
  kHandler(warp, inst, lanes);
}

// ---- Choosing a handler ----

template <class T, class Op> struct Forms {
  static constexpr Handler kUnary = unary<T, T, Op>;
  static constexpr Handler kBinary = binary<T, T, T, Op>;
  static constexpr Handler kTernary = ternary<T, T, T, T, Op>;
};

enum class Arity : uint8_t { One, Two, Three };

template <class T, class Op, Arity kArity> constexpr Handler formOf() {
  if constexpr (kArity == Arity::One)
    return unary<T, T, Op>;
  else if constexpr (kArity == Arity::Two)
    return binary<T, T, T, Op>;
  else
    return ternary<T, T, T, T, Op>;
}

/// The handler of f32 or f64 for the modifiers `.ftz`, `.sat` and a rounding.
template <class Op, Arity kArity> Success useRounded(Builder &b) {
  auto choose = [&]<class T, bool kFtz, bool kSat>() {
    constexpr Handler kHandler = formOf<T, Modified<Op, kFtz, kSat>, kArity>();
    Round round = b.rounding().value_or(Round::NearestEven);
    b.inst.mode = static_cast<uint8_t>(round);
    return b.use(round == Round::NearestEven ? kHandler : rounded<kHandler>);
  };
  bool ftz = b.has("ftz"), sat = b.has("sat");
  if (b.types.size() == 1 && b.type() == Type::F64 && !ftz && !sat)
    return choose.template operator()<double, false, false>();
  if (b.types.size() != 1 || b.type() != Type::F32) return b.failType();
  if (ftz)
    return sat ? choose.template operator()<float, true, true>() : choose.template operator()<float, true, false>();
  return sat ? choose.template operator()<float, false, true>() : choose.template operator()<float, false, false>();
}

/// Without a rounding.
template <class Op, Arity kArity> Success usePlain(Builder &b) {
  if (b.types.size() != 1) return b.failType();
  if (b.type() == Type::F64 && !b.has("ftz")) return b.use(formOf<double, Modified<Op, false, false>, kArity>());
  if (b.type() != Type::F32) return b.failType();
  return b.use(b.has("ftz") ? formOf<float, Modified<Op, true, false>, kArity>()
                            : formOf<float, Modified<Op, false, false>, kArity>());
}

/// Bits only: no NaN changes.
template <class Op, Arity kArity> Success useBits(Builder &b) {
  if (b.type() == Type::F64) return b.use(formOf<double, Op, kArity>());
  if (b.type() != Type::F32) return b.failType();
  if (b.has("ftz")) return b.use(formOf<float, Modified<Op, true, false>, kArity>());
  return b.use(formOf<float, Op, kArity>());
}

template <class Op> Success useApproximation(Builder &b) {
  if (b.types.size() != 1 || b.type() != Type::F32 || !b.has("approx")) return b.failType();
  return b.use(b.has("ftz") ? unary<float, float, Modified<Op, true, false>>
                            : unary<float, float, Modified<Op, false, false>>);
}

template <class Op> Success useMinMax(Builder &b) {
  bool isNaN = b.has("NaN");
  if (b.has("xorsign"))
    return isNaN ? usePlain<XorSign<OrNaN<Op>>, Arity::Two>(b) : usePlain<XorSign<Op>, Arity::Two>(b);
  return isNaN ? usePlain<OrNaN<Op>, Arity::Two>(b) : usePlain<Op, Arity::Two>(b);
}

bool isNarrow(Builder &b) { return b.types.size() == 1 && bitsOf(b.type()) <= 32 && b.type() != Type::F32; }

// ---- testp ----

enum class Property : uint8_t { Finite, Infinite, Number, NotANumber, Normal, Subnormal };

template <class T> void testp(Warp &warp, const Inst &inst, LaneMask lanes) {
  const T *a = warp.at<T>(inst.a);
  auto test = [&](unsigned lane) {
    int kind = std::fpclassify(a[lane]);
    switch (static_cast<Property>(inst.mode)) {
    case Property::Finite: return kind != FP_NAN && kind != FP_INFINITE;
    case Property::Infinite: return kind == FP_INFINITE;
    case Property::Number: return kind != FP_NAN;
    case Property::NotANumber: return kind == FP_NAN;
    // Zero counts as normal.
    case Property::Normal: return kind == FP_NORMAL || kind == FP_ZERO;
    case Property::Subnormal: return kind == FP_SUBNORMAL;
    }
    return false;
  };
  setMask(warp.mask(inst.dst), lanesWhere(lanes, test), lanes);
}

}  // namespace

// ---- Builders ----

Success buildAddF(Builder &b) { return isNarrow(b) ? buildAddHalf(b) : useRounded<Add, Arity::Two>(b); }
Success buildSubF(Builder &b) { return isNarrow(b) ? buildSubHalf(b) : useRounded<Sub, Arity::Two>(b); }
Success buildMulF(Builder &b) {
  if (b.numOperands() != 3) return b.fail("operands are missing");
  TC_TRY(b.inst.dst, b.destination(b.operand(0), bitsOf(b.type())));
  TC_TRY(b.inst.a, b.source(b.operand(1), b.type()));
  TC_TRY(b.inst.b, b.source(b.operand(2), b.type()));
  return isNarrow(b) ? buildMulHalf(b) : useRounded<Mul, Arity::Two>(b);
}
Success buildMadF(Builder &b) {
  if (b.numOperands() != 4) return b.fail("operands are missing");
  TC_TRY(b.inst.dst, b.destination(b.operand(0), bitsOf(b.type())));
  TC_TRY(b.inst.a, b.source(b.operand(1), b.type()));
  TC_TRY(b.inst.b, b.source(b.operand(2), b.type()));
  TC_TRY(b.inst.c, b.source(b.operand(3), b.type()));
  return buildFma(b);
}
Success buildFma(Builder &b) { return isNarrow(b) ? buildFmaHalf(b) : useRounded<Fma, Arity::Three>(b); }

Success buildDivF(Builder &b) {
  if (b.has("approx")) return usePlain<DivApprox, Arity::Two>(b);
  return b.has("full") ? usePlain<Div, Arity::Two>(b) : useRounded<Div, Arity::Two>(b);
}
Success buildRcp(Builder &b) {
  if (b.has("approx") && b.type() == Type::F64) return b.use(unary<double, double, UpperHalf<Rcp>>);
  return b.has("approx") ? usePlain<Rcp, Arity::One>(b) : useRounded<Rcp, Arity::One>(b);
}
Success buildSqrt(Builder &b) {
  return b.has("approx") ? usePlain<Sqrt, Arity::One>(b) : useRounded<Sqrt, Arity::One>(b);
}
Success buildRsqrt(Builder &b) {
  if (b.type() == Type::F64)
    return b.use(b.has("ftz") ? unary<double, double, UpperHalf<RsqrtF64>> : unary<double, double, RsqrtF64>);
  return useApproximation<Rsqrt>(b);
}
Success buildEx2(Builder &b) { return isNarrow(b) ? buildEx2Half(b) : useApproximation<Ex2>(b); }
Success buildLg2(Builder &b) { return useApproximation<Lg2>(b); }
Success buildSin(Builder &b) { return useApproximation<Sin>(b); }
Success buildCos(Builder &b) { return useApproximation<Cos>(b); }
Success buildTanh(Builder &b) { return isNarrow(b) ? buildTanhHalf(b) : useApproximation<Tanh>(b); }

Success buildAbsF(Builder &b) { return isNarrow(b) ? buildAbsHalf(b) : useBits<Abs, Arity::One>(b); }
Success buildNegF(Builder &b) { return isNarrow(b) ? buildNegHalf(b) : useBits<Neg, Arity::One>(b); }
Success buildMinF(Builder &b) { return isNarrow(b) ? buildMinHalf(b) : useMinMax<Min>(b); }
Success buildMaxF(Builder &b) { return isNarrow(b) ? buildMaxHalf(b) : useMinMax<Max>(b); }
Success buildCopysign(Builder &b) { return useBits<Copysign, Arity::Two>(b); }

Success buildTestp(Builder &b) {
  constexpr std::string_view kProperties[] = {"finite", "infinite", "number", "notanumber", "normal", "subnormal"};
  for (size_t i = 0; i < std::size(kProperties); ++i)
    if (b.has(kProperties[i])) b.inst.mode = static_cast<uint8_t>(i);
  if (b.type() == Type::F32) return b.use(testp<float>);
  return b.use(b.type() == Type::F64 ? testp<double> : nullptr);
}

}  // namespace tritonc::emulator
