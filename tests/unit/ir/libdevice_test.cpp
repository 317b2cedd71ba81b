// The table of libdevice, and the stand-ins on the host: exact ones by value, the others against a second formula.
#include "ir/libdevice.h"

#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "ir/libdevice_host.h"

namespace tritonc::ir::testing {
namespace {

TEST(Libdevice, TheTableIsConsistent) {
  std::set<std::string_view> symbols;
  std::set<std::pair<std::string_view, std::string_view>> overloads;
  for (const LibdeviceFunction &function : libdeviceFunctions()) {
    EXPECT_TRUE(symbols.insert(function.symbol).second) << function.symbol;
    EXPECT_TRUE(overloads.emplace(function.name, function.arguments).second) << function.name;
    EXPECT_EQ(function.arguments.find_first_not_of("iulmfd"), std::string_view::npos) << function.symbol;
    EXPECT_NE(std::string_view("iulmfdb").find(function.result), std::string_view::npos) << function.symbol;
    EXPECT_EQ(findLibdevice(function.name, function.arguments), &function);
    EXPECT_EQ(findLibdeviceSymbol(function.symbol), &function);
  }
  EXPECT_EQ(symbols.size(), 313u);
}

TEST(Libdevice, OverloadsGoByTheExactTypes) {
  EXPECT_EQ(findLibdevice("atan2", "ff")->symbol, "atan2f");
  EXPECT_EQ(findLibdevice("mulhi", "uu")->symbol, "umulhi");
  EXPECT_EQ(findLibdevice("mulhi", "iu"), nullptr);
  EXPECT_EQ(findLibdevice("atan2f", "ff"), nullptr);
  EXPECT_EQ(findLibdeviceSymbol("__nv_atan2f"), nullptr);
  EXPECT_EQ(libdeviceCode(ScalarKind::I32, Signedness::Unsigned), 'u');
  EXPECT_EQ(libdeviceCode(ScalarKind::I64, Signedness::Signed), 'l');
  EXPECT_EQ(libdeviceCode(ScalarKind::F32, Signedness::Signed), 'f');
  EXPECT_EQ(libdeviceCode(ScalarKind::F16, Signedness::Signed), std::nullopt);
  EXPECT_EQ(libdeviceKind(findLibdevice("isnan", "d")->result), ScalarKind::I1);
}

TEST(Libdevice, EveryFunctionRunsOnTheHost) {
  for (const LibdeviceFunction &function : libdeviceFunctions())
    EXPECT_NE(libdeviceHostFunction(function.symbol), nullptr) << function.symbol;
  EXPECT_EQ(libdeviceHostFunction("nothing"), nullptr);
}

/// No operands are too odd, and results fit their type.
TEST(Libdevice, OddOperands) {
  constexpr uint64_t kOdd[] = {0,
                               1,
                               ~uint64_t{0},
                               uint64_t{1} << 63,
                               0x7fc000007fc00000,
                               0xff800000ff800000,
                               0x7ff0000000000000,
                               0xfff0000000000000,
                               0x7ff8000000000001,
                               0x80000000,
                               0x7f800000,
                               0x41d0000041d00000};
  for (const LibdeviceFunction &function : libdeviceFunctions()) {
    // The time of these grows with the order, which is the first operand.
    if (function.name == "jn" || function.name == "yn") continue;
    unsigned width = bitWidth(libdeviceKind(function.result));
    for (uint64_t a : kOdd)
      for (uint64_t b : kOdd) {
        uint64_t operands[] = {a, b, a, b};
        for (size_t i = 0; i < function.arguments.size(); ++i)
          if (bitWidth(libdeviceKind(function.arguments[i])) == 32) operands[i] &= 0xffffffff;
        uint64_t result = libdeviceHostFunction(function.symbol)(operands);
        EXPECT_EQ(width == 64 ? 0 : result >> width, 0u) << function.symbol;
      }
  }
}

/// Calls the stand-in of a symbol with C++ numbers.
template <class R, class... Args> R call(const char *symbol, Args... args) {
  auto bits = []<class T>(T value) -> uint64_t {
    if constexpr (std::is_same_v<T, float>) return std::bit_cast<uint32_t>(value);
    if constexpr (std::is_same_v<T, double>) return std::bit_cast<uint64_t>(value);
    if constexpr (std::is_integral_v<T>) return static_cast<std::make_unsigned_t<T>>(value);
  };
  uint64_t operands[] = {bits(args)...};
  uint64_t result = libdeviceHostFunction(symbol)(operands);
  if constexpr (std::is_same_v<R, float>) return std::bit_cast<float>(static_cast<uint32_t>(result));
  if constexpr (std::is_same_v<R, double>) return std::bit_cast<double>(result);
  if constexpr (std::is_integral_v<R>) return static_cast<R>(result);
}

using I = int32_t;
using U = uint32_t;
using L = int64_t;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = std::numeric_limits<float>::infinity();

TEST(LibdeviceHost, Integers) {
  EXPECT_EQ(call<I>("clz", 0), 32);
  EXPECT_EQ(call<I>("clz", 1), 31);
  EXPECT_EQ(call<I>("clzll", L{1}), 63);
  EXPECT_EQ(call<I>("popc", -1), 32);
  EXPECT_EQ(call<I>("popcll", L{-1}), 64);
  EXPECT_EQ(call<I>("ffs", 0), 0);
  EXPECT_EQ(call<I>("ffs", 8), 4);
  EXPECT_EQ(call<I>("ffsll", L{1} << 40), 41);
  EXPECT_EQ(call<U>("brev", 1), 0x80000000u);
  EXPECT_EQ(call<uint64_t>("brevll", L{2}), uint64_t{1} << 62);
  EXPECT_EQ(call<U>("byte_perm", 0x33221100, 0x77665544, 0x7160), 0x77116600u);
  EXPECT_EQ(call<U>("byte_perm", 0x33221100, 0x77665544, 0x8f3c), 0x00773344u);
  EXPECT_EQ(call<I>("mulhi", -1, 1), -1);
  EXPECT_EQ(call<U>("umulhi", -1, 2), 1u);
  EXPECT_EQ(call<L>("mul64hi", L{-1}, L{1}), -1);
  EXPECT_EQ(call<L>("umul64hi", L{-1}, L{2}), 1);
  EXPECT_EQ(call<I>("mul24", 0x01ffffff, 5), -5);
  EXPECT_EQ(call<U>("umul24", 0x01ffffff, 5), 0xffffffu * 5);
  EXPECT_EQ(call<I>("sad", -5, 7, 1), 13);
  EXPECT_EQ(call<U>("usad", -1, 0, 1), 0u);
  EXPECT_EQ(call<I>("abs", std::numeric_limits<I>::min()), std::numeric_limits<I>::min());
  EXPECT_EQ(call<L>("llabs", L{-3}), 3);
  EXPECT_EQ(call<I>("hadd", -3, 0), -2);
  EXPECT_EQ(call<I>("rhadd", -3, 0), -1);
  EXPECT_EQ(call<U>("uhadd", -1, -1), 0xffffffffu);
  EXPECT_EQ(call<U>("urhadd", -1, -2), 0xffffffffu);
}

TEST(LibdeviceHost, Bits) {
  EXPECT_EQ(call<float>("int_as_float", 0x3f800000), 1.0f);
  EXPECT_EQ(call<U>("float_as_int", std::bit_cast<float>(0x7fc00123)), 0x7fc00123u);
  EXPECT_EQ(call<double>("hiloint2double", 0x3ff00000, 0), 1.0);
  EXPECT_EQ(call<I>("double2hiint", 1.0), 0x3ff00000);
  EXPECT_EQ(call<I>("double2loint", 1.0), 0);
  EXPECT_EQ(call<I>("signbitf", -0.0f), 1);
  EXPECT_EQ(call<I>("isnanf", kNan), 1);
  EXPECT_EQ(call<I>("isinff", -kInf), 1);
  EXPECT_EQ(call<I>("finitef", kInf), 0);
  EXPECT_EQ(call<I>("isfinited", 1.0), 1);
}

TEST(LibdeviceHost, RoundingIsWhatTheNameSays) {
  float tiny = 0x1p-30f;
  EXPECT_EQ(call<float>("fadd_rn", 1.0f, tiny), 1.0f);
  EXPECT_EQ(call<float>("fadd_rz", 1.0f, -tiny), std::nextafter(1.0f, 0.0f));
  EXPECT_EQ(call<float>("fadd_ru", 1.0f, tiny), std::nextafter(1.0f, 2.0f));
  EXPECT_EQ(call<float>("fadd_rd", 1.0f, tiny), 1.0f);
  EXPECT_EQ(call<float>("fsub_rd", -1.0f, tiny), -std::nextafter(1.0f, 2.0f));
  EXPECT_EQ(call<double>("dmul_ru", 1.1, 1.1), std::nextafter(call<double>("dmul_rd", 1.1, 1.1), 2.0));
  EXPECT_EQ(call<double>("ddiv_ru", 1.0, 3.0), std::nextafter(call<double>("ddiv_rz", 1.0, 3.0), 1.0));
  EXPECT_EQ(call<float>("frcp_ru", 3.0f), std::nextafter(call<float>("frcp_rd", 3.0f), 1.0f));
  EXPECT_EQ(call<float>("fsqrt_ru", 2.0f), std::nextafter(call<float>("fsqrt_rd", 2.0f), 2.0f));
  EXPECT_EQ(call<double>("dsqrt_rn", 2.0), std::sqrt(2.0));
  EXPECT_EQ(call<double>("fma_ru", 1.0, 1.0, 0x1p-80), std::nextafter(1.0, 2.0));
  EXPECT_EQ(call<float>("fmaf_rz", 1.0f, 1.0f, -0x1p-80f), std::nextafter(1.0f, 0.0f));
  EXPECT_EQ(call<float>("fadd_rd", 1.0f, -1.0f), 0.0f);
  EXPECT_TRUE(std::signbit(call<float>("fadd_rd", 1.0f, -1.0f)));
  EXPECT_EQ(call<float>("double2float_ru", 1 + 0x1p-50), std::nextafter(1.0f, 2.0f));
  EXPECT_EQ(call<float>("double2float_rn", 1e300), kInf);
  EXPECT_EQ(call<float>("double2float_rz", 1e300), std::numeric_limits<float>::max());
  EXPECT_EQ(call<float>("int2float_rd", 0x7fffffff), 0x1.fffffep30f);
  EXPECT_EQ(call<float>("int2float_ru", 0x7fffffff), 0x1p31f);
  EXPECT_EQ(call<float>("uint2float_rz", -1), 0x1.fffffep31f);
  EXPECT_EQ(call<float>("ull2float_ru", L{-1}), 0x1p64f);
  EXPECT_EQ(call<double>("ull2double_rd", L{-1}), std::nextafter(0x1p64, 0.0));
  EXPECT_EQ(call<double>("ll2double_rz", L{-1}), -1.0);
  EXPECT_EQ(call<double>("uint2double_rn", -1), 4294967295.0);
  // The mode is put back.
  EXPECT_EQ(call<float>("fadd_rn", 1.0f, tiny), 1.0f);
}

TEST(LibdeviceHost, ConversionsToIntegersSaturate) {
  EXPECT_EQ(call<I>("float2int_rn", 2.5f), 2);
  EXPECT_EQ(call<I>("float2int_ru", 2.5f), 3);
  EXPECT_EQ(call<I>("float2int_rd", -2.5f), -3);
  EXPECT_EQ(call<I>("double2int_rz", -2.5), -2);
  EXPECT_EQ(call<I>("double2int_rn", 1e10), std::numeric_limits<I>::max());
  EXPECT_EQ(call<I>("float2int_rn", -kInf), std::numeric_limits<I>::min());
  EXPECT_EQ(call<U>("float2uint_rn", -1.0f), 0u);
  EXPECT_EQ(call<U>("double2uint_ru", 4294967294.5), 0xffffffffu);
  EXPECT_EQ(call<L>("float2ll_rz", 0x1p63f), std::numeric_limits<L>::max());
  EXPECT_EQ(call<L>("double2ull_rz", 0x1p63), std::numeric_limits<L>::min());
  EXPECT_EQ(call<I>("float2int_rn", kNan), 0);
  EXPECT_EQ(call<I>("double2int_rn", double{kNan}), std::numeric_limits<I>::min());
  EXPECT_EQ(call<L>("float2ll_rn", kNan), std::numeric_limits<L>::min());
  EXPECT_EQ(call<L>("llrint", 2.5), 2);
  EXPECT_EQ(call<L>("llroundf", 2.5f), 3);
  EXPECT_EQ(call<L>("llround", 1e300), std::numeric_limits<L>::max());
}

TEST(LibdeviceHost, ExactFunctions) {
  EXPECT_EQ(call<float>("rintf", 2.5f), 2.0f);
  EXPECT_EQ(call<float>("roundf", 2.5f), 3.0f);
  EXPECT_EQ(call<double>("trunc", -2.5), -2.0);
  EXPECT_EQ(call<float>("fmodf", -7.5f, 2.0f), -1.5f);
  EXPECT_EQ(call<float>("remainderf", 7.5f, 2.0f), -0.5f);
  EXPECT_EQ(call<float>("nextafterf", 1.0f, 2.0f), 1 + 0x1p-23f);
  EXPECT_EQ(call<float>("ldexpf", 1.5f, 3), 12.0f);
  EXPECT_EQ(call<float>("scalbnf", 1.0f, -149), 0x1p-149f);
  EXPECT_EQ(call<I>("ilogb", 10.0), 3);
  EXPECT_EQ(call<I>("ilogbf", 0.0f), std::numeric_limits<I>::min());
  EXPECT_EQ(call<I>("ilogbf", kInf), std::numeric_limits<I>::max());
  EXPECT_EQ(call<float>("copysignf", 1.0f, -0.0f), -1.0f);
  EXPECT_EQ(call<float>("fdimf", 1.0f, 3.0f), 0.0f);
  EXPECT_EQ(call<float>("saturatef", kNan), 0.0f);
  EXPECT_EQ(call<float>("saturatef", 2.0f), 1.0f);
  EXPECT_EQ(call<float>("saturatef", 0.25f), 0.25f);
  // One rounding, where f64 would round twice.
  EXPECT_EQ(call<float>("fmaf", 1 + 0x1p-12f, 1 + 0x1p-12f, 0x1p-60f), 1 + 0x1p-11f + 0x1p-23f);
}

struct Sample {
  const char *symbol;
  double operand, expected;
};

TEST(LibdeviceHost, SpecialFunctions) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  // Values from tables (Abramowitz and Stegun; DLMF), to the digits given.
  constexpr Sample kSamples[] = {
      {"erf", 0.5, 0.520499877813046538},
      {"erfinv", 0.520499877813046538, 0.5},
      {"erfcinv", 1.0, 0.0},
      {"erfcinv", 0.0, kInfinity},
      {"erfinv", -1.0, -kInfinity},
      {"normcdf", 0.0, 0.5},
      {"normcdf", 1.0, 0.841344746068542949},
      {"normcdfinv", 0.841344746068542949, 1.0},
      {"erfcx", 0.0, 1.0},
      {"erfcx", 1.0, 0.427583576155807004},
      {"erfcx", 10.0, 0.0561409927438225},
      {"erfcx", -1.0, 5.00898008076228346},
      {"erfcx", -30.0, kInfinity},
      {"lgamma", 0.5, 0.572364942924700087},
      {"tgamma", 5.0, 24.0},
      {"j0", 1.0, 0.765197686557966552},
      {"j1", 1.0, 0.440050585744933516},
      {"y0", 1.0, 0.0882569642156769580},
      {"y1", 1.0, -0.781212821300288717},
      {"cyl_bessel_i0", 1.0, 1.26606587775200834},
      {"cyl_bessel_i1", -1.0, -0.565159103992485027},
      {"cyl_bessel_i0", 1e300, kInfinity},
      {"sinpi", 0.25, 0.707106781186547524},
      {"sinpi", 1e6 + 0.5, 1.0},
      {"sinpi", 3.0, 0.0},
      {"cospi", 1.0, -1.0},
      {"cospi", 0.5, 0.0},
      {"cospi", 0.75, -0.707106781186547524},
      {"exp10", 3.0, 1000.0},
      {"rcbrt", 8.0, 0.5},
  };
  for (const Sample &sample : kSamples) {
    double result = call<double>(sample.symbol, sample.operand);
    if (std::isinf(sample.expected))
      EXPECT_EQ(result, sample.expected) << sample.symbol;
    else
      EXPECT_NEAR(result, sample.expected, 1e-9 * std::fabs(sample.expected) + 1e-16)
          << sample.symbol << " " << sample.operand;
  }
  EXPECT_EQ(call<double>("norm3d", 1e200, 2e200, 2e200), 3e200);
  EXPECT_EQ(call<double>("rnorm4d", 1.0, 1.0, 1.0, 1.0), 0.5);
  EXPECT_EQ(call<double>("hypot", double{kNan}, -kInfinity), kInfinity);
  EXPECT_EQ(call<float>("rhypotf", kInf, 1.0f), 0.0f);
  EXPECT_NEAR(call<double>("jn", 2, 1.0), 0.114903484931900481, 1e-15);
  EXPECT_NEAR(call<double>("yn", 2, 1.0), -1.65068260681625431, 1e-14);
  EXPECT_EQ(call<float>("powif", 2.0f, -2), 0.25f);
}

/// The two ways to compute erfcx agree where they meet.
TEST(LibdeviceHost, ScaledErfcIsContinuous) {
  double below = call<double>("erfcx", std::nextafter(25.0, 0.0)), above = call<double>("erfcx", 25.0);
  EXPECT_NEAR(below / above, 1, 1e-14);
}

TEST(LibdeviceHost, FastFormsAreThePlainOnes) {
  for (const LibdeviceFunction &function : libdeviceFunctions()) {
    if (!function.symbol.starts_with("fast_") || function.symbol == "fast_fdividef") continue;
    EXPECT_EQ(libdeviceHostFunction(function.symbol), libdeviceHostFunction(function.symbol.substr(5)));
  }
  EXPECT_EQ(call<float>("fast_fdividef", 1.0f, 3.0f), 1.0f / 3.0f);
}

}  // namespace
}  // namespace tritonc::ir::testing
