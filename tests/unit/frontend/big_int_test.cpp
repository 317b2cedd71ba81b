// Integers on both sides of the 64-bit border. Python's semantics as a whole are in python_values_test.cpp.
#include "frontend/big_int.h"

#include <gtest/gtest.h>

namespace tritonc::frontend {
namespace {

TEST(BigInt, ReturnsToTheSmallFormAtTheBorder) {
  BigInt beyond = BigInt(INT64_MAX) + 1;
  EXPECT_EQ(beyond.toInt64(), std::nullopt);
  EXPECT_EQ(beyond.toString(), "9223372036854775808");
  EXPECT_EQ((beyond - 1).toInt64(), INT64_MAX);
  EXPECT_EQ((-beyond).toInt64(), INT64_MIN);
  EXPECT_EQ((BigInt(INT64_MIN) - 1).toInt64(), std::nullopt);
}

TEST(BigInt, UnsignedRange) {
  EXPECT_EQ(BigInt::fromUnsigned(UINT64_MAX).toUInt64(), UINT64_MAX);
  EXPECT_EQ((BigInt::fromUnsigned(UINT64_MAX) + 1).toUInt64(), std::nullopt);
  EXPECT_EQ(BigInt(-1).toUInt64(), std::nullopt);
}

TEST(BigInt, LowBitsAreTwosComplement) {
  EXPECT_EQ(BigInt(-1).lowBits(), UINT64_MAX);
  EXPECT_EQ((-shiftLeft(1, 64) - 1).lowBits(), UINT64_MAX);
  EXPECT_EQ((shiftLeft(1, 64) + 5).lowBits(), 5u);
}

TEST(BigInt, BitLengthIsOfTheMagnitude) {
  EXPECT_EQ(BigInt(0).bitLength(), 0u);
  EXPECT_EQ(BigInt(5).bitLength(), 3u);
  EXPECT_EQ(BigInt(-5).bitLength(), 3u);
  EXPECT_EQ(shiftLeft(1, 100).bitLength(), 101u);
}

TEST(BigInt, DoublesRoundToNearestEven) {
  BigInt two53 = shiftLeft(1, 53);
  EXPECT_EQ((two53 + 1).toDouble(), 9007199254740992.0);
  EXPECT_EQ((two53 + 3).toDouble(), 9007199254740996.0);
  EXPECT_EQ((shiftLeft(two53 + 1, 60) + 1).toDouble(), 0x1.0000000000001p113);
  EXPECT_EQ(shiftLeft(1, 1023).toDouble(), 0x1p1023);
  EXPECT_EQ(shiftLeft(1, 1024).toDouble(), std::nullopt);
}

TEST(BigInt, ComparesWithFloatsByExactValue) {
  EXPECT_EQ(compare(shiftLeft(1, 53) + 1, 0x1p53), std::partial_ordering::greater);
  EXPECT_EQ(compare(BigInt(2), 2.5), std::partial_ordering::less);
  EXPECT_EQ(compare(BigInt(-3), -2.5), std::partial_ordering::less);
  EXPECT_EQ(compare(BigInt(1), std::numeric_limits<double>::quiet_NaN()), std::partial_ordering::unordered);
  EXPECT_EQ(compare(shiftLeft(1, 2000), std::numeric_limits<double>::infinity()), std::partial_ordering::less);
}

}  // namespace
}  // namespace tritonc::frontend
