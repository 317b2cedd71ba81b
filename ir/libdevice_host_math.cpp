// Stand-ins for the mathematical functions of libdevice.
//
// Those of f32 are computed in f64 and rounded once. That is also what an exact function gives: its result is a f32
// already, or is rounded by a quotient, difference or square root that 53 bits decide.

#include <boost/math/special_functions/bessel.hpp>
#include <boost/math/special_functions/erf.hpp>

#include "ir/libdevice_host_internal.h"

namespace tritonc::ir {
namespace {

using D = double;
constexpr D kPi = 3.14159265358979323846;
constexpr D kInfinity = std::numeric_limits<D>::infinity();
constexpr D kNan = std::numeric_limits<D>::quiet_NaN();

/// Boost reports nothing and gives NaN or infinity.
using Quiet =
    boost::math::policies::policy<boost::math::policies::domain_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::pole_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::overflow_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::evaluation_error<boost::math::policies::ignore_error>>;

// ---- What the host's library lacks ----

D sinPi(D a) {
  if (std::isinf(a)) return kNan;
  D rest = std::remainder(a, 2);
  if (std::fabs(rest) > 0.5) rest = std::copysign(1, rest) - rest;
  return std::sin(kPi * rest);
}

D cosPi(D a) {
  if (std::isinf(a)) return kNan;
  D rest = std::fabs(std::remainder(a, 2));
  return rest < 0.25 ? std::cos(kPi * rest) : std::sin(kPi * (0.5 - rest));
}

/// Inverse of `erfc`; with `erf` from its upper half.
D erfcInverse(D a) {
  if (!(a >= 0 && a <= 2)) return kNan;
  if (a == 0 || a == 2) return a == 0 ? kInfinity : -kInfinity;
  return boost::math::erfc_inv(a, Quiet());
}

D erfInverse(D a) {
  if (!(std::fabs(a) <= 1)) return kNan;
  return std::fabs(a) == 1 ? std::copysign(kInfinity, a) : boost::math::erf_inv(a, Quiet());
}

/// exp(a * a) * erfc(a): of large numbers by the asymptotic series, where erfc would be 0.
D scaledErfc(D a) {
  if (a < 25) return static_cast<D>(std::exp(static_cast<long double>(a) * a) * std::erfc(static_cast<long double>(a)));
  D sum = 1, term = 1;
  for (int i = 1; i < 18; i += 2) sum += term *= -i / (2 * a * a);
  return sum / (a * std::sqrt(kPi));
}

D besselI(int order, D a) {
  if (std::isnan(a)) return kNan;
  if (std::isinf(a)) return order == 0 ? kInfinity : a;
  return boost::math::cyl_bessel_i(order, a, Quiet());
}

/// The length of a vector without overflow on the way.
D norm(std::initializer_list<D> parts) {
  long double sum = 0;
  bool isInfinite = false;
  for (D part : parts) {
    sum += static_cast<long double>(part) * part;
    isInfinite = isInfinite || std::isinf(part);
  }
  return isInfinite ? kInfinity : static_cast<D>(std::sqrt(sum));
}

/// The same, inverted. The quotient is rounded once more than the length.
D inverseNorm(std::initializer_list<D> parts) { return 1 / norm(parts); }

D logGamma(D a) {
  int sign;
  return lgamma_r(a, &sign);
}

int32_t exponentOf(D a) {
  if (a == 0 || std::isnan(a)) return std::numeric_limits<int32_t>::min();
  return std::isinf(a) ? std::numeric_limits<int32_t>::max() : std::ilogb(a);
}

/// To an integer, saturating; a NaN gives the smallest.
int64_t toInt64(D whole) {
  if (whole >= 0x1p63) return std::numeric_limits<int64_t>::max();
  return whole >= -0x1p63 ? static_cast<int64_t>(whole) : std::numeric_limits<int64_t>::min();
}

/// A quick and rough reciprocal: the low half of its bits is 0.
D roughReciprocal(D a) { return std::bit_cast<D>(std::bit_cast<uint64_t>(1 / a) & ~uint64_t{0xffffffff}); }

// ---- The tables ----

template <auto F, class T> constexpr auto kUnary = [](T a) -> T { return static_cast<T>(F(a)); };
template <auto F, class T> constexpr auto kBinary = [](T a, T b) -> T { return static_cast<T>(F(a, b)); };
template <auto F, class T> constexpr auto kTernary = [](T a, T b, T c) -> T { return static_cast<T>(F(a, b, c)); };

/// `F(D) -> D` for f32 and for f64.
template <auto F> void unary(HostTable &t, std::string_view single, std::string_view twice) {
  t[single] = kHost<kUnary<F, float>>;
  t[twice] = kHost<kUnary<F, D>>;
}
template <auto F> void binary(HostTable &t, std::string_view single, std::string_view twice) {
  t[single] = kHost<kBinary<F, float>>;
  t[twice] = kHost<kBinary<F, D>>;
}
template <auto F> void ternary(HostTable &t, std::string_view single, std::string_view twice) {
  t[single] = kHost<kTernary<F, float>>;
  t[twice] = kHost<kTernary<F, D>>;
}

void addWholeNumbers(HostTable &t) {
  t["floorf"] = kHost<[](float a) -> float { return std::floor(flushed(a)); }>;
  t["floor"] = kHost<[](D a) -> D { return std::floor(a); }>;
  t["ceilf"] = kHost<[](float a) -> float { return std::ceil(flushed(a)); }>;
  t["ceil"] = kHost<[](D a) -> D { return std::ceil(a); }>;
  unary<[](D a) { return std::trunc(a); }>(t, "truncf", "trunc");
  unary<[](D a) { return std::round(a); }>(t, "roundf", "round");
  unary<[](D a) { return std::nearbyint(a); }>(t, "rintf", "rint");
  unary<[](D a) { return std::nearbyint(a); }>(t, "nearbyintf", "nearbyint");
  t["llrintf"] = kHost<[](float a) -> int64_t { return toInt64(std::nearbyint(a)); }>;
  t["llrint"] = kHost<[](D a) -> int64_t { return toInt64(std::nearbyint(a)); }>;
  t["llroundf"] = kHost<[](float a) -> int64_t { return toInt64(std::round(a)); }>;
  t["llround"] = kHost<[](D a) -> int64_t { return toInt64(std::round(a)); }>;
  binary<[](D a, D b) { return std::fmod(a, b); }>(t, "fmodf", "fmod");
  binary<[](D a, D b) { return std::remainder(a, b); }>(t, "remainderf", "remainder");
}

void addExponents(HostTable &t) {
  HostFunction scaledSingle = kHost<[](float a, int32_t n) -> float { return std::ldexp(a, n); }>;
  HostFunction scaledTwice = kHost<[](D a, int32_t n) -> D { return std::ldexp(a, n); }>;
  t["ldexpf"] = t["scalbnf"] = scaledSingle;
  t["ldexp"] = t["scalbn"] = scaledTwice;
  t["ilogbf"] = kHost<[](float a) -> int32_t { return exponentOf(a); }>;
  t["ilogb"] = kHost<[](D a) -> int32_t { return exponentOf(a); }>;
  unary<[](D a) { return std::logb(a); }>(t, "logbf", "logb");
  t["nextafterf"] = kHost<[](float a, float b) -> float { return std::nextafter(a, b); }>;
  t["nextafter"] = kHost<[](D a, D b) -> D { return std::nextafter(a, b); }>;
}

void addArithmetic(HostTable &t) {
  unary<[](D a) { return std::fabs(a); }>(t, "fabsf", "fabs");
  binary<[](D a, D b) { return std::copysign(a, b); }>(t, "copysignf", "copysign");
  binary<[](D a, D b) { return std::fdim(a, b); }>(t, "fdimf", "fdim");
  t["fmaf"] = kHost<[](float a, float b, float c) -> float { return std::fma(a, b, c); }>;
  t["fma"] = kHost<[](D a, D b, D c) -> D { return std::fma(a, b, c); }>;
  // The comparison is false with NaN, which becomes 0.
  t["saturatef"] = kHost<[](float a) -> float { return 0 < a ? std::fmin(a, 1.0f) : 0.0f; }>;
  t["fast_fdividef"] = kHost<[](float a, float b) -> float { return a / b; }>;
  t["rcp64h"] = kHost<[](D a) -> D { return roughReciprocal(a); }>;
}

void addPowersAndLogs(HostTable &t) {
  unary<[](D a) { return std::sqrt(a); }>(t, "sqrtf", "sqrt");
  unary<[](D a) { return 1 / std::sqrt(a); }>(t, "rsqrtf", "rsqrt");
  unary<[](D a) { return std::cbrt(a); }>(t, "cbrtf", "cbrt");
  unary<[](D a) { return 1 / std::cbrt(a); }>(t, "rcbrtf", "rcbrt");
  unary<[](D a) { return std::exp(a); }>(t, "expf", "exp");
  unary<[](D a) { return std::exp2(a); }>(t, "exp2f", "exp2");
  unary<[](D a) { return std::pow(10.0, a); }>(t, "exp10f", "exp10");
  unary<[](D a) { return std::expm1(a); }>(t, "expm1f", "expm1");
  unary<[](D a) { return std::log(a); }>(t, "logf", "log");
  unary<[](D a) { return std::log2(a); }>(t, "log2f", "log2");
  unary<[](D a) { return std::log10(a); }>(t, "log10f", "log10");
  unary<[](D a) { return std::log1p(a); }>(t, "log1pf", "log1p");
  binary<[](D a, D b) { return std::pow(a, b); }>(t, "powf", "pow");
  t["powif"] = kHost<[](float a, int32_t n) -> float { return static_cast<float>(std::pow(D{a}, n)); }>;
  t["powi"] = kHost<[](D a, int32_t n) -> D { return std::pow(a, n); }>;
  binary<[](D a, D b) { return norm({a, b}); }>(t, "hypotf", "hypot");
  binary<[](D a, D b) { return inverseNorm({a, b}); }>(t, "rhypotf", "rhypot");
  ternary<[](D a, D b, D c) { return norm({a, b, c}); }>(t, "norm3df", "norm3d");
  ternary<[](D a, D b, D c) { return inverseNorm({a, b, c}); }>(t, "rnorm3df", "rnorm3d");
  using F = float;
  t["norm4df"] = kHost<[](F a, F b, F c, F d) -> F { return static_cast<F>(norm({a, b, c, d})); }>;
  t["norm4d"] = kHost<[](D a, D b, D c, D d) -> D { return norm({a, b, c, d}); }>;
  t["rnorm4df"] = kHost<[](F a, F b, F c, F d) -> F { return static_cast<F>(inverseNorm({a, b, c, d})); }>;
  t["rnorm4d"] = kHost<[](D a, D b, D c, D d) -> D { return inverseNorm({a, b, c, d}); }>;
}

void addAngles(HostTable &t) {
  unary<[](D a) { return std::sin(a); }>(t, "sinf", "sin");
  unary<[](D a) { return std::cos(a); }>(t, "cosf", "cos");
  unary<[](D a) { return std::tan(a); }>(t, "tanf", "tan");
  unary<sinPi>(t, "sinpif", "sinpi");
  unary<cosPi>(t, "cospif", "cospi");
  unary<[](D a) { return std::asin(a); }>(t, "asinf", "asin");
  unary<[](D a) { return std::acos(a); }>(t, "acosf", "acos");
  unary<[](D a) { return std::atan(a); }>(t, "atanf", "atan");
  binary<[](D a, D b) { return std::atan2(a, b); }>(t, "atan2f", "atan2");
  unary<[](D a) { return std::sinh(a); }>(t, "sinhf", "sinh");
  unary<[](D a) { return std::cosh(a); }>(t, "coshf", "cosh");
  unary<[](D a) { return std::tanh(a); }>(t, "tanhf", "tanh");
  unary<[](D a) { return std::asinh(a); }>(t, "asinhf", "asinh");
  unary<[](D a) { return std::acosh(a); }>(t, "acoshf", "acosh");
  unary<[](D a) { return std::atanh(a); }>(t, "atanhf", "atanh");
}

void addSpecial(HostTable &t) {
  unary<[](D a) { return std::erf(a); }>(t, "erff", "erf");
  unary<[](D a) { return std::erfc(a); }>(t, "erfcf", "erfc");
  unary<scaledErfc>(t, "erfcxf", "erfcx");
  unary<erfInverse>(t, "erfinvf", "erfinv");
  unary<erfcInverse>(t, "erfcinvf", "erfcinv");
  unary<[](D a) { return std::erfc(a * -std::sqrt(0.5)) / 2; }>(t, "normcdff", "normcdf");
  unary<[](D a) { return erfcInverse(2 * a) * -std::sqrt(2.0); }>(t, "normcdfinvf", "normcdfinv");
  unary<logGamma>(t, "lgammaf", "lgamma");
  unary<[](D a) { return std::tgamma(a); }>(t, "tgammaf", "tgamma");
  unary<[](D a) { return ::j0(a); }>(t, "j0f", "j0");
  unary<[](D a) { return ::j1(a); }>(t, "j1f", "j1");
  unary<[](D a) { return ::y0(a); }>(t, "y0f", "y0");
  unary<[](D a) { return ::y1(a); }>(t, "y1f", "y1");
  t["jnf"] = kHost<[](int32_t n, float a) -> float { return static_cast<float>(::jn(n, a)); }>;
  t["jn"] = kHost<[](int32_t n, D a) -> D { return ::jn(n, a); }>;
  t["ynf"] = kHost<[](int32_t n, float a) -> float { return static_cast<float>(::yn(n, a)); }>;
  t["yn"] = kHost<[](int32_t n, D a) -> D { return ::yn(n, a); }>;
  unary<[](D a) { return besselI(0, a); }>(t, "cyl_bessel_i0f", "cyl_bessel_i0");
  unary<[](D a) { return besselI(1, a); }>(t, "cyl_bessel_i1f", "cyl_bessel_i1");
}

/// The quick forms are the plain functions of f32.
void addFast(HostTable &t) {
  constexpr std::pair<const char *, const char *> kSame[] = {
      {"fast_sinf", "sinf"},     {"fast_cosf", "cosf"},     {"fast_tanf", "tanf"},
      {"fast_expf", "expf"},     {"fast_logf", "logf"},     {"fast_log2f", "log2f"},
      {"fast_log10f", "log10f"}, {"fast_exp10f", "exp10f"}, {"fast_powf", "powf"},
  };
  for (auto [fast, plain] : kSame) t[fast] = t.at(plain);
}

}  // namespace

void addLibdeviceMath(HostTable &table) {
  addWholeNumbers(table);
  addExponents(table);
  addArithmetic(table);
  addPowersAndLogs(table);
  addAngles(table);
  addSpecial(table);
  addFast(table);
}

}  // namespace tritonc::ir
