// The standard layouts against their definitions by index arithmetic.
#include "ir/layout_builders.h"

#include "tests/unit/ir/random_layout.h"

namespace tritonc::ir {

using layout_testing::kCases;
using layout_testing::placeCount;
using layout_testing::RandomLayouts;

namespace {

// Takes the next digit, of base `size`, off a mixed-radix number.
int64_t takeDigit(uint64_t &number, int64_t size) {
  int64_t digit = number % size;
  number /= size;
  return digit;
}

// Where a blocked layout puts a place, by its definition: a register inside a block, blocks side by side over lanes and
// warps, the whole tile wrapped or repeated to the shape.
DimVector blockedByDefinition(const BlockedSpec &spec, const DimVector &shape, Place place) {
  DimVector coords = DimVector::filled(shape.size(), 0);
  for (int64_t dim : spec.order)
    coords[dim] += takeDigit(place[InDim::Register], std::min(spec.perThread[dim], shape[dim]));
  for (int64_t dim : spec.order) coords[dim] += takeDigit(place[InDim::Lane], spec.threads[dim]) * spec.perThread[dim];
  for (int64_t dim : spec.order)
    coords[dim] += takeDigit(place[InDim::Warp], spec.warps[dim]) * spec.perThread[dim] * spec.threads[dim];
  for (int64_t dim : spec.order) {
    int64_t tile = spec.perThread[dim] * spec.threads[dim] * spec.warps[dim];
    coords[dim] %= shape[dim];
    coords[dim] += takeDigit(place[InDim::Register], std::max<int64_t>(1, shape[dim] / tile)) * tile;
  }
  return coords;
}

}  // namespace

TEST(LayoutBuilders, Bricks) {
  EXPECT_EQ(print(identity1D(InDim::Block, 4, 1, 2)), "linear<block=[(0, 1), (0, 2)], shape=[1, 4]>");
  EXPECT_EQ(print(strided1D(InDim::Register, 4, 2, 0, 1)), "linear<register=[2, 4], shape=[8]>");
}

TEST(LayoutBuilders, BlockedOfTheExample) {
  LinearLayout layout = blocked({{4}, {32}, {4}, {0}}, {1024});
  EXPECT_TRUE(std::ranges::equal(layout.columns(InDim::Register), std::array<uint64_t, 3>{1, 2, 512}));
  EXPECT_TRUE(std::ranges::equal(layout.columns(InDim::Lane), std::array<uint64_t, 5>{4, 8, 16, 32, 64}));
  EXPECT_TRUE(std::ranges::equal(layout.columns(InDim::Warp), std::array<uint64_t, 2>{128, 256}));
}

TEST(LayoutBuilders, BlockedFollowsItsDefinition) {
  RandomLayouts random(30);
  for (int round = 0; round < kCases; ++round) {
    unsigned rank = 1 + random.below(3);
    DimVector shape = random.shape(rank, random.below(9));
    BlockedSpec spec = random.blockedSpec(rank);
    LinearLayout layout = blocked(spec, shape);
    EXPECT_TRUE(layout.isSurjective());
    EXPECT_TRUE(layout.isDistributed());
    EXPECT_EQ(layout.zeroColumnMask(InDim::Register), 0u);
    EXPECT_EQ(layout.shape(), shape);
    for (uint64_t x = 0; x < placeCount(layout); ++x)
      ASSERT_EQ(layout.apply(layout.unpack(x)), blockedByDefinition(spec, shape, layout.unpack(x))) << print(layout);
  }
}

TEST(LayoutBuilders, EveryBlockedLayoutIsDescribed) {
  RandomLayouts random(31);
  for (int round = 0; round < 4 * kCases; ++round) {
    unsigned rank = 1 + random.below(4);
    DimVector shape = random.shape(rank, random.below(9));
    LinearLayout layout = blocked(random.blockedSpec(rank), shape);
    std::optional<BlockedSpec> spec = describeAsBlocked(layout);
    ASSERT_TRUE(spec) << print(layout);
    EXPECT_EQ(blocked(*spec, shape), layout);
  }
}

TEST(LayoutBuilders, OtherLayoutsAreNotDescribedAsBlocked) {
  // Lanes that walk backwards, data in blocks, and a swizzle.
  LinearLayout backward({4});
  backward.appendColumn(InDim::Lane, 2);
  backward.appendColumn(InDim::Lane, 1);
  EXPECT_FALSE(describeAsBlocked(backward));
  EXPECT_FALSE(describeAsBlocked(identity1D(InDim::Block, 4, 0, 1)));
  EXPECT_FALSE(describeAsBlocked(swizzledShared(2, 1, 2, {1, 0}, {4, 4})));
}

TEST(LayoutBuilders, SliceDropsRegistersAndKeepsReplication) {
  LinearLayout parent = blocked({{1, 4}, {8, 4}, {2, 2}, {1, 0}}, {16, 32});
  EXPECT_EQ(print(slice(parent, 0)), "linear<register=[1, 2], lane=[4, 8, 0, 0, 0], warp=[16, 0], shape=[32]>");
  EXPECT_EQ(print(slice(parent, 1)), "linear<lane=[0, 0, 1, 2, 4], warp=[0, 8], shape=[16]>");
}

TEST(LayoutBuilders, SwizzledSharedFollowsItsFormula) {
  RandomLayouts random(32);
  for (int round = 0; round < kCases; ++round) {
    DimVector shape = random.shape(2 + random.below(2), 4 + random.below(6));
    DimVector order = random.order(shape.size());
    int64_t columns = shape[order[0]], rows = shape[order[1]];
    int64_t vec = int64_t{1} << random.below(4), perPhase = int64_t{1} << random.below(3);
    int64_t maxPhase = int64_t{1} << random.below(4);
    if (vec * maxPhase > columns) continue;
    LinearLayout layout = swizzledShared(vec, perPhase, maxPhase, order, shape);
    EXPECT_TRUE(layout.isSurjective() && layout.isInjective());
    for (uint64_t offset = 0; offset < placeCount(layout); ++offset) {
      uint64_t rest = offset;
      DimVector coords = DimVector::filled(shape.size(), 0);
      for (int64_t dim : order) coords[dim] = takeDigit(rest, shape[dim]);
      int64_t row = coords[order[1]];
      coords[order[0]] ^= vec * (row / perPhase % maxPhase);
      ASSERT_EQ(layout.unflatten(layout.applyPacked(offset)), coords) << rows << "x" << columns;
    }
  }
}

TEST(LayoutBuilders, TmaSharedFollowsTheByteAddresses) {
  RandomLayouts random(33);
  for (int round = 0; round < kCases; ++round) {
    int64_t elemBytes = int64_t{1} << random.below(4);
    unsigned swizzleBits = random.below(4);
    int64_t swizzleBytes = swizzleBits == 0 ? 0 : 16 << swizzleBits;
    DimVector shape{1 << random.below(2), 8 << random.below(3), (128 << random.below(2)) / elemBytes};
    LinearLayout layout = tmaShared(swizzleBytes, elemBytes, shape);
    EXPECT_TRUE(layout.isSurjective() && layout.isInjective());
    int64_t span = swizzleBytes == 0 ? shape[2] * elemBytes : swizzleBytes;
    for (int64_t offset = 0; offset < shape[0] * shape[1] * shape[2]; ++offset) {
      // The hardware's exchange of address bits, then plain rows of one span each.
      uint64_t address = offset * elemBytes;
      uint64_t rest = address ^ (address >> 7 & lowMask(swizzleBits)) << 4;
      int64_t column = takeDigit(rest, span) / elemBytes;
      int64_t row = takeDigit(rest, shape[1]);
      column += takeDigit(rest, shape[2] * elemBytes / span) * span / elemBytes;
      ASSERT_EQ(layout.unflatten(layout.applyPacked(offset)), (DimVector{static_cast<int64_t>(rest), row, column}));
    }
  }
}

}  // namespace tritonc::ir
