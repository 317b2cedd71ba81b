// Conversion plans against simulations: banks one access at a time, shuffles one register at a time.
#include "passes/conversion_plan.h"

#include <bit>
#include <map>
#include <set>

#include "ir/layout_algebra.h"
#include "ir/layout_text.h"
#include "passes/bank_model.h"
#include "tests/unit/ir/random_layout.h"

namespace tritonc::passes {
namespace {

using ir::InDim;
using ir::LinearLayout;
using ir::Place;

constexpr unsigned kLanes = 5;
constexpr int kCases = 600;

class RandomPairs {
public:
  explicit RandomPairs(unsigned seed) : random_(seed) {}

  /// Two layouts of one tile on the same threads, some of them with copies.
  std::pair<LinearLayout, LinearLayout> pair() {
    ir::DimVector shape = random_.shape(1 + random_.below(3), 2 + random_.below(10));
    unsigned warps = random_.below(4);
    return {layout(shape, warps), layout(shape, warps)};
  }

  /// The same with data that stays in its warp, in many cases.
  std::pair<LinearLayout, LinearLayout> pairInWarp() {
    auto [source, destination] = pair();
    LinearLayout same(source.shape());
    std::vector<uint64_t> inner;
    for (InDim dim : {InDim::Register, InDim::Lane})
      for (uint64_t column : source.columns(dim)) inner.push_back(column);
    for (size_t i = inner.size(); i > 1; --i) std::swap(inner[i - 1], inner[random_.below(static_cast<unsigned>(i))]);
    for (size_t i = 0; i < inner.size(); ++i) same.appendColumn(i < kLanes ? InDim::Lane : InDim::Register, inner[i]);
    for (uint64_t column : source.columns(InDim::Warp)) same.appendColumn(InDim::Warp, column);
    return {source, same.removeZeroColumns(InDim::Register)};
  }

  unsigned elemBits() { return std::array{1u, 8u, 16u, 32u, 64u}[random_.below(5)]; }
  unsigned below(unsigned limit) { return random_.below(limit); }

private:
  LinearLayout layout(const ir::DimVector &shape, unsigned warps) {
    return random_.distributedOn(shape, kLanes, warps, /*blocks=*/0, random_.below(4))
        .removeZeroColumns(InDim::Register);
  }

