// Conversion and checks of arguments, and grids: the launch without a driver.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "runtime/launch_plan.h"

namespace tritonc::detail {
namespace {

/// Packs one argument for a parameter `p`: the bits in hexadecimal, or the error.
std::string pack(const char *type, const Arg &arg, uint32_t divisible = 1) {
  KernelInfo info;
  info.name = "k";
  info.params = {{"p", type, divisible}};
  StatusOr<LaunchPlan> plan = planLaunch(info);
  if (!plan.ok()) return plan.status().toString();
  PackedArgs packed;
  Status status = packArgs(*plan, info, std::span(&arg, 1), packed);
  if (!status.ok()) return status.toString();
  EXPECT_EQ(packed.pointers[0], &packed.values[0]);
  char text[24];
  std::snprintf(text, sizeof(text), "%llx", static_cast<unsigned long long>(packed.values[0]));
  return text;
}

TEST(Arguments, IntegersKeepTheirValue) {
  EXPECT_EQ(pack("i32", 7), "7");
  EXPECT_EQ(pack("i8", int8_t{-1}), "ffffffffffffffff");
  EXPECT_EQ(pack("i64", std::numeric_limits<int64_t>::min()), "8000000000000000");
  EXPECT_EQ(pack("u64", UINT64_MAX), "ffffffffffffffff");
  EXPECT_EQ(pack("u16", size_t{65535}), "ffff");
  EXPECT_EQ(pack("i1", true), "1");
  EXPECT_EQ(pack("u1", 0), "0");
}

TEST(Arguments, IntegersThatDoNotFitAreRefused) {
  EXPECT_EQ(pack("i32", int64_t{1} << 31),
            "invalid argument: parameter `p`: the integer 2147483648 does not fit type `i32`");
  EXPECT_EQ(pack("i32", UINT32_MAX), "invalid argument: parameter `p`: the integer 4294967295 does not fit type `i32`");
  EXPECT_EQ(pack("u32", -1), "invalid argument: parameter `p`: the integer -1 does not fit type `u32`");
  EXPECT_EQ(pack("i64", UINT64_MAX),
            "invalid argument: parameter `p`: the integer 18446744073709551615 does not fit type `i64`");
  EXPECT_EQ(pack("i8", -129), "invalid argument: parameter `p`: the integer -129 does not fit type `i8`");
  EXPECT_EQ(pack("i1", 2), "invalid argument: parameter `p`: the integer 2 does not fit type `i1`");
}

TEST(Arguments, KindsAreNotMixed) {
  EXPECT_EQ(pack("fp32", 1), "invalid argument: parameter `p`: the integer 1 is not a value of type `fp32`");
  EXPECT_EQ(pack("i32", 1.5), "invalid argument: parameter `p`: the number 1.5 is not a value of type `i32`");
  EXPECT_EQ(pack("*fp32", 64), "invalid argument: parameter `p`: the integer 64 is not a value of type `*fp32`");
  EXPECT_EQ(pack("*fp32", 1.0f), "invalid argument: parameter `p`: the number 1 is not a value of type `*fp32`");
  EXPECT_EQ(pack("i64", nullptr), "invalid argument: parameter `p`: the pointer 0x0 is not a value of type `i64`");
}

TEST(Arguments, PointersAreAddresses) {
  const float value = 0;
  EXPECT_EQ(pack("*fp32", nullptr), "0");
  EXPECT_EQ(pack("*fp32", Arg::address(0x7f0000001000)), "7f0000001000");
  EXPECT_NE(pack("*fp32", &value), "0");
}

TEST(Arguments, DivisibilityIsChecked) {
  EXPECT_EQ(pack("*fp32", Arg::address(0x1010), 16), "1010");
  EXPECT_EQ(
      pack("*fp32", Arg::address(0x1008), 16),
      "invalid argument: parameter `p`: the pointer 0x1008 is not a multiple of 16, which the kernel was compiled "
      "to assume");
  EXPECT_EQ(pack("i32", -32, 16), "ffffffffffffffe0");
  EXPECT_EQ(pack("i32", 0, 16), "0");
  EXPECT_EQ(
      pack("i32", 781, 16),
      "invalid argument: parameter `p`: the integer 781 is not a multiple of 16, which the kernel was compiled to "
      "assume");
}

TEST(Arguments, FloatsAreRoundedToTheirType) {
  EXPECT_EQ(pack("fp32", 0.1), "3dcccccd");
  EXPECT_EQ(pack("fp64", 0.1f), "3fb99999a0000000");
  EXPECT_EQ(pack("fp16", 1.0f), "3c00");
  EXPECT_EQ(pack("bf16", -2.0f), "c000");
  EXPECT_EQ(pack("fp32", -std::numeric_limits<double>::infinity()), "ff800000");
  EXPECT_EQ(pack("fp16", std::numeric_limits<float>::infinity()), "7c00");
}

TEST(Arguments, FloatsThatWouldBecomeInfiniteAreRefused) {
  EXPECT_EQ(pack("fp32", 1e39), "invalid argument: parameter `p`: the number 1e+39 does not fit type `fp32`");
  EXPECT_EQ(pack("fp16", 65520.0f), "invalid argument: parameter `p`: the number 65520 does not fit type `fp16`");
  EXPECT_EQ(pack("fp16", 65519.0f), "7bff");
  EXPECT_EQ(pack("bf16", 3.4e38f),
            "invalid argument: parameter `p`: the number 3.39999995e+38 does not fit type `bf16`");
}

TEST(Arguments, HalfRoundsToNearestEven) {
  EXPECT_EQ(roundToHalf(1.0 + 1.0 / 2048, 5), 0x3c00);
  EXPECT_EQ(roundToHalf(1.0 + 3.0 / 2048, 5), 0x3c02);
  EXPECT_EQ(roundToHalf(std::nextafter(1.0 + 1.0 / 2048, 2.0), 5), 0x3c01);
  EXPECT_EQ(roundToHalf(std::ldexp(1.0, -24), 5), 0x0001);
  EXPECT_EQ(roundToHalf(std::ldexp(1.0, -25), 5), 0x0000);
  EXPECT_EQ(roundToHalf(std::ldexp(1.5, -25), 5), 0x0001);
  EXPECT_EQ(roundToHalf(std::ldexp(2047.9, -25), 5), 0x0400);
  EXPECT_EQ(roundToHalf(-0.0, 5), 0x8000);
  EXPECT_EQ(roundToHalf(-1e-300, 8), 0x8000);
  EXPECT_TRUE((roundToHalf(std::nan(""), 5) & 0x3ff) != 0);
}

TEST(Arguments, HalfIsExactOnEveryHalf) {
  for (const int exponentBits : {5, 8}) {
    const int mantissaBits = 15 - exponentBits;
    const int bias = (1 << (exponentBits - 1)) - 1;
    for (unsigned bits = 0; bits < 0x8000u; ++bits) {
      const int exponent = static_cast<int>(bits >> mantissaBits);
      const unsigned mantissa = bits & ((1u << mantissaBits) - 1);
      if (exponent == (1 << exponentBits) - 1) break;
      const unsigned significand = exponent == 0 ? mantissa : mantissa | 1u << mantissaBits;
      const double value = std::ldexp(significand, std::max(exponent, 1) - bias - mantissaBits);
      ASSERT_EQ(roundToHalf(value, exponentBits), bits);
      ASSERT_EQ(roundToHalf(-value, exponentBits), bits | 0x8000u);
    }
  }
}

TEST(Arguments, TheCountIsChecked) {
  KernelInfo info;
  info.name = "add";
  info.params = {{"x", "*fp32", 16}, {"n", "i32", 1}};
  PackedArgs packed;
  EXPECT_EQ(packArgs(*planLaunch(info), info, {}, packed).toString(),
            "invalid argument: kernel `add` takes 2 arguments (x: *fp32, n: i32), 0 were given");
}

TEST(Plan, RefusesWhatCannotBeGivenYet) {
  EXPECT_EQ(pack("tensordesc<fp16[64,64]>", nullptr),
            "unsupported: kernel `k`: parameter `p` has type `tensordesc<fp16[64,64]>`, which cannot be passed yet");
  KernelInfo info;
  info.name = "k";
  info.scratchBytes = 256;
  EXPECT_EQ(planLaunch(info).status().toString(),
            "unsupported: kernel `k` needs 256 bytes of scratch memory per program, which cannot be provided yet");
  info.scratchBytes = 0;
  info.params.resize(kMaxParams + 1, {"p", "i32", 1});
  EXPECT_EQ(planLaunch(info).status().toString(), "unsupported: kernel `k` has 257 parameters; the limit is 256");
}

std::string scale(const Grid &grid, std::array<unsigned, 3> cluster = {1, 1, 1}) {
  LaunchPlan plan;
  plan.cluster = cluster;
  BlockGrid blocks;
  Status status = scaleGrid(plan, grid, blocks);
  if (!status.ok()) return status.toString();
  return std::to_string(blocks[0]) + "," + std::to_string(blocks[1]) + "," + std::to_string(blocks[2]);
}

TEST(Grid, IsMultipliedByTheCluster) {
  EXPECT_EQ(scale(Grid(7)), "7,1,1");
  EXPECT_EQ(scale(Grid(size_t{7}, int64_t{5}, 3u)), "7,5,3");
  EXPECT_EQ(scale(Grid{7, 5}, {2, 1, 1}), "14,5,1");
}

TEST(Grid, HasTheLimitsOfTheHardware) {
  EXPECT_EQ(scale(Grid(0x7fffffff, 65535, 65535)), "2147483647,65535,65535");
  EXPECT_EQ(scale(Grid(uint64_t{1} << 31)),
            "invalid argument: grid dimension x is 2147483648; the limit is 2147483647");
  EXPECT_EQ(scale(Grid(1, 65536)), "invalid argument: grid dimension y is 65536; the limit is 65535");
  EXPECT_EQ(scale(Grid(1, 1, -1)), "invalid argument: grid dimension z is -1");
  EXPECT_EQ(scale(Grid(1, 40000), {1, 2, 1}), "invalid argument: grid dimension y is 40000; the limit is 32767");
  EXPECT_EQ(scale(Grid(UINT64_MAX)),
            "invalid argument: grid dimension x is 9223372036854775807; the limit is 2147483647");
}

}  // namespace
}  // namespace tritonc::detail
