// Runs the algorithms of reduce and scan on a machine that computes, for random layouts: each element is a list of one
// number, and combining lists joins them, so that a result tells which elements went into it and in which order.
#include "codegen/fold_algorithm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

namespace tritonc::codegen {
namespace {

using ir::InDim;
using ir::LinearLayout;

constexpr unsigned kLanes = 32;
using List = std::vector<uint64_t>;

class ListMachine {
public:
  using Value = std::array<List, kLanes>;

  Value combine(const Value &earlier, const Value &later) {
    Value result = earlier;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      result[lane].insert(result[lane].end(), later[lane].begin(), later[lane].end());
    return result;
  }
  std::vector<Value> exchange(const std::vector<Value> &values, uint32_t mask) {
    return move(values, [&](uint32_t lane) { return lane ^ mask; });
  }
  std::vector<Value> fetch(const std::vector<Value> &values, LaneSource source) {
    return move(values, [&](uint32_t lane) { return sourceOf(source, lane); });
  }
  Value select(uint32_t mask, uint32_t except, const Value &a, const Value &b) {
    Value result = b;
    for (uint32_t lane = 0; lane < kLanes; ++lane)
      if ((lane & mask) != except) result[lane] = a[lane];
    return result;
  }

  unsigned moved = 0;

private:
  template <class Source> std::vector<Value> move(const std::vector<Value> &values, Source source) {
    std::vector<Value> result(values.size());
    for (size_t i = 0; i < values.size(); ++i)
      for (uint32_t lane = 0; lane < kLanes; ++lane) result[i][lane] = values[i][source(lane)];
    moved += static_cast<unsigned>(values.size());
    return result;
  }

