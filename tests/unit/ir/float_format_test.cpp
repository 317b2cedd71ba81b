// Encoding and decoding of every float format. What a code stands for is found here by counting up from zero, and
// where a number rounds to by looking at the two codes around it.
#include "ir/float_format.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

namespace tritonc::ir {
namespace {

struct SmallFormat {
  ScalarKind kind;
  int mantissaBits;
  /// Exponent of the smallest number above zero.
  int smallestExponent;
  uint64_t largest;
  /// What a number beyond the largest becomes.
  uint64_t overflow;
  uint64_t nan;
};

constexpr SmallFormat kSmallFormats[] = {
    {ScalarKind::F8E4M3, 3, -9, 0x7e, 0x7e, 0x7f},
    {ScalarKind::F8E5M2, 2, -16, 0x7b, 0x7b, 0x7f},
    {ScalarKind::F16, 10, -24, 0x7bff, 0x7c00, 0x7e00},
    {ScalarKind::BF16, 7, -133, 0x7f7f, 0x7f80, 0x7fc0},
};

void PrintTo(const SmallFormat &format, std::ostream *out) { *out << spelling(format.kind); }

class SmallFloats : public ::testing::TestWithParam<SmallFormat> {
protected:
  ScalarKind kind() const { return GetParam().kind; }
  uint64_t signBit() const { return uint64_t{1} << (bitWidth(kind()) - 1); }