  ir::layout_testing::RandomLayouts random_;
};

/// Offset of each element, by brute force.
std::vector<uint64_t> offsetsOf(const LinearLayout &buffer) {
  std::vector<uint64_t> offsets(uint64_t{1} << buffer.totalOutBits());
  for (uint64_t offset = 0; offset < offsets.size(); ++offset) offsets[buffer.applyPacked(offset)] = offset;
  return offsets;
}

/// The most words that one phase of an access needs from one bank; all instructions of warp 0 are looked at.
int64_t simulateWays(const LinearLayout &registers, const LinearLayout &buffer, unsigned elemBits, int64_t width) {
  std::vector<uint64_t> offsets = offsetsOf(buffer);
  auto bytes = static_cast<uint64_t>(sharedElementBytes(elemBits));
  uint64_t access = bytes * static_cast<uint64_t>(width);
  unsigned lanesInPhase = access > 4 ? static_cast<unsigned>(32 * 4 / access) : 32;
  int64_t most = 1;
  for (uint64_t reg = 0; reg < registers.inSize(InDim::Register); ++reg)
    for (unsigned first = 0; first < 32; first += lanesInPhase) {
      std::map<uint64_t, std::set<uint64_t>> wordsOfBank;
      for (unsigned lane = first; lane < first + lanesInPhase; ++lane) {
        uint64_t place = registers.pack(Place{{reg, lane}});
        uint64_t start = offsets[registers.applyPacked(place)] * bytes / access * access;
        for (uint64_t at = start; at < start + access; ++at) wordsOfBank[at / 4 % 32].insert(at / 4);
      }
      for (const auto &[bank, words] : wordsOfBank) most = std::max(most, static_cast<int64_t>(words.size()));
    }
  return most;
}

TEST(ConversionPlan, PredictsBankConflicts) {
  RandomPairs random(1);
  int free = 0;
  for (int i = 0; i < kCases; ++i) {
    auto [source, destination] = random.pair();
    unsigned elemBits = random.elemBits();
    LinearLayout buffer = conversionBuffer(source, destination, elemBits, 80);
    ASSERT_TRUE(buffer.isSurjective() && buffer.isInjective()) << print(buffer);
    bool isFree = true;
    SharedPath load = sharedLoad(destination, buffer, elemBits);
    LinearLayout loading = load.matrices ? ir::matrixView(destination, elemBits, *load.matrices)->rows : destination;
    for (const LinearLayout &side : {source, loading}) {
      SharedAccess access = sharedAccess(side, buffer, elemBits);
      ASSERT_EQ(access.ways, simulateWays(side, buffer, elemBits, access.width))
          << print(source) << " to " << print(destination) << " of " << elemBits << " bits in " << print(buffer);
      isFree &= access.ways == 1;
    }
    free += isFree;
  }
  EXPECT_GE(free, kCases * 99 / 100) << "few buffers are cheapest in spite of conflicts";
}

TEST(ConversionPlan, PredictsBankConflictsOfAnyBuffer) {
  RandomPairs random(2);
  ir::layout_testing::RandomLayouts columns(3);
  for (int i = 0; i < kCases; ++i) {
    LinearLayout registers = random.pair().first;
    unsigned elemBits = random.elemBits();
    // Random swizzles of a row-major buffer.
    LinearLayout buffer(registers.shape());
    for (unsigned bit = 0; bit < registers.totalOutBits(); ++bit)
      buffer.appendColumn(InDim::Offset, (uint64_t{1} << bit) | columns.below(1u << bit));
    SharedAccess access = sharedAccess(registers, buffer, elemBits);
    ASSERT_EQ(access.ways, simulateWays(registers, buffer, elemBits, access.width))
        << print(registers) << print(buffer);
  }
}

TEST(ConversionPlan, TransposesWithoutConflicts) {
  // 64x64 f32 from rows to columns: 16-byte accesses cannot be had on both sides at once.
  ir::DimVector shape{64, 64};
  LinearLayout rows = ir::blocked({{1, 4}, {2, 16}, {4, 1}, {1, 0}}, shape);
  LinearLayout columns = ir::blocked({{4, 1}, {16, 2}, {1, 4}, {0, 1}}, shape);
  ConversionPlan plan = planConversion(rows, columns, 32, 80);
  EXPECT_EQ(plan.kind, PlanKind::Shared);
  EXPECT_EQ(plan.scope, ir::BarrierScope::Cta);
  EXPECT_EQ(plan.bytes, 64 * 64 * 4);
  EXPECT_EQ(sharedAccess(rows, plan.shared, 32).ways, 1);
  EXPECT_EQ(sharedAccess(columns, plan.shared, 32).ways, 1);
}

/// What each register of each lane holds after the three steps, elements being named by their coordinates.
std::vector<std::vector<uint64_t>> simulateShuffle(const ShufflePlan &plan, const LinearLayout &source, uint64_t warp,
                                                   uint64_t destinationRegisters) {
  uint64_t sourceRegisters = source.inSize(InDim::Register);
  auto apply = ShufflePlan::apply;
  std::vector<std::vector<uint64_t>> chosen(32), arrived(32), result(32);
  for (uint64_t lane = 0; lane < 32; ++lane)
    for (uint64_t reg = 0; reg < sourceRegisters; ++reg) {
      uint64_t from = reg ^ apply(plan.choose, lane | warp << kLanes);
      chosen[lane].push_back(source.applyPacked(source.pack(Place{{from, lane, warp}})));
    }
  for (uint64_t lane = 0; lane < 32; ++lane)
    for (uint64_t round = 0; round < destinationRegisters; ++round) {
      uint64_t from = apply(plan.sourceLane, lane | warp << kLanes) ^ apply(plan.laneOfRound, round);
      bool isOwn = plan.keepsLanes() && apply(plan.laneOfRound, round) == 0;
      EXPECT_TRUE(!isOwn || from == lane);
      arrived[lane].push_back(chosen[from][apply(plan.sourceRegister, round)]);
    }
  for (uint64_t lane = 0; lane < 32; ++lane)
    for (uint64_t reg = 0; reg < destinationRegisters; ++reg)
      result[lane].push_back(arrived[lane][reg ^ apply(plan.place, lane | warp << kLanes)]);
  return result;
}

TEST(ConversionPlan, ShufflesWhatIsWanted) {
  RandomPairs random(4);
  int shuffled = 0;
  for (int i = 0; i < kCases; ++i) {
    auto [source, destination] = random.pairInWarp();
    ConversionPlan plan = planConversion(source, destination, 32, 80);
    ASSERT_FALSE(plan.kind == PlanKind::Shared && plan.scope == ir::BarrierScope::Cta &&
                 source.zeroColumnMask(InDim::Warp) == 0)
        << print(source) << " to " << print(destination);
    if (plan.kind != PlanKind::Shuffle) continue;
    ++shuffled;
    uint64_t registers = destination.inSize(InDim::Register);
    ASSERT_EQ(plan.shuffle.numRounds(), registers);
    for (uint64_t warp = 0; warp < source.inSize(InDim::Warp); ++warp) {
      auto held = simulateShuffle(plan.shuffle, source, warp, registers);
      for (uint64_t lane = 0; lane < 32; ++lane)
        for (uint64_t reg = 0; reg < registers; ++reg)
          ASSERT_EQ(held[lane][reg], destination.applyPacked(destination.pack(Place{{reg, lane, warp}})))
              << print(source) << " to " << print(destination);
    }
  }
  EXPECT_GT(shuffled, kCases / 10);
}

TEST(ConversionPlan, ShufflesHalfOfTheRegistersWhenOneBitMoves) {
  // One lane bit and one register bit change places.
  ir::DimVector shape{128};
  LinearLayout source(shape), destination(shape);
  for (uint64_t column : {1, 2}) source.appendColumn(InDim::Register, column);
  for (uint64_t column : {4, 8, 16, 32, 64}) source.appendColumn(InDim::Lane, column);
  for (uint64_t column : {1, 4}) destination.appendColumn(InDim::Register, column);
  for (uint64_t column : {2, 8, 16, 32, 64}) destination.appendColumn(InDim::Lane, column);
  ConversionPlan plan = planConversion(source, destination, 32, 80);
  ASSERT_EQ(plan.kind, PlanKind::Shuffle);
  EXPECT_TRUE(plan.shuffle.keepsLanes());
  EXPECT_EQ(plan.shuffle.numShuffles(), 2);
  EXPECT_EQ(plan.shuffle.numSelects(2), 8);
}

TEST(ConversionPlan, KnowsWhoMeets) {
  RandomPairs random(5);
  for (int i = 0; i < kCases / 4; ++i) {
    auto [a, b] = random.below(2) ? random.pair() : random.pairInWarp();
    // Threads at each element, in either layout.
    std::map<uint64_t, std::set<uint64_t>> threads, warps;
    for (const LinearLayout *layout : {&a, &b})
      for (uint64_t packed = 0; packed < uint64_t{1} << layout->totalInBits(); ++packed) {
        Place place = layout->unpack(packed);
        threads[layout->applyPacked(packed)].insert(place[InDim::Lane] | place[InDim::Warp] << kLanes);
        warps[layout->applyPacked(packed)].insert(place[InDim::Warp]);
      }
    Meeting expected = Meeting::Thread;
    for (const auto &[element, all] : threads)
      if (all.size() > 1) expected = std::max(expected, Meeting::Warp);
    for (const auto &[element, all] : warps)
      if (all.size() > 1) expected = Meeting::Cta;
    ASSERT_EQ(meetingOf(a, b), expected) << print(a) << print(b);
  }
}

TEST(ConversionPlan, RegistersCostNothing) {
  ir::DimVector shape{1024};
  LinearLayout layout = ir::blocked({{4}, {32}, {4}, {0}}, shape);
  EXPECT_EQ(planConversion(layout, layout, 32, 80).kind, PlanKind::None);
  LinearLayout renamed(shape);
  for (uint64_t column : {2, 1, 512}) renamed.appendColumn(InDim::Register, column);
  for (uint64_t column : layout.columns(InDim::Lane)) renamed.appendColumn(InDim::Lane, column);
  for (uint64_t column : layout.columns(InDim::Warp)) renamed.appendColumn(InDim::Warp, column);
  ConversionPlan plan = planConversion(layout, renamed, 32, 80);
  EXPECT_EQ(plan.kind, PlanKind::Registers);
  EXPECT_EQ(plan.cost, 0);
}

}  // namespace
}  // namespace tritonc::passes
