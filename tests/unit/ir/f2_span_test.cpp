// F2Span against enumeration of all subsets.
#include "ir/f2_span.h"

#include <gtest/gtest.h>

#include <bit>
#include <optional>
#include <random>
#include <vector>

namespace tritonc::ir {

TEST(F2Span, SolvesWithTheSmallestSubset) {
  std::mt19937 engine(1);
  for (int round = 0; round < 400; ++round) {
    std::vector<uint64_t> vectors(engine() % 7);
    for (uint64_t &vector : vectors) vector = engine() % 64;
    F2Span span;
    for (size_t i = 0; i < vectors.size(); ++i) span.insert(vectors[i], uint64_t{1} << i);

    std::vector<std::optional<uint64_t>> smallest(64);
    for (uint64_t subset = 0; subset < uint64_t{1} << vectors.size(); ++subset) {
      uint64_t sum = 0;
      for (size_t i = 0; i < vectors.size(); ++i)
        if (subset >> i & 1) sum ^= vectors[i];
      if (!smallest[sum]) smallest[sum] = subset;
    }
    unsigned reached = 0;
    for (uint64_t target = 0; target < 64; ++target) {
      EXPECT_EQ(span.solve(target), smallest[target]);
      reached += smallest[target].has_value();
    }
    EXPECT_EQ(reached, 1u << span.dimension());
  }
}

TEST(F2Span, InsertTellsRedundantVectors) {
  F2Span span;
  EXPECT_TRUE(span.insert(0b01, 1));
  EXPECT_TRUE(span.insert(0b11, 2));
  EXPECT_FALSE(span.insert(0b10, 4));
  EXPECT_FALSE(span.insert(0, 8));
  EXPECT_EQ(span.solve(0b10), 3u);
}

TEST(F2Span, UsesAllSixtyFourBits) {
  F2Span span;
  for (unsigned bit = 0; bit < 64; ++bit) EXPECT_TRUE(span.insert(~uint64_t{0} << bit, uint64_t{1} << bit));
  EXPECT_EQ(span.dimension(), 64u);
  EXPECT_EQ(span.solve(uint64_t{1} << 63), uint64_t{1} << 63);
  EXPECT_EQ(span.solve(1), 3u);
}

}  // namespace tritonc::ir
