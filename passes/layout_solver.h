// Chooses a layout for each class of a layout graph.
#pragma once

#include <optional>

#include "passes/affine.h"
#include "passes/layout_graph.h"

namespace tritonc::passes {

/// The cheapest layouts by the model of layout_cost.h, by class. Fails with a diagnostic where a tile would be needed
/// in two layouts.
Result<std::vector<ir::Layout>> solveLayouts(const LayoutGraph &graph, const AffineAnalysis &analysis,
                                             const ir::Module &module);

}  // namespace tritonc::passes
