// Reductions across warps: see reduction_plan.h.
#include "passes/reduction_plan.h"

#include <algorithm>

#include "ir/layout_rules.h"
#include "ir/layout_shape.h"
#include "passes/conversion_plan.h"

namespace tritonc::passes {
namespace {

using ir::DimVector;
using ir::InDim;
using ir::LinearLayout;

/// Partial results that each thread reads and combines by itself; more are spread over lanes.
constexpr unsigned kMaxGatheredBits = 3;

uint64_t axisMask(const LinearLayout &layout, InDim in, unsigned axis) {
  uint64_t mask = 0;
  for (uint64_t column : layout.columns(in)) mask |= layout.coordinate(column, axis);
  return mask;
}

/// The axis cut into runs of bits that warps own and runs that they do not, outermost first.
struct Run {
  int64_t size;
  bool isWarps;
};
std::vector<Run> runsOf(const LinearLayout &layout, unsigned axis) {
  uint64_t warps = axisMask(layout, InDim::Warp, axis);
  std::vector<Run> runs;
  for (unsigned bit = layout.outBits(axis); bit-- > 0;) {
    bool isWarps = warps >> bit & 1;
    if (runs.empty() || runs.back().isWarps != isWarps) runs.push_back({1, isWarps});
    runs.back().size *= 2;
  }
  return runs;
}

/// The bits along the axis that warps own, moved to registers or, when there are many, to lanes that hold copies.
LinearLayout gather(const LinearLayout &layout, unsigned axis) {
  std::vector<uint64_t> moved;
  auto crosses = [&](uint64_t column) { return layout.coordinate(column, axis) != 0; };
  std::ranges::copy_if(layout.columns(InDim::Warp), std::back_inserter(moved), crosses);
  bool usesLanes = moved.size() > kMaxGatheredBits;
  LinearLayout result(layout.shape());
  for (uint64_t column : layout.columns(InDim::Register)) result.appendColumn(InDim::Register, column);
  for (uint64_t column : layout.columns(InDim::Lane)) {
    bool isTaken = usesLanes && column == 0 && !moved.empty();
    result.appendColumn(InDim::Lane, isTaken ? moved.back() : column);
    if (isTaken) moved.pop_back();
  }
  for (uint64_t column : layout.columns(InDim::Warp)) result.appendColumn(InDim::Warp, crosses(column) ? 0 : column);
  for (uint64_t column : moved) result.appendColumn(InDim::Register, column);
  return result;
}

}  // namespace

bool axisCrossesWarps(const LinearLayout &layout, unsigned axis) { return axisMask(layout, InDim::Warp, axis) != 0; }

ReductionPlan planReduction(const LinearLayout &layout, unsigned axis) {
  TC_CHECK(layout.isDistributed(), "the solver gives tiles distributed layouts");
  ReductionPlan plan;
  plan.view = layout.shape();
  std::vector<Run> runs = runsOf(layout, axis);
  if (layout.rank() - 1 + runs.size() > ir::kMaxRank) {
    // Too many pieces to name: gather before anything is reduced.
    plan.partial = layout;
    plan.gathered = gather(layout, axis);
    return plan;
  }
  plan.view.erase(axis);
  int64_t warps = 1;
  for (unsigned i = 0; i < runs.size(); ++i) plan.view.insert(axis + i, runs[i].size);
  plan.partial = ir::reshape(layout, plan.view);
  for (unsigned i = 0, dim = axis; i < runs.size(); ++i) {
    if (runs[i].isWarps) {
      warps *= runs[i].size;
      ++dim;
      continue;
    }
    plan.first.push_back(dim);
    plan.partial = ir::reduceResult(plan.partial, dim);
  }
  DimVector gathered = layout.shape();
  gathered[axis] = warps;
  plan.partial = ir::reshape(plan.partial, gathered);
  plan.gathered = gather(plan.partial, axis);
  return plan;
}

namespace {

/// Operations of the block, and words of the elements that it combines.
struct Combine {
  explicit Combine(const ir::Op &op) {
    for (const ir::Op &inner : *op.block()) work += !inner.isTerminator();
    for (const ir::Use &use : op.operands()) words += use.value()->type().elemBits() > 32 ? 2 : 1;
  }
  int64_t exchange() const { return kShuffleCost * words + work; }

  int64_t work = 0;
  int64_t words = 0;
};

int64_t lanesAlong(const LinearLayout &layout, unsigned axis) {
  return std::ranges::count_if(layout.columns(InDim::Lane),
                               [&](uint64_t column) { return layout.coordinate(column, axis) != 0; });
}

}  // namespace

int64_t reductionCost(const ir::Op &op, const LinearLayout &layout) {
  auto axis = static_cast<unsigned>(op.attrs<ir::AxisAttrs>().axis);
  Combine combine(op);
  auto withinWarps = [&](const LinearLayout &operand) {
    auto before = static_cast<int64_t>(operand.inSize(InDim::Register));
    auto after = static_cast<int64_t>(ir::reduceResult(operand, axis).inSize(InDim::Register));
    return (before - after) * combine.work + after * lanesAlong(operand, axis) * combine.exchange();
  };
  if (!axisCrossesWarps(layout, axis)) return withinWarps(layout);
  ReductionPlan plan = planReduction(layout, axis);
  // Partial results are no matrices, so any target will do.
  constexpr int64_t kTarget = 80;
  int64_t gathering = 0;
  for (const ir::Use &use : op.operands())
    gathering += planConversion(plan.partial, plan.gathered, use.value()->type().elemBits(), kTarget).cost;
  return withinWarps(layout) + gathering + withinWarps(plan.gathered);
}

int64_t scanCost(const ir::Op &op, const LinearLayout &layout) {
  auto axis = static_cast<unsigned>(op.attrs<ir::ScanAttrs>().axis);
  Combine combine(op);
  auto elements = static_cast<int64_t>(layout.inSize(InDim::Register));
  // Elements in order, the last of each run through the lanes, and what came before each run added to it.
  int64_t runs = static_cast<int64_t>(ir::reduceResult(layout, axis).inSize(InDim::Register));
  return 2 * elements * combine.work + runs * lanesAlong(layout, axis) * (combine.exchange() + combine.words);
}

}  // namespace tritonc::passes
