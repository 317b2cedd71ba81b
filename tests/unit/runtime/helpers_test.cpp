// cdiv, nextPowerOf2 and allClose.
#include "tritonc/helpers.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace tritonc {
namespace {

TEST(Helpers, CdivRoundsUp) {
  static_assert(cdiv(0, 4) == 0 && cdiv(1, 4) == 1 && cdiv(4, 4) == 1 && cdiv(5, 4) == 2);
  static_assert(cdiv(size_t{98432}, 1024) == 97);
  static_assert(cdiv(-5, 4) == -1 && cdiv(-5, -4) == 2 && cdiv(-4, 4) == -1);
  // No overflow on the way.
  static_assert(cdiv(std::numeric_limits<int>::max(), 2) == 1 << 30);
}

TEST(Helpers, NextPowerOf2) {
  static_assert(nextPowerOf2(0) == 0 && nextPowerOf2(1) == 1 && nextPowerOf2(2) == 2 && nextPowerOf2(3) == 4);
  static_assert(nextPowerOf2(781) == 1024 && nextPowerOf2(-3) == 0);
  static_assert(nextPowerOf2(uint32_t{1} << 31) == uint32_t{1} << 31);
  static_assert(nextPowerOf2((1 << 30) + 1) == 0 && nextPowerOf2(UINT64_MAX) == 0);
}

TEST(Helpers, AllCloseComparesWithinTheTolerance) {
  const std::vector<float> expected = {1.0f, 1000.0f, 0.0f};
  EXPECT_TRUE(allClose(expected, expected));
  EXPECT_TRUE(allClose(std::vector<float>{1.000005f, 1000.005f, 0.0f}, expected));
  EXPECT_FALSE(allClose(std::vector<float>{1.0001f, 1000.0f, 0.0f}, expected));
  EXPECT_TRUE(allClose(std::vector<float>{1.0001f, 1000.0f, 0.0f}, expected, {.relative = 1e-3}));
  EXPECT_FALSE(allClose(std::vector<float>{1.0f, 1000.0f}, expected));
}

TEST(Helpers, AllCloseKnowsInfinityAndNan) {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  using V = std::vector<double>;
  EXPECT_TRUE(allClose(V{inf}, V{inf}));
  EXPECT_FALSE(allClose(V{inf}, V{-inf}));
  EXPECT_FALSE(allClose(V{1.0}, V{inf}));
  EXPECT_FALSE(allClose(V{nan}, V{nan}));
  EXPECT_TRUE(allClose(V{nan}, V{nan}, {.equalNan = true}));
  EXPECT_FALSE(allClose(V{nan}, V{1.0}, {.equalNan = true}));
}

}  // namespace
}  // namespace tritonc
