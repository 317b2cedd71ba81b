// Where the elements along an axis are, for `reduce` and `scan`.
//
// In stage `scheduled` an axis lies in registers and lanes only: each bit of the coordinate along it is one bit of the
// register or of the lane, and all other bits of a place leave it alone.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/linear_layout.h"

namespace tritonc::codegen {

struct ReducePlan {
  /// For each register of the result those of the operand that it combines.
  std::vector<std::vector<unsigned>> groups;
  /// The bits of the lane along the axis.
  uint32_t lanes = 0;
  /// The bits of the lane that only choose between copies.
  uint32_t copies = 0;
};

ReducePlan planReduce(const ir::LinearLayout &layout, unsigned axis);

/// Bits of the coordinate along the axis that lie one above the other and in one kind of place.
struct AxisRun {
  ir::InDim dim;
  /// Which bits of the register or lane, lowest bit of the coordinate first.
  std::vector<unsigned> bits;

  /// All of them.
  uint32_t mask() const;
};

struct ScanPlan {
  /// From the low bits of the coordinate up, kinds alternating.
  std::vector<AxisRun> runs;
  /// One for each scan in a thread: its registers, in the order of the register bits of `runs`.
  std::vector<std::vector<unsigned>> rows;
};

ScanPlan planScan(const ir::LinearLayout &layout, unsigned axis);

}  // namespace tritonc::codegen
