// Shape operations on layouts: register for register, the element must be the one the language's operation puts there.
#include "ir/layout_shape.h"

#include "tests/unit/ir/random_layout.h"

namespace tritonc::ir {

using layout_testing::kCases;
using layout_testing::placeCount;
using layout_testing::RandomLayouts;

namespace {

int64_t rowMajorIndex(const DimVector &coords, const DimVector &shape) {
  int64_t index = 0;
  for (unsigned dim = 0; dim < shape.size(); ++dim) index = index * shape[dim] + coords[dim];
  return index;
}

}  // namespace

TEST(LayoutShape, PermuteDimsPermutesCoordinates) {
  RandomLayouts random(20);
  for (int round = 0; round < kCases; ++round) {
    LinearLayout layout = random.any();
    DimVector order = random.order(layout.rank());
    LinearLayout result = permuteDims(layout, order);
    for (uint64_t x = 0; x < placeCount(layout); ++x)
      for (unsigned i = 0; i < order.size(); ++i)
        ASSERT_EQ(result.apply(result.unpack(x))[i], layout.apply(layout.unpack(x))[order[i]]);
    EXPECT_EQ(permuteDims(result, inversePermutation(order)), layout);
  }
}

TEST(LayoutShape, ReshapeKeepsTheRowMajorIndex) {
  RandomLayouts random(21);
  for (int round = 0; round < kCases; ++round) {
    LinearLayout layout = random.any();
    DimVector shape = random.shape(1 + random.below(4), layout.totalOutBits());
    LinearLayout result = reshape(layout, shape);
    EXPECT_EQ(result.shape(), shape);
    for (uint64_t x = 0; x < placeCount(layout); ++x)
      ASSERT_EQ(rowMajorIndex(result.apply(result.unpack(x)), shape),
                rowMajorIndex(layout.apply(layout.unpack(x)), layout.shape()));
  }
}

TEST(LayoutShape, ReshapeRefusesAnotherNumberOfElements) {
  EXPECT_THROW(reshape(LinearLayout({8}), {2, 2}), InternalError);
  EXPECT_THROW(reshape(LinearLayout({8}), {16}), InternalError);
}

TEST(LayoutShape, ExpandAndRemoveDimAreInverse) {
  RandomLayouts random(22);
  for (int round = 0; round < kCases; ++round) {
    LinearLayout layout = random.any();
    unsigned axis = random.below(layout.rank() + 1);
    LinearLayout expanded = expandDims(layout, axis);
    EXPECT_EQ(removeDim(expanded, axis), layout);
    for (uint64_t x = 0; x < placeCount(layout); ++x) {
      DimVector coords = layout.apply(layout.unpack(x));
      coords.insert(axis, 0);
      ASSERT_EQ(expanded.apply(expanded.unpack(x)), coords);
    }
  }
}

TEST(LayoutShape, RemoveDimForgetsACoordinate) {
  RandomLayouts random(23);
  for (int round = 0; round < kCases; ++round) {
    LinearLayout layout = random.any();
    unsigned axis = random.below(layout.rank());
    LinearLayout removed = removeDim(layout, axis);
    LinearLayout collapsed = collapseDim(layout, axis);
    for (uint64_t x = 0; x < placeCount(layout); ++x) {
      DimVector coords = layout.apply(layout.unpack(x));
      coords[axis] = 0;
      ASSERT_EQ(collapsed.apply(collapsed.unpack(x)), coords);
      coords.erase(axis);
      ASSERT_EQ(removed.apply(removed.unpack(x)), coords);
    }
  }
}

TEST(LayoutShape, JoinPairsNeighbouringRegistersAndSplitUndoesIt) {
  RandomLayouts random(25);
  for (int round = 0; round < kCases; ++round) {
    LinearLayout layout = random.any();
    LinearLayout joined = join(layout);
    for (uint64_t x = 0; x < placeCount(joined); ++x) {
      Place place = joined.unpack(x);
      Place half = place;
      half[InDim::Register] /= 2;
      DimVector coords = layout.apply(half);
      coords.push(place[InDim::Register] % 2);
      ASSERT_EQ(joined.apply(place), coords);
    }
    EXPECT_EQ(minorPairRegister(joined), 0u);
    EXPECT_EQ(split(joined), layout);
  }
}

TEST(LayoutShape, SplitNeedsThePairInOneThread) {
  RandomLayouts random(26);
  unsigned splits = 0;
  for (int round = 0; round < 2 * kCases; ++round) {
    DimVector shape = random.shape(2, random.below(4));
    shape.push(2);
    LinearLayout layout =
        random.coin() ? random.any(shape, random.below(6)) : random.distributed(shape, random.below(2));
    // A register bit that steps from one half to the other everywhere, while nothing else changes the half.
    std::optional<unsigned> expected;
    for (unsigned bit = 0; bit < layout.inBits(InDim::Register); ++bit) {
      bool pairs = true;
      for (uint64_t x = 0; x < placeCount(layout); ++x) {
        DimVector coords = layout.apply(layout.unpack(x));
        Place base = layout.unpack(x);
        pairs &= coords[2] == static_cast<int64_t>(base[InDim::Register] >> bit & 1);
        base[InDim::Register] &= ~(uint64_t{1} << bit);
        coords[2] = 0;
        pairs &= layout.apply(base) == coords;
      }
      if (pairs) expected = bit;
    }
    ASSERT_EQ(minorPairRegister(layout), expected) << print(layout);
    std::optional<LinearLayout> half = split(layout);
    ASSERT_EQ(half.has_value(), expected.has_value());
    if (!half) continue;
    ++splits;
    for (uint64_t x = 0; x < placeCount(*half); ++x) {
      Place place = half->unpack(x);
      Place whole = place;
      uint64_t low = place[InDim::Register] & lowMask(*expected);
      whole[InDim::Register] = (place[InDim::Register] & ~lowMask(*expected)) << 1 | low;
      DimVector coords = layout.apply(whole);
      coords.erase(2);
      ASSERT_EQ(half->apply(place), coords);
    }
  }
  EXPECT_GT(splits, 50u);
}

TEST(LayoutShape, DistributedLayoutsAreClosedUnderShapeOperations) {
  RandomLayouts random(27);
  for (int round = 0; round < kCases; ++round) {
    LinearLayout layout = random.distributed(random.shape(3, random.below(8)), random.below(3));
    EXPECT_TRUE(permuteDims(layout, random.order(3)).isDistributed());
    EXPECT_TRUE(reshape(layout, random.shape(2, layout.totalOutBits())).isDistributed());
    EXPECT_TRUE(removeDim(layout, random.below(3)).isDistributed());
    EXPECT_TRUE(collapseDim(layout, random.below(3)).isDistributed());
    EXPECT_TRUE(join(layout).isDistributed());
    EXPECT_TRUE(ensureNotLargerThan(layout, {2, 2, 2}).isDistributed());
  }
}

TEST(LayoutShape, ClippingReplicatesWhatLiesOutside) {
  RandomLayouts random(28);
  for (int round = 0; round < kCases; ++round) {
    LinearLayout layout = random.distributed(random.shape(2, random.below(8)), random.below(3));
    DimVector shape = random.shape(2, random.below(6));
    LinearLayout clipped = ensureNotLargerThan(layout, shape);
    EXPECT_TRUE(clipped.isSurjective());
    for (unsigned dim = 0; dim < 2; ++dim) EXPECT_EQ(clipped.outSize(dim), std::min(shape[dim], layout.outSize(dim)));
    for (uint64_t x = 0; x < placeCount(layout); ++x) {
      DimVector coords = layout.apply(layout.unpack(x));
      for (unsigned dim = 0; dim < 2; ++dim) coords[dim] %= clipped.outSize(dim);
      ASSERT_EQ(clipped.apply(clipped.unpack(x)), coords);
    }
  }
}

TEST(LayoutShape, RepetitionTilesInOrder) {
  RandomLayouts random(29);
  for (int round = 0; round < kCases; ++round) {
    LinearLayout layout = random.any(random.shape(2, random.below(5)), random.below(6));
    DimVector shape = random.shape(2, random.below(7));
    DimVector order = random.order(2);
    InDim dim = random.coin() ? InDim::Register : InDim::Offset;
    LinearLayout tiled = ensureNotSmallerThan(layout, shape, dim, order);
    DimVector reps;
    for (unsigned out = 0; out < 2; ++out) reps.push(std::max<int64_t>(1, shape[out] / layout.outSize(out)));
    for (uint64_t x = 0; x < placeCount(tiled); ++x) {
      Place place = tiled.unpack(x);
      int64_t tile = place[dim] / layout.inSize(dim);
      place[dim] %= layout.inSize(dim);
      DimVector coords = layout.apply(place);
      coords[order[0]] += tile % reps[order[0]] * layout.outSize(order[0]);
      coords[order[1]] += tile / reps[order[0]] * layout.outSize(order[1]);
      ASSERT_EQ(tiled.apply(tiled.unpack(x)), coords);
    }
  }
}

}  // namespace tritonc::ir
