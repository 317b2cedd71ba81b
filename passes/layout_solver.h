// Chooses a layout for each node of a layout graph.
#pragma once

#include "passes/affine.h"
#include "passes/layout_graph.h"

namespace tritonc::passes {

/// The cheapest layouts by the models of layout_cost.h, reduction_plan.h and conversion_plan.h, by node.
std::vector<ir::Layout> solveLayouts(const LayoutGraph &graph, const AffineAnalysis &analysis,
                                     const ir::Module &module);

}  // namespace tritonc::passes
