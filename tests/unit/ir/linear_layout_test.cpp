// The layout value: evaluation, rank questions, replication, hashing.
#include "ir/linear_layout.h"

#include "tests/unit/ir/random_layout.h"

namespace tritonc::ir {

using layout_testing::kCases;
using layout_testing::placeCount;
using layout_testing::RandomLayouts;

TEST(LinearLayout, AppliesTheExampleOfTheFileComment) {
  LinearLayout layout({512});
  for (uint64_t column : {1, 2}) layout.appendColumn(InDim::Register, column);
  for (uint64_t column : {4, 8, 16, 32, 64}) layout.appendColumn(InDim::Lane, column);
  for (uint64_t column : {128, 256}) layout.appendColumn(InDim::Warp, column);
  Place place;
  place[InDim::Register] = 3;
  place[InDim::Lane] = 2;
  place[InDim::Warp] = 1;
  EXPECT_EQ(layout.apply(place), DimVector{139});
  EXPECT_TRUE(layout.isSurjective() && layout.isInjective());
}

TEST(LinearLayout, ApplyIsTheXorOfBases) {
  RandomLayouts random(2);
  for (int round = 0; round < kCases; ++round) {
    LinearLayout layout = random.any();
    for (uint64_t packed = 0; packed < placeCount(layout); ++packed) {
      Place place = layout.unpack(packed);
      EXPECT_EQ(layout.pack(place), packed);
      DimVector expected = DimVector::filled(layout.rank(), 0);
      for (InDim dim : kInDims)
        for (unsigned bit = 0; bit < layout.inBits(dim); ++bit)
          for (unsigned out = 0; out < layout.rank(); ++out)
            if (place[dim] >> bit & 1) expected[out] ^= layout.basis(dim, bit)[out];
      ASSERT_EQ(layout.apply(place), expected) << print(layout);
    }
  }
}

TEST(LinearLayout, FlattenIsRowMajor) {
  LinearLayout layout({2, 4, 8});
  uint64_t flat = 0;
  for (int64_t i = 0; i < 2; ++i)
    for (int64_t j = 0; j < 4; ++j)
      for (int64_t k = 0; k < 8; ++k, ++flat) {
        EXPECT_EQ(layout.flatten({i, j, k}), flat);
        EXPECT_EQ(layout.unflatten(flat), (DimVector{i, j, k}));
      }
}

TEST(LinearLayout, AppendingInAnyOrderGivesTheSameLayout) {
  LinearLayout forward({8});
  forward.appendColumn(InDim::Register, 1);
  forward.appendColumn(InDim::Lane, 2);
  forward.appendColumn(InDim::Lane, 4);
  LinearLayout backward({8});
  backward.appendColumn(InDim::Lane, 2);
  backward.appendColumn(InDim::Register, 1);
  backward.appendColumn(InDim::Lane, 4);
  EXPECT_EQ(forward, backward);
  EXPECT_EQ(forward.hash(), backward.hash());
}

TEST(LinearLayout, RankQuestionsAgreeWithEnumeration) {
  RandomLayouts random(3);
  for (int round = 0; round < kCases; ++round) {
    LinearLayout layout = random.any();
    std::set<uint64_t> image;
    for (uint64_t packed = 0; packed < placeCount(layout); ++packed) image.insert(layout.applyPacked(packed));
    EXPECT_EQ(uint64_t{1} << layout.imageBits(), image.size());
    EXPECT_EQ(layout.isSurjective(), image.size() == uint64_t{1} << layout.totalOutBits());
    EXPECT_EQ(layout.isInjective(), image.size() == placeCount(layout));
  }
}

TEST(LinearLayout, PlacesWithoutFreeBitsHoldEachElementOnce) {
  RandomLayouts random(4);
  for (int round = 0; round < kCases; ++round) {
    LinearLayout layout = random.any();
    uint64_t freeMask = layout.pack(layout.freeVariableMasks());
    std::set<uint64_t> all;
    std::multiset<uint64_t> chosen;
    for (uint64_t packed = 0; packed < placeCount(layout); ++packed) {
      all.insert(layout.applyPacked(packed));
      if ((packed & freeMask) == 0) chosen.insert(layout.applyPacked(packed));
    }
    EXPECT_TRUE(std::ranges::equal(all, chosen)) << print(layout);
  }
}

TEST(LinearLayout, FreeVariableMasksOfTheExample) {
  LinearLayout layout({4});
  layout.appendColumn(InDim::Register, 1);
  layout.appendColumn(InDim::Lane, 2);
  layout.appendColumn(InDim::Lane, 1);
  layout.appendColumn(InDim::Warp, 0);
  Place expected;
  expected[InDim::Lane] = 0b10;
  expected[InDim::Warp] = 0b1;
  EXPECT_EQ(layout.freeVariableMasks(), expected);
}

TEST(LinearLayout, DistributedMeansOneBitPerColumn) {
  RandomLayouts random(5);
  for (int round = 0; round < kCases; ++round) EXPECT_TRUE(random.distributed(random.shape(), 2).isDistributed());
  LinearLayout twice({4});
  twice.appendColumn(InDim::Register, 1);
  twice.appendColumn(InDim::Lane, 1);
  EXPECT_FALSE(twice.isDistributed());
  LinearLayout mixed({4});
  mixed.appendColumn(InDim::Register, 3);
  EXPECT_FALSE(mixed.isDistributed());
}

TEST(LinearLayout, ZeroColumnsAreRemoved) {
  RandomLayouts random(6);
  for (int round = 0; round < kCases; ++round) {
    LinearLayout layout = random.distributed(random.shape(), random.below(5));
    for (InDim dim : kInDims) {
      uint64_t mask = layout.zeroColumnMask(dim);
      LinearLayout without = layout.removeZeroColumns(dim);
      EXPECT_EQ(without.zeroColumnMask(dim), 0u);
      EXPECT_EQ(without.inBits(dim) + std::popcount(mask), layout.inBits(dim));
    }
  }
}

TEST(LinearLayout, HashFollowsEquality) {
  RandomLayouts random(7);
  std::vector<LinearLayout> layouts;
  for (int round = 0; round < 60; ++round) layouts.push_back(random.any());
  for (const LinearLayout &a : layouts)
    for (const LinearLayout &b : layouts) EXPECT_EQ(a == b, a.hash() == b.hash());
}

TEST(LinearLayout, HoldsSixtyFourInputBits) {
  LinearLayout layout({int64_t{1} << 31, int64_t{1} << 31});
  for (unsigned bit = 0; bit < 62; ++bit) layout.appendColumn(InDim::Offset, uint64_t{1} << bit);
  layout.appendColumn(InDim::Register, 0);
  layout.appendColumn(InDim::Block, 0);
  EXPECT_TRUE(layout.isSurjective());
  EXPECT_EQ(layout.pack(layout.unpack(~uint64_t{0})), ~uint64_t{0});
  EXPECT_EQ(layout.applyPacked(~uint64_t{0}), lowMask(62));
  EXPECT_THROW(layout.appendColumn(InDim::Lane, 0), InternalError);
}

}  // namespace tritonc::ir
