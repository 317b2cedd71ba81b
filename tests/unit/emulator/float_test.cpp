// Floating point: roundings, NaN, denormals, saturation, conversions.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/unit/emulator/kernel_text.h"

namespace tritonc::emulator::testing {
namespace {

using F = std::vector<float>;
using H = std::vector<uint16_t>;
using U = std::vector<uint32_t>;
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kLeast = 0x1p-149f;

/// The bits of f32 results.
U bits(const std::string &text, const std::vector<F> &rows) {
  return eval<uint32_t, float>(text + " mov.b32 %r0, %f0;", rows);
}

TEST(Float, RoundsEachWay) {
  std::vector<F> rows = {{1.0f, 0x1p-30f}, {-1.0f, -0x1p-30f}};
  EXPECT_EQ(bits("add.rn.f32 %f0, %f1, %f2;", rows), (U{0x3f800000, 0xbf800000}));
  EXPECT_EQ(bits("add.rz.f32 %f0, %f1, %f2;", rows), (U{0x3f800000, 0xbf800000}));
  EXPECT_EQ(bits("add.rp.f32 %f0, %f1, %f2;", rows), (U{0x3f800001, 0xbf800000}));
  EXPECT_EQ(bits("add.rm.f32 %f0, %f1, %f2;", rows), (U{0x3f800000, 0xbf800001}));
  EXPECT_EQ(bits("div.rp.f32 %f0, %f1, %f2;", {{1, 3}}), (U{0x3eaaaaab}));
  EXPECT_EQ(bits("fma.rz.f32 %f0, %f1, %f1, %f2;", {{0x1.000002p0f, -1.0f}}), (U{0x34800000}));
}

TEST(Float, FlushesOnlyWhenAsked) {
  EXPECT_EQ(bits("add.f32 %f0, %f1, %f2;", {{kLeast, kLeast}}), (U{2}));
  EXPECT_EQ(bits("add.ftz.f32 %f0, %f1, %f2;", {{kLeast, -0.0f}, {-kLeast, -0.0f}}), (U{0, 0x80000000}));
  EXPECT_EQ(bits("mul.ftz.f32 %f0, %f1, %f2;", {{0x1p-100f, 0x1p-40f}}), (U{0}));
}

TEST(Float, SaturationAndNaN) {
  EXPECT_EQ(bits("add.sat.f32 %f0, %f1, %f2;", {{2, 3}, {-2, 1}, {kNaN, 1}}), (U{0x3f800000, 0, 0}));
  EXPECT_EQ(bits("add.f32 %f0, %f1, %f2;", {{kInf, -kInf}}), (U{0x7fffffff}));
  EXPECT_EQ(bits("min.f32 %f0, %f1, %f2;", {{kNaN, 1}, {0.0f, -0.0f}, {-0.0f, 0.0f}}),
            (U{0x3f800000, 0x80000000, 0x80000000}));
  EXPECT_EQ(bits("max.NaN.f32 %f0, %f1, %f2;", {{kNaN, 1}, {-0.0f, 0.0f}}), (U{0x7fffffff, 0}));
  EXPECT_EQ(bits("max.xorsign.abs.f32 %f0, %f1, %f2;", {{-3, 2}}), (U{0xc0400000}));
}

TEST(Float, ComparisonsOfNaN) {
  std::string text = "setp.OP.f32 %p1, %f1, %f2; selp.u32 %r0, 1, 0, %p1;";
  auto compare = [&](const std::string &op) {
    std::string one = text;
    one.replace(one.find("OP"), 2, op);
    return eval<uint32_t, float>(one, {{kNaN, 1}, {1, 1}, {1, 2}});
  };
  EXPECT_EQ(compare("eq"), (U{0, 1, 0}));
  EXPECT_EQ(compare("neu"), (U{1, 0, 1}));
  EXPECT_EQ(compare("ne"), (U{0, 0, 1}));
  EXPECT_EQ(compare("ltu"), (U{1, 0, 1}));
  EXPECT_EQ(compare("nan"), (U{1, 0, 0}));
  EXPECT_EQ(compare("num"), (U{0, 1, 1}));
}

TEST(Float, ComparisonsCombineAndComeInPairs) {
  std::string text = "setp.eq.u32 %p3, %r2, 1; setp.lt.and.u32 %p1|%p2, %r1, 5, !%p3;\n"
                     "selp.u32 %r3, 1, 0, %p1; selp.u32 %r4, 2, 0, %p2; or.b32 %r0, %r3, %r4;";
  EXPECT_EQ((eval<uint32_t, uint32_t>(text, {{1, 0}, {9, 0}, {1, 1}, {9, 1}})), (U{1, 2, 0, 0}));
}

TEST(Float, ApproximationsStayWithinTheirErrors) {
  auto values = eval<float, float>("ex2.approx.ftz.f32 %f0, %f1;", {{3}, {-130}, {0.5f}, {kInf}, {-kInf}});
  EXPECT_EQ(values[0], 8);
  EXPECT_EQ(values[1], 0);
  EXPECT_NEAR(values[2], std::sqrt(2.0f), 2e-7);
  EXPECT_EQ(values[3], kInf);
  EXPECT_EQ(values[4], 0);
  EXPECT_EQ((eval<float, float>("lg2.approx.f32 %f0, %f1;", {{8}, {0}}))[1], -kInf);
  EXPECT_EQ(bits("rsqrt.approx.f32 %f0, %f1;", {{4}, {0}, {-1}}), (U{0x3f000000, 0x7f800000, 0x7fffffff}));
  EXPECT_EQ(bits("div.approx.f32 %f0, %f1, %f2;", {{6, 3}, {1, 0x1p127f}}), (U{0x40000000, 0}));
  EXPECT_EQ(bits("div.full.f32 %f0, %f1, %f2;", {{1, 0}}), (U{0x7f800000}));
}

TEST(Float, Properties) {
  std::string text = "testp.subnormal.f32 %p1, %f1; selp.u32 %r0, 1, 0, %p1;";
  EXPECT_EQ((eval<uint32_t, float>(text, {{kLeast}, {0}, {1}})), (U{1, 0, 0}));
  EXPECT_EQ(bits("copysign.f32 %f0, %f1, %f2;", {{-1, 5}}), (U{0xc0a00000}));
}

TEST(Half, ArithmeticRoundsOnce) {
  // 1 + 2^-11 is halfway; 2048 + 1 too.
  EXPECT_EQ(
      (eval<uint16_t, uint16_t>("add.f16 %h0, %h1, %h2;", {{0x3c00, 0x1000}, {0x3c01, 0x1000}, {0x7bff, 0x7bff}})),
      (H{0x3c00, 0x3c02, 0x7c00}));
  EXPECT_EQ((eval<uint16_t, uint16_t>("fma.rn.f16 %h0, %h1, %h2, %h3;",
                                      {{0x3c01, 0x3c01, 0x0001}, {0x0001, 0x0001, 0x3c00}})),
            (H{0x3c02, 0x3c00}));
  EXPECT_EQ((eval<uint16_t, uint16_t>("fma.rn.relu.f16 %h0, %h1, %h2, %h3;", {{0xbc00, 0x3c00, 0}})), (H{0}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("add.f16x2 %r0, %r1, %r2;", {{0x3c004000, 0x3c003c00}})), (U{0x40004200}));
  EXPECT_EQ((eval<uint16_t, uint16_t>("max.bf16 %h0, %h1, %h2;", {{0x7fc0, 0x3f80}, {0x3f80, 0x4000}})),
            (H{0x3f80, 0x4000}));
  EXPECT_EQ((eval<uint16_t, uint16_t>("max.NaN.bf16 %h0, %h1, %h2;", {{0x7fc0, 0x3f80}})), (H{0x7fff}));
}

TEST(Convert, FloatToIntegerSaturates) {
  std::vector<F> rows = {{3e9f}, {-3e9f}, {kNaN}, {-1.5f}, {kInf}};
  EXPECT_EQ((eval<uint32_t, float>("cvt.rzi.s32.f32 %r0, %f1;", rows)),
            (U{0x7fffffff, 0x80000000, 0, 0xffffffff, 0x7fffffff}));
  EXPECT_EQ((eval<uint32_t, float>("cvt.rzi.u32.f32 %r0, %f1;", rows)), (U{3000000000u, 0, 0, 0, 0xffffffff}));
  EXPECT_EQ((eval<uint32_t, float>("cvt.rni.s32.f32 %r0, %f1;", {{2.5f}, {3.5f}, {-2.5f}})), (U{2, 4, 0xfffffffe}));
  EXPECT_EQ((eval<uint32_t, float>("cvt.rmi.s32.f32 %r0, %f1;", {{-2.5f}})), (U{0xfffffffd}));
  EXPECT_EQ((eval<uint32_t, float>("cvt.rni.sat.s8.f32 %r0, %f1;", {{300}, {-300}})), (U{127, 0xffffff80}));
  EXPECT_EQ((eval<uint64_t, double>("cvt.rzi.s64.f64 %rd0, %fd1;", {{1e30}, {-1e30}})),
            (std::vector<uint64_t>{0x7fffffffffffffff, 0x8000000000000000}));
}

TEST(Convert, IntegersExtendTruncateAndSaturate) {
  EXPECT_EQ((eval<uint32_t, uint32_t>("cvt.s32.s8 %r0, %r1;", {{0x1ff}})), (U{0xffffffff}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("cvt.u32.u8 %r0, %r1;", {{0x1ff}})), (U{0xff}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("cvt.sat.s8.s32 %r0, %r1;", {{200}, {0xffffff00}})), (U{127, 0xffffff80}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("cvt.sat.u8.s32 %r0, %r1;", {{0xffffff00}, {300}})), (U{0, 255}));
  EXPECT_EQ((eval<uint64_t, uint32_t>("cvt.s64.s32 %rd0, %r1;", {{0x80000000}})),
            (std::vector<uint64_t>{0xffffffff80000000}));
}

TEST(Convert, IntegersToFloatRoundOnce) {
  EXPECT_EQ((eval<uint32_t, uint64_t>("cvt.rn.f32.u64 %f0, %rd1; mov.b32 %r0, %f0;", {{0x8000008000000001}, {~0ull}})),
            (U{0x5f000001, 0x5f800000}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("cvt.rz.f32.u32 %f0, %r1; mov.b32 %r0, %f0;", {{0xffffffff}})), (U{0x4f7fffff}));
  EXPECT_EQ((eval<uint16_t, uint32_t>("cvt.rn.f16.s32 %h0, %r1;", {{2049}, {70000}})), (H{0x6800, 0x7c00}));
}

TEST(Convert, NarrowFormats) {
  std::vector<F> rows = {{1.0009765f}, {65520}, {0x1p-25f}, {-0x1.8p-25f}, {kNaN}};
  EXPECT_EQ((eval<uint16_t, float>("cvt.rn.f16.f32 %h0, %f1;", rows)), (H{0x3c01, 0x7c00, 0, 0x8001, 0x7fff}));
  EXPECT_EQ((eval<uint16_t, float>("cvt.rz.f16.f32 %h0, %f1;", rows)), (H{0x3c00, 0x7bff, 0, 0x8000, 0x7fff}));
  EXPECT_EQ((eval<uint16_t, float>("cvt.rn.bf16.f32 %h0, %f1;", {{0x1.01p0f}, {0x1.03p0f}})), (H{0x3f80, 0x3f82}));
  EXPECT_EQ((eval<uint32_t, float>("cvt.rn.f16x2.f32 %r0, %f1, %f2;", {{1, 2}})), (U{0x3c004000}));
  EXPECT_EQ((eval<uint32_t, float>("cvt.rna.tf32.f32 %r0, %f1;", {{0x1.002p0f}})), (U{0x3f802000}));
}

TEST(Convert, Float8) {
  auto e4m3 = eval<uint16_t, float>("cvt.rn.satfinite.e4m3x2.f32 %h0, %f1, %f2;",
                                    {{1, 1000}, {kNaN, -0x1p-10f}, {-kInf, 0x1p-9f}});
  EXPECT_EQ(e4m3, (H{0x387e, 0x7f80, 0xfe01}));
  auto e5m2 = eval<uint16_t, float>("cvt.rn.satfinite.e5m2x2.f32 %h0, %f1, %f2;", {{1, 1e9f}});
  EXPECT_EQ(e5m2, (H{0x3c7b}));
  EXPECT_EQ((eval<uint32_t, uint16_t>("cvt.rn.f16x2.e4m3x2 %r0, %h1;", {{0x387e}, {0x7f01}})),
            (U{0x3c005f00, 0x7fff1800}));
}

}  // namespace
}  // namespace tritonc::emulator::testing