  /// The finite numbers from zero up, by code: the step doubles with each value of the exponent field above the first.
  std::vector<double> numbers() const {
    std::vector<double> result{0};
    double step = std::ldexp(1.0, GetParam().smallestExponent);
    for (uint64_t code = 1; code <= GetParam().largest; ++code) {
      result.push_back(result.back() + step);
      uint64_t perExponent = uint64_t{1} << GetParam().mantissaBits;
      if (code % perExponent == 0 && code > perExponent) step *= 2;
    }
    return result;
  }
};

INSTANTIATE_TEST_SUITE_P(Formats, SmallFloats, ::testing::ValuesIn(kSmallFormats),
                         [](const auto &info) { return std::string(spelling(info.param.kind)); });

TEST_P(SmallFloats, EveryCodeDecodesToItsNumber) {
  std::vector<double> all = numbers();
  for (uint64_t code = 0; code < all.size(); ++code) {
    ASSERT_EQ(decodeFloat(kind(), code), all[code]) << code;
    double negative = decodeFloat(kind(), code | signBit());
    ASSERT_EQ(negative, -all[code]) << code;
    ASSERT_TRUE(std::signbit(negative)) << code;
  }
}

TEST_P(SmallFloats, CodesAboveTheLargestAreSpecial) {
  for (uint64_t code = GetParam().largest + 1; code < signBit(); ++code) {
    bool isInfinity = kind() != ScalarKind::F8E4M3 && code == GetParam().largest + 1;
    ASSERT_EQ(std::isinf(decodeFloat(kind(), code)), isInfinity) << code;
    ASSERT_EQ(std::isnan(decodeFloat(kind(), code)), !isInfinity) << code;
  }
}

TEST_P(SmallFloats, EveryNumberEncodesToItsCode) {
  std::vector<double> all = numbers();
  for (uint64_t code = 0; code < all.size(); ++code)
    for (Rounding round : {Rounding::NearestEven, Rounding::TowardZero}) {
      ASSERT_EQ(encodeFloat(kind(), all[code], round), code);
      ASSERT_EQ(encodeFloat(kind(), -all[code], round), code | signBit());
    }
}

TEST_P(SmallFloats, NumbersBetweenTwoCodesRound) {
  std::vector<double> all = numbers();
  for (uint64_t code = 0; code + 1 < all.size(); ++code) {
    double low = all[code], high = all[code + 1], middle = low + (high - low) / 2;
    uint64_t even = code + (code & 1);
    ASSERT_EQ(encodeFloat(kind(), middle), even) << code;
    ASSERT_EQ(encodeFloat(kind(), std::nextafter(middle, 0)), code) << code;
    ASSERT_EQ(encodeFloat(kind(), std::nextafter(middle, HUGE_VAL)), code + 1) << code;
    ASSERT_EQ(encodeFloat(kind(), -middle), even | signBit()) << code;
    ASSERT_EQ(encodeFloat(kind(), std::nextafter(low, HUGE_VAL)), code) << code;
    ASSERT_EQ(encodeFloat(kind(), std::nextafter(high, 0), Rounding::TowardZero), code) << code;
    ASSERT_EQ(encodeFloat(kind(), -std::nextafter(high, 0), Rounding::TowardZero), code | signBit()) << code;
  }
}

TEST_P(SmallFloats, NumbersBeyondTheLargest) {
  std::vector<double> all = numbers();
  double largest = all.back(), halfStep = (largest - all[all.size() - 2]) / 2;
  uint64_t overflow = GetParam().overflow;
  EXPECT_EQ(encodeFloat(kind(), std::nextafter(largest + halfStep, 0)), GetParam().largest);
  EXPECT_EQ(encodeFloat(kind(), largest + halfStep), overflow);
  EXPECT_EQ(encodeFloat(kind(), 1e300), overflow);
  EXPECT_EQ(encodeFloat(kind(), -1e300), overflow | signBit());
  EXPECT_EQ(encodeFloat(kind(), HUGE_VAL), overflow);
  EXPECT_EQ(encodeFloat(kind(), 1e300, Rounding::TowardZero), GetParam().largest);
  EXPECT_EQ(encodeFloat(kind(), HUGE_VAL, Rounding::TowardZero), overflow);
}

TEST_P(SmallFloats, TinyNumbersAndNan) {
  EXPECT_EQ(encodeFloat(kind(), 5e-324), 0u);
  EXPECT_EQ(encodeFloat(kind(), -5e-324), signBit());
  EXPECT_EQ(encodeFloat(kind(), 5e-324, Rounding::TowardZero), 0u);
  EXPECT_EQ(encodeFloat(kind(), std::nan("")), GetParam().nan);
}

// f32 and f64 have the host's own conversion to compare with.

TEST(FloatFormat, F32RoundsAsTheHost) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 300000; ++i) {
    uint64_t bits = random();
    // Numbers from below the smallest subnormal of f32 to above its largest number.
    double value =
        std::ldexp(std::bit_cast<double>((bits >> 12) | 0x3ff0000000000000), static_cast<int>(bits % 290) - 155);
    if (i % 3 == 0) value = static_cast<float>(value) * (1 + std::ldexp(1.0, -24));
    if (std::isinf(value)) continue;
    if (i % 5 == 0) value = -value;
    ASSERT_EQ(encodeFloat(ScalarKind::F32, value), std::bit_cast<uint32_t>(static_cast<float>(value))) << value;
    uint64_t towardZero = encodeFloat(ScalarKind::F32, value, Rounding::TowardZero);
    double truncated = decodeFloat(ScalarKind::F32, towardZero);
    ASSERT_LE(std::fabs(truncated), std::fabs(value));
    ASSERT_TRUE(towardZero % 0x80000000 == 0x7f7fffff ||
                std::fabs(decodeFloat(ScalarKind::F32, towardZero + 1)) > std::fabs(value));
  }
}

TEST(FloatFormat, F32DecodesAsTheHost) {
  std::mt19937 random(2);
  for (int i = 0; i < 100000; ++i) {
    uint32_t bits = random() & (i % 2 ? 0xffffffff : 0x807fffff);
    float expected = std::bit_cast<float>(bits);
    double decoded = decodeFloat(ScalarKind::F32, bits);
    ASSERT_TRUE(std::isnan(expected) ? std::isnan(decoded) : decoded == expected) << bits;
  }
}

TEST(FloatFormat, F64KeepsItsBits) {
  for (uint64_t bits : {0ull, 1ull, 0x8000000000000000ull, 0x000fffffffffffffull, 0x0010000000000000ull,
                        0x3ff0000000000001ull, 0x7fefffffffffffffull, 0x7ff0000000000000ull, 0xfff0000000000000ull})
    EXPECT_EQ(encodeFloat(ScalarKind::F64, decodeFloat(ScalarKind::F64, bits)), bits);
  EXPECT_EQ(encodeFloat(ScalarKind::F64, std::nan("")), 0x7ff8000000000000u);
}

}  // namespace
}  // namespace tritonc::ir
