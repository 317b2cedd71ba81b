// Stand-ins for the functions of libdevice that name their rounding: rn to nearest even, rz toward zero, rd down, ru
// up.
//
// The rounding mode of the host is set around one operation; this file is compiled with -frounding-math, so that the
// compiler neither folds nor moves it.

#include <cfenv>
#include <string>

#include "ir/libdevice.h"
#include "ir/libdevice_host_internal.h"

namespace tritonc::ir {
namespace {

class RoundingMode {
public:
  explicit RoundingMode(int mode) : before_(std::fegetround()) { std::fesetround(mode); }
  ~RoundingMode() { std::fesetround(before_); }

private:
  int before_;
};

/// Through memory, which the compiler reads neither earlier nor later than here.
template <class T> T held(T value) {
  volatile T copy = value;
  return copy;
}

/// `F(args...)` in a rounding mode.
template <auto F, int Mode, class R, class... Args> R rounded(Args... args) {
  RoundingMode mode(Mode);
  return flushed(held(F(held(flushed(args))...)));
}

template <class R, class... Args> struct Signature {};

template <auto F, int Mode, class R, class... Args> constexpr HostFunction inMode(Signature<R, Args...>) {
  return kHost<[](Args... args) -> R { return rounded<F, Mode, R>(args...); }>;
}

/// The four functions `prefix`rn, `prefix`rz, `prefix`rd and `prefix`ru.
template <auto F, class R, class... Args> void addModes(HostTable &table, std::string_view prefix) {
  // The keys of the table outlive it: symbols of ir/libdevice.def.
  auto add = [&](std::string_view suffix, HostFunction function) {
    const LibdeviceFunction *row = findLibdeviceSymbol(std::string(prefix) + std::string(suffix));
    TC_CHECK(row, "the table has every rounding of these functions");
    table[row->symbol] = function;
  };
  using Types = Signature<R, Args...>;
  add("rn", inMode<F, FE_TONEAREST>(Types()));
  add("rz", inMode<F, FE_TOWARDZERO>(Types()));
  add("rd", inMode<F, FE_DOWNWARD>(Types()));
  add("ru", inMode<F, FE_UPWARD>(Types()));
}

template <class T> void addArithmetic(HostTable &t, std::string_view kind, std::string_view fma) {
  auto named = [&](std::string_view name) { return std::string(kind) + std::string(name); };
  addModes<[](T a, T b) { return a + b; }, T, T, T>(t, named("add_"));
  addModes<[](T a, T b) { return a - b; }, T, T, T>(t, named("sub_"));
  addModes<[](T a, T b) { return a * b; }, T, T, T>(t, named("mul_"));
  addModes<[](T a, T b) { return a / b; }, T, T, T>(t, named("div_"));
  addModes<[](T a) { return 1 / a; }, T, T>(t, named("rcp_"));
  addModes<[](T a) { return std::sqrt(a); }, T, T>(t, named("sqrt_"));
  addModes<[](T a, T b, T c) { return std::fma(a, b, c); }, T, T, T, T>(t, fma);
}

/// To an integer in the rounding mode of the host, saturating. A NaN gives 0, or the sign bit if either type has 64
/// bits.
template <class To, class From> To toInteger(From value) {
  using Limits = std::numeric_limits<To>;
  constexpr bool kIsWide = sizeof(From) == 8 || sizeof(To) == 8;
  if (std::isnan(value)) return kIsWide ? static_cast<To>(To{1} << (sizeof(To) * 8 - 1)) : To{0};
  From whole = std::nearbyint(value);
  // One more than the largest value, which itself need not be a float.
  From limit = std::ldexp(From{1}, Limits::digits);
  if (whole >= limit) return Limits::max();
  if (whole < static_cast<From>(Limits::min())) return Limits::min();
  return static_cast<To>(whole);
}

template <class From> void addToIntegers(HostTable &t, std::string_view from) {
  auto named = [&](std::string_view name) { return std::string(from) + std::string(name); };
  addModes<toInteger<int32_t, From>, int32_t, From>(t, named("2int_"));
  addModes<toInteger<uint32_t, From>, uint32_t, From>(t, named("2uint_"));
  addModes<toInteger<int64_t, From>, int64_t, From>(t, named("2ll_"));
  addModes<toInteger<uint64_t, From>, uint64_t, From>(t, named("2ull_"));
}

template <class To, class From> To fromNumber(From value) { return static_cast<To>(value); }

}  // namespace

void addLibdeviceRounded(HostTable &t) {
  addArithmetic<float>(t, "f", "fmaf_");
  addArithmetic<double>(t, "d", "fma_");
  addToIntegers<float>(t, "float");
  addToIntegers<double>(t, "double");
  addModes<fromNumber<float, double>, float, double>(t, "double2float_");
  addModes<fromNumber<float, int32_t>, float, int32_t>(t, "int2float_");
  addModes<fromNumber<float, uint32_t>, float, uint32_t>(t, "uint2float_");
  addModes<fromNumber<float, int64_t>, float, int64_t>(t, "ll2float_");
  addModes<fromNumber<float, uint64_t>, float, uint64_t>(t, "ull2float_");
  addModes<fromNumber<double, int64_t>, double, int64_t>(t, "ll2double_");
  addModes<fromNumber<double, uint64_t>, double, uint64_t>(t, "ull2double_");
  // Exact in any mode.
  t["int2double_rn"] = kHost<[](int32_t a) -> double { return a; }>;
  t["uint2double_rn"] = kHost<[](uint32_t a) -> double { return a; }>;
  // In f64, which leaves one rounding that counts.
  t["frsqrt_rn"] = kHost<[](float a) -> float { return static_cast<float>(1 / std::sqrt(double{a})); }>;
}

}  // namespace tritonc::ir
