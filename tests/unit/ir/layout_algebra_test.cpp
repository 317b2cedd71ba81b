// Algebra of layouts against enumeration of places.
#include "ir/layout_algebra.h"

#include "tests/unit/ir/random_layout.h"

namespace tritonc::ir {

using layout_testing::kCases;
using layout_testing::placeCount;
using layout_testing::RandomLayouts;

namespace {

// The smallest packed place of `layout` for each element it holds.
std::vector<std::optional<uint64_t>> firstPlaces(const LinearLayout &layout) {
  std::vector<std::optional<uint64_t>> first(uint64_t{1} << layout.totalOutBits());
  for (uint64_t packed = 0; packed < placeCount(layout); ++packed) {
    std::optional<uint64_t> &slot = first[layout.applyPacked(packed)];
    if (!slot) slot = packed;
  }
  return first;
}

}  // namespace

TEST(LayoutAlgebra, ComposeAppliesOneAfterTheOther) {
  RandomLayouts random(10);
  for (int round = 0; round < kCases; ++round) {
    LinearLayout b = random.any();
    LinearLayout a = random.any(placeShape(b), random.below(8));
    LinearLayout both = compose(a, b);
    EXPECT_EQ(both.shape(), b.shape());
    for (uint64_t x = 0; x < placeCount(a); ++x) ASSERT_EQ(both.applyPacked(x), b.applyPacked(a.applyPacked(x)));
  }
}

TEST(LayoutAlgebra, ProductTilesTheInnerLayout) {
  RandomLayouts random(11);
  for (int round = 0; round < kCases; ++round) {
    unsigned rank = 1 + random.below(3);
    LinearLayout inner = random.any(random.shape(rank, random.below(5)), random.below(5));
    LinearLayout outer = random.any(random.shape(rank, random.below(5)), random.below(5));
    LinearLayout both = inner * outer;
    for (uint64_t packed = 0; packed < placeCount(both); ++packed) {
      Place place = both.unpack(packed);
      Place low, high;
      for (InDim dim : kInDims) {
        low[dim] = place[dim] % inner.inSize(dim);
        high[dim] = place[dim] / inner.inSize(dim);
      }
      DimVector coords = inner.apply(low);
      for (unsigned out = 0; out < rank; ++out) coords[out] += outer.apply(high)[out] * inner.outSize(out);
      ASSERT_EQ(both.apply(place), coords) << print(inner) << " * " << print(outer);
    }
  }
}

TEST(LayoutAlgebra, InvertAndComposeFindsTheSmallestPlace) {
  RandomLayouts random(14);
  unsigned solved = 0;
  for (int round = 0; round < 2 * kCases; ++round) {
    DimVector shape = random.shape();
    LinearLayout source = random.any(shape, random.below(9));
    LinearLayout wanted = random.any(shape, random.below(6));
    auto first = firstPlaces(source);
    bool isSolvable = true;
    for (uint64_t x = 0; x < placeCount(wanted); ++x) isSolvable &= first[wanted.applyPacked(x)].has_value();
    std::optional<LinearLayout> places = invertAndComposeKeeping(wanted, source, {});
    ASSERT_EQ(places.has_value(), isSolvable);
    ASSERT_EQ(invertAndCompose(wanted, source).has_value(), isSolvable);
    if (!places) continue;
    ++solved;
    for (uint64_t x = 0; x < placeCount(wanted); ++x)
      ASSERT_EQ(places->applyPacked(x), *first[wanted.applyPacked(x)]) << print(wanted) << " in " << print(source);
    LinearLayout local = *invertAndCompose(wanted, source);
    for (uint64_t x = 0; x < placeCount(wanted); ++x)
      ASSERT_EQ(source.applyPacked(local.applyPacked(x)), wanted.applyPacked(x));
  }
  EXPECT_GT(solved, 100u);
}

TEST(LayoutAlgebra, InvertAndComposeLeavesSharedColumnsAlone) {
  RandomLayouts random(15);
  unsigned kept = 0;
  for (int round = 0; round < kCases; ++round) {
    // Two layouts with the same warp and block columns, replicated ones among them, and lanes and registers shuffled.
    DimVector shape = random.shape(2, 6);
    LinearLayout source = random.distributed(shape, random.below(4));
    LinearLayout wanted(shape);
    std::vector<uint64_t> inWarp;
    for (InDim dim : {InDim::Register, InDim::Lane})
      for (uint64_t column : source.columns(dim)) inWarp.push_back(column);
    std::shuffle(inWarp.begin(), inWarp.end(), random.engine());
    for (uint64_t column : inWarp) wanted.appendColumn(random.coin() ? InDim::Register : InDim::Lane, column);
    for (InDim dim : {InDim::Warp, InDim::Block})
      for (uint64_t column : source.columns(dim)) wanted.appendColumn(dim, column);

    std::optional<LinearLayout> places = invertAndCompose(wanted, source);
    ASSERT_TRUE(places);
    for (uint64_t x = 0; x < placeCount(wanted); ++x) {
      Place from = source.unpack(places->applyPacked(x));
      ASSERT_EQ(source.applyPacked(places->applyPacked(x)), wanted.applyPacked(x));
      EXPECT_EQ(from[InDim::Warp], wanted.unpack(x)[InDim::Warp]);
      EXPECT_EQ(from[InDim::Block], wanted.unpack(x)[InDim::Block]);
      ++kept;
    }
  }
  EXPECT_GT(kept, 1000u);
}

TEST(LayoutAlgebra, InvertAndComposePrefersToStayInTheWarp) {
  // Lanes and warps both hold copies; the new register can take its data across lanes or across warps, not from itself.
  LinearLayout source = *parseLayout("linear<lane=[1], warp=[1], shape=[2]>");
  LinearLayout wanted = *parseLayout("linear<register=[1], lane=[1], warp=[1], shape=[2]>");
  std::optional<LinearLayout> places = invertAndCompose(wanted, source);
  ASSERT_TRUE(places);
  Place registerOne;
  registerOne[InDim::Register] = 1;
  Place laneOne;
  laneOne[InDim::Lane] = 1;
  EXPECT_EQ(source.unpack(places->applyPacked(wanted.pack(registerOne))), laneOne);
}

TEST(LayoutAlgebra, KeepingADimensionTakesTheDifferenceFromTheOthers) {
  LinearLayout source({4});
  source.appendColumn(InDim::Register, 1);
  source.appendColumn(InDim::Register, 2);
  source.appendColumn(InDim::Lane, 0);
  LinearLayout wanted({4});
  wanted.appendColumn(InDim::Register, 1);
  wanted.appendColumn(InDim::Lane, 2);
  std::optional<LinearLayout> places = invertAndComposeKeeping(wanted, source, {InDim::Lane});
  ASSERT_TRUE(places);
  Place laneOne;
  laneOne[InDim::Lane] = 1;
  Place expected;
  expected[InDim::Lane] = 1;
  expected[InDim::Register] = 0b10;
  EXPECT_EQ(source.unpack(places->applyPacked(wanted.pack(laneOne))), expected);
}

TEST(LayoutAlgebra, QuotientDropsIdentities) {
  RandomLayouts random(16);
  unsigned dropped = 0;
  for (int round = 0; round < kCases; ++round) {
    // Square place maps of at most three bits: identities are frequent.
    LinearLayout source = random.any({1}, random.below(4));
    LinearLayout placeMap(placeShape(source));
    for (InDim dim : kInDims)
      for (unsigned bit = 0; bit < source.inBits(dim); ++bit)
        placeMap.appendColumn(dim, random.coin() ? uint64_t{1} << (source.inOffset(dim) + bit)
                                                 : random.below(placeCount(source)));
    for (InDim dim : kInDims) {
      bool isIdentity = true;
      for (uint64_t x = 0; x < placeCount(source); ++x) {
        Place from = source.unpack(x), to = source.unpack(placeMap.applyPacked(x));
        isIdentity &= to[dim] == from[dim];
        // The other coordinates must be the same whatever the index along dim.
        from[dim] = 0;
        Place base = source.unpack(placeMap.applyPacked(source.pack(from)));
        base[dim] = to[dim];
        isIdentity &= base == to;
      }
      std::optional<LinearLayout> rest = quotient(placeMap, {dim});
      ASSERT_EQ(rest.has_value(), isIdentity) << print(placeMap);
      if (!rest) continue;
      dropped += source.inBits(dim) != 0;
      EXPECT_EQ(rest->inBits(dim), 0u);
      for (uint64_t x = 0; x < placeCount(*rest); ++x)
        EXPECT_EQ(rest->apply(rest->unpack(x)), placeMap.apply(rest->unpack(x)));
    }
  }
  EXPECT_GT(dropped, 50u);
}

TEST(LayoutAlgebra, QuotientRefusesAPartOfADimension) {
  // One warp bit into four warps: the other two are never reached, so this is not the identity.
  LinearLayout source = *parseLayout("linear<warp=[1, 2], shape=[4]>");
  LinearLayout placeMap(placeShape(source));
  placeMap.appendColumn(InDim::Warp, 1);
  EXPECT_FALSE(quotient(placeMap, {InDim::Warp}));
  placeMap.appendColumn(InDim::Warp, 2);
  EXPECT_TRUE(quotient(placeMap, {InDim::Warp}));
}

}  // namespace tritonc::ir
