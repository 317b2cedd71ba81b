// What moving a tile from one register layout to another takes.
#pragma once

#include "ir/linear_layout.h"

namespace tritonc::ir {

/// How far data travels in a conversion, nearest first.
enum class ConversionKind : uint8_t {
  /// The layouts are equal.
  None,
  /// Every thread has all its data, in registers that do not depend on the thread: SSA values are renamed.
  Registers,
  /// Every warp has all its data: shuffles, or selects where only the register depends on the lane.
  Warp,
  /// Data crosses warps, through shared memory.
  Shared,
  /// Data crosses the blocks of a cluster, through distributed shared memory.
  ClusterShared,
};

/// Classifies the conversion of a tile from `source` to `destination`. Both describe the same tile on the same lanes,
/// warps and blocks, and `source` holds every element that `destination` wants. The answer is exact: replicated data is
/// taken from the nearest copy. From register=[1], lane=[2], warp=[4] to register=[2], lane=[1], warp=[4] is `Warp`.
ConversionKind classifyConversion(const LinearLayout &source, const LinearLayout &destination);

/// The place map from each destination place to the source place that feeds it, leaving block, warp, lane and register
/// alone, in this order of importance, whenever the data can be had there.
LinearLayout conversionSources(const LinearLayout &source, const LinearLayout &destination);

}  // namespace tritonc::ir
