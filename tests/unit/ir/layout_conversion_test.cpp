// Classification of conversions against a search over all places for each element.
#include "ir/layout_conversion.h"

#include "tests/unit/ir/random_layout.h"

#include <map>

namespace tritonc::ir {

using layout_testing::kCases;
using layout_testing::placeCount;
using layout_testing::RandomLayouts;

namespace {

// The nearest kind by enumeration: where, for every destination place, a source place with its element can be found.
ConversionKind classifyBySearch(const LinearLayout &source, const LinearLayout &destination) {
  auto isAlwaysFound = [&](auto &&mayFeed) {
    for (uint64_t y = 0; y < placeCount(destination); ++y) {
      bool isFound = false;
      for (uint64_t x = 0; x < placeCount(source) && !isFound; ++x)
        isFound =
            source.applyPacked(x) == destination.applyPacked(y) && mayFeed(source.unpack(x), destination.unpack(y));
      if (!isFound) return false;
    }
    return true;
  };
  auto isSameBlock = [](const Place &x, const Place &y) { return x[InDim::Block] == y[InDim::Block]; };
  auto isSameWarp = [&](const Place &x, const Place &y) {
    return isSameBlock(x, y) && x[InDim::Warp] == y[InDim::Warp];
  };
  auto isSameThread = [&](const Place &x, const Place &y) {
    return isSameWarp(x, y) && x[InDim::Lane] == y[InDim::Lane];
  };
  bool isNone = source.inSize(InDim::Register) == destination.inSize(InDim::Register) &&
                isAlwaysFound([](const Place &x, const Place &y) { return x == y; });
  if (isNone) return ConversionKind::None;

  // A renaming: one source register for each destination register that is right in every thread.
  bool isRenaming = true;
  for (uint64_t to = 0; to < destination.inSize(InDim::Register) && isRenaming; ++to) {
    isRenaming = false;
    for (uint64_t from = 0; from < source.inSize(InDim::Register) && !isRenaming; ++from)
      isRenaming = isAlwaysFound([&](const Place &x, const Place &y) {
        return y[InDim::Register] != to || (isSameThread(x, y) && x[InDim::Register] == from);
      });
  }
  if (isRenaming) return ConversionKind::Registers;
  if (isAlwaysFound(isSameWarp)) return ConversionKind::Warp;
  if (isAlwaysFound(isSameBlock)) return ConversionKind::Shared;
  return ConversionKind::ClusterShared;
}

// A destination close to `source`: some neighbouring bits exchanged, so that every kind is frequent.
LinearLayout perturb(const LinearLayout &source, RandomLayouts &random) {
  std::vector<uint64_t> columns(source.columns().begin(), source.columns().end());
  for (unsigned swaps = random.below(3); swaps > 0 && columns.size() > 1; --swaps) {
    unsigned first = random.below(columns.size() - 1);
    std::swap(columns[first], columns[first + 1 + random.below(columns.size() - first - 1)]);
  }
  // Now and then a column that is a sum of two: layouts that are not distributed.
  if (columns.size() > 1 && random.below(4) == 0)
    columns[random.below(columns.size())] ^= columns[random.below(columns.size())];
  LinearLayout result(source.shape());
  size_t next = 0;
  for (InDim dim : kInDims)
    for (unsigned bit = 0; bit < source.inBits(dim); ++bit) result.appendColumn(dim, columns[next++]);
  if (random.below(4) == 0) result.appendColumn(InDim::Register, 0);
  return result;
}

}  // namespace

TEST(LayoutConversion, KindAgreesWithSearch) {
  RandomLayouts random(40);
  std::map<ConversionKind, unsigned> seen;
  for (int round = 0; round < 3 * kCases; ++round) {
    LinearLayout source = random.distributedOn(random.shape(2, random.below(6)), random.below(3), random.below(3),
                                               random.below(2), random.below(3));
    LinearLayout destination = perturb(source, random);
    ConversionKind kind = classifyConversion(source, destination);
    ASSERT_EQ(kind, classifyBySearch(source, destination)) << print(source) << " to " << print(destination);
    ++seen[kind];
  }
  for (ConversionKind kind : {ConversionKind::None, ConversionKind::Registers, ConversionKind::Warp,
                              ConversionKind::Shared, ConversionKind::ClusterShared})
    EXPECT_GT(seen[kind], 50u) << static_cast<int>(kind);
}

TEST(LayoutConversion, SourcesHoldTheElementAndAreAsNearAsTheKindSays) {
  RandomLayouts random(41);
  for (int round = 0; round < 3 * kCases; ++round) {
    LinearLayout source = random.distributedOn(random.shape(2, random.below(7)), random.below(4), random.below(3),
                                               random.below(2), random.below(3));
    LinearLayout destination = perturb(source, random);
    ConversionKind kind = classifyConversion(source, destination);
    LinearLayout sources = conversionSources(source, destination);
    for (uint64_t y = 0; y < placeCount(destination); ++y) {
      uint64_t x = sources.applyPacked(y);
      ASSERT_EQ(source.applyPacked(x), destination.applyPacked(y));
      Place from = source.unpack(x), to = destination.unpack(y);
      EXPECT_TRUE(kind > ConversionKind::Shared || from[InDim::Block] == to[InDim::Block]);
      EXPECT_TRUE(kind > ConversionKind::Warp || from[InDim::Warp] == to[InDim::Warp]);
      if (kind <= ConversionKind::Registers) {
        EXPECT_EQ(from[InDim::Lane], to[InDim::Lane]);
        // The register is the same for every thread.
        Place thread0;
        thread0[InDim::Register] = to[InDim::Register];
        EXPECT_EQ(from[InDim::Register],
                  source.unpack(sources.applyPacked(destination.pack(thread0)))[InDim::Register]);
      }
      EXPECT_TRUE(kind != ConversionKind::None || x == y);
    }
  }
}

TEST(LayoutConversion, BlockedExamples) {
  LinearLayout rows = blocked({{1, 4}, {4, 8}, {4, 1}, {1, 0}}, {64, 32});
  LinearLayout columns = blocked({{4, 1}, {8, 4}, {1, 4}, {0, 1}}, {64, 32});
  EXPECT_EQ(classifyConversion(rows, rows), ConversionKind::None);
  EXPECT_EQ(classifyConversion(rows, columns), ConversionKind::Shared);
  // Wider blocks on the same rows: the same warps hold them.
  LinearLayout wide = blocked({{1, 8}, {8, 4}, {4, 1}, {1, 0}}, {64, 32});
  EXPECT_EQ(classifyConversion(rows, wide), ConversionKind::Shared);
  LinearLayout oneWarp = blocked({{1, 4}, {4, 8}, {1, 1}, {1, 0}}, {64, 32});
  EXPECT_EQ(classifyConversion(oneWarp, blocked({{1, 8}, {8, 4}, {1, 1}, {1, 0}}, {64, 32})), ConversionKind::Warp);
}

TEST(LayoutConversion, ReplicatedWarpsStayAtHome) {
  // Every warp holds everything; the lanes are exchanged, but nothing crosses warps.
  LinearLayout source = *parseLayout("linear<lane=[1, 2], warp=[0, 0], shape=[4]>");
  LinearLayout destination = *parseLayout("linear<lane=[2, 1], warp=[0, 0], shape=[4]>");
  EXPECT_EQ(classifyConversion(source, destination), ConversionKind::Warp);
  // A warp that wants its own quarter finds it inside itself.
  LinearLayout spread = *parseLayout("linear<lane=[0, 0], warp=[1, 2], shape=[4]>");
  EXPECT_EQ(classifyConversion(source, spread), ConversionKind::Warp);
  EXPECT_EQ(classifyConversion(spread, source), ConversionKind::Shared);
}

}  // namespace tritonc::ir