  static uint32_t sourceOf(LaneSource source, uint32_t lane) {
    if (source.kind == LaneSource::Kind::Fixed) return (lane & ~source.clear) | source.set;
    uint32_t number = 0;
    for (unsigned i = 0; i < source.run.size(); ++i) number |= (lane >> source.run[i] & 1) << i;
    number += source.kind == LaneSource::Kind::Before ? -1u : 1u;
    for (unsigned i = 0; i < source.run.size(); ++i)
      lane = (lane & ~(1u << source.run[i])) | (number >> i & 1) << source.run[i];
    return lane;
  }
};

/// A distributed layout of a tile of rank 2: each bit of a coordinate in a random bit of a register or lane, the rest
/// of the lanes copies. Dimension `1 - axis` also uses the warp.
LinearLayout randomLayout(std::mt19937 &random, unsigned axis, unsigned axisBits, unsigned otherBits) {
  ir::DimVector shape = {int64_t{1} << (axis == 0 ? axisBits : otherBits),
                         int64_t{1} << (axis == 0 ? otherBits : axisBits)};
  LinearLayout layout(shape);
  std::vector<uint64_t> along, others;
  for (unsigned bit = 0; bit < layout.outBits(axis); ++bit)
    along.push_back(uint64_t{1} << (layout.outOffset(axis) + bit));
  for (unsigned bit = 0; bit < otherBits; ++bit) others.push_back(uint64_t{1} << (layout.outOffset(1 - axis) + bit));
  uint64_t warp = 0;
  if (!others.empty() && random() % 2) warp = others.back(), others.pop_back();
  std::vector<uint64_t> columns = along;
  columns.insert(columns.end(), others.begin(), others.end());
  std::ranges::shuffle(columns, random);
  std::array<uint64_t, 5> lanes{};
  unsigned numLanes = static_cast<unsigned>(random() % 6);
  std::vector<unsigned> places = {0, 1, 2, 3, 4};
  std::ranges::shuffle(places, random);
  for (unsigned i = 0; i < numLanes && !columns.empty(); ++i) {
    lanes[places[i]] = columns.back();
    columns.pop_back();
  }
  for (uint64_t column : columns) layout.appendColumn(InDim::Register, column);
  for (uint64_t column : lanes) layout.appendColumn(InDim::Lane, column);
  layout.appendColumn(InDim::Warp, warp);
  return layout;
}

uint64_t elementAt(const LinearLayout &layout, uint64_t reg, uint64_t lane, uint64_t warp) {
  ir::Place place;
  place[InDim::Register] = reg;
  place[InDim::Lane] = lane;
  place[InDim::Warp] = warp;
  return layout.applyPacked(layout.pack(place));
}

std::vector<ListMachine::Value> valuesOf(const LinearLayout &layout, const std::vector<unsigned> &regs, uint64_t warp) {
  std::vector<ListMachine::Value> values(regs.size());
  for (size_t i = 0; i < regs.size(); ++i)
    for (uint64_t lane = 0; lane < kLanes; ++lane) values[i][lane] = {elementAt(layout, regs[i], lane, warp)};
  return values;
}

/// The elements of the row of `element` in order.
List rowOf(const LinearLayout &layout, unsigned axis, uint64_t element) {
  List row;
  uint64_t mask = ir::lowMask(layout.outBits(axis)) << layout.outOffset(axis);
  for (int64_t i = 0; i < layout.outSize(axis); ++i)
    row.push_back((element & ~mask) | static_cast<uint64_t>(i) << layout.outOffset(axis));
  return row;
}

template <class Check> void forRandomLayouts(Check check) {
  std::mt19937 random(1);
  for (unsigned round = 0; round < 400; ++round) {
    unsigned axis = static_cast<unsigned>(random() % 2);
    LinearLayout layout =
        randomLayout(random, axis, static_cast<unsigned>(random() % 7), static_cast<unsigned>(random() % 4));
    for (uint64_t warp = 0; warp < 2; ++warp) check(layout, axis, warp);
  }
}

TEST(Fold, AReductionCombinesEachElementOnceInAllLanes) {
  forRandomLayouts([](const LinearLayout &layout, unsigned axis, uint64_t warp) {
    ReducePlan plan = planReduce(layout, axis);
    ListMachine machine;
    std::vector<ListMachine::Value> values;
    for (const std::vector<unsigned> &group : plan.groups)
      values.push_back(reduceInThread(machine, valuesOf(layout, group, warp)));
    reduceAcrossLanes(machine, values, plan.lanes, /*isSymmetric=*/false);
    for (size_t i = 0; i < values.size(); ++i)
      for (uint64_t lane = 0; lane < kLanes; ++lane) {
        List row = rowOf(layout, axis, elementAt(layout, plan.groups[i][0], lane, warp));
        List found = values[i][lane];
        std::ranges::sort(found);
        ASSERT_EQ(found, row);
        // The same order in every lane, so that the same bits come out.
        ASSERT_EQ(values[i][lane], values[i][lane & ~plan.lanes]);
      }
  });
}

TEST(Fold, AScanCombinesInOrder) {
  for (auto direction : {Scan<ListMachine>::Direction::Forward, Scan<ListMachine>::Direction::Reverse})
    forRandomLayouts([&](const LinearLayout &layout, unsigned axis, uint64_t warp) {
      ScanPlan plan = planScan(layout, axis);
      ListMachine machine;
      Scan<ListMachine> scan(machine, direction);
      for (const std::vector<unsigned> &regs : plan.rows) {
        std::vector<ListMachine::Value> scanned = scan.run(plan.runs, valuesOf(layout, regs, warp));
        for (size_t i = 0; i < regs.size(); ++i)
          for (uint64_t lane = 0; lane < kLanes; ++lane) {
            uint64_t element = elementAt(layout, regs[i], lane, warp);
            List row = rowOf(layout, axis, element);
            if (direction == Scan<ListMachine>::Direction::Reverse) std::ranges::reverse(row);
            row.erase(std::ranges::find(row, element) + 1, row.end());
            ASSERT_EQ(scanned[i][lane], row);
          }
      }
    });
}

TEST(Fold, AScanOfAWholeWarpMovesEachTotalSixTimes) {
  // 4 elements in each thread, 32 threads: five doublings and the total before one's own.
  LinearLayout layout({128});
  for (uint64_t column : {1, 2}) layout.appendColumn(InDim::Register, column);
  for (uint64_t column : {4, 8, 16, 32, 64}) layout.appendColumn(InDim::Lane, column);
  ScanPlan plan = planScan(layout, 0);
  ListMachine machine;
  Scan<ListMachine>(machine, Scan<ListMachine>::Direction::Forward).run(plan.runs, valuesOf(layout, plan.rows[0], 0));
  EXPECT_EQ(machine.moved, 6u);
}

}  // namespace
}  // namespace tritonc::codegen
