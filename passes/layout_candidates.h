// What layouts are worth considering for a node, and how layouts spread along edges.
#pragma once

#include <optional>
#include <vector>

#include "ir/linear_layout.h"
#include "passes/affine.h"
#include "passes/layout_graph.h"

namespace tritonc::passes {

/// How an access would like its tile spread over threads.
struct Preference {
  /// Dimensions, the one that neighbouring threads should walk first.
  ir::DimVector order;
  /// Consecutive elements of one thread along the first dimension.
  int64_t width = 1;
  /// The dimension that warps should walk first.
  ir::DimVector warpOrder;

  friend bool operator==(const Preference &, const Preference &) = default;
};

/// The order in which memory lies under the pointers: longest runs first, then smallest strides, then minor dimensions.
ir::DimVector memoryOrder(const Facts &pointer, ir::Type type);

/// The widest vectors that the addresses allow, and each half of that; with the warps along the lanes, and across them.
std::vector<Preference> preferencesOf(const Facts &pointer, ir::Type type);

/// Row-major, one element at a time: for tiles about which nobody in memory cares.
Preference rowMajor(unsigned rank);

/// The blocked layout that follows the preference. Data is replicated over lanes and warps only when the tile is
/// smaller than they are.
ir::LinearLayout layoutFor(const Preference &preference, const ir::DimVector &shape, int64_t warps);

/// Accumulators of a matrix product, those first whose warps read least of the operands.
std::vector<ir::LinearLayout> dotLayouts(const ir::Op &dot, int64_t warps);

/// For exchanges like this one: neighbours along the axis in one thread, then in lanes, and in warps only if there is
/// nothing else for these to do or not at all.
std::vector<ir::LinearLayout> exchangeLayouts(const ir::Op &exchange, int64_t warps);

/// The layout nearest to `layout` in which the operation can work.
ir::LinearLayout legalized(const ir::Op *op, const ir::LinearLayout &layout);

/// The layout of the node at the end of the edge that takes the value as it comes from `layout` at its start, and the
/// other way round. None where there is no such layout.
std::optional<ir::LinearLayout> alongEdge(const LayoutGraph::Edge &edge, const ir::LinearLayout &layout);
std::optional<ir::LinearLayout> againstEdge(const LayoutGraph::Edge &edge, const ir::LinearLayout &layout);

}  // namespace tritonc::passes
