// How a reduction along an axis that is spread over warps is done in steps.
#pragma once

#include <vector>

#include "ir/linear_layout.h"
#include "ir/op.h"

namespace tritonc::passes {

/// Whether the coordinate along `axis` depends on the warp.
bool axisCrossesWarps(const ir::LinearLayout &layout, unsigned axis);

/// The operand, viewed in shape `view`, is reduced along `first` (indices into `view`, in this order, each one as it is
/// after the steps before); what is left is viewed as a tile whose dimension `axis` has one element for each group of
/// warps, in layout `partial`; that is converted to `gathered` and reduced along `axis`.
struct ReductionPlan {
  ir::DimVector view;
  std::vector<unsigned> first;
  ir::LinearLayout partial;
  ir::LinearLayout gathered;
};

/// For an axis that crosses warps.
ReductionPlan planReduction(const ir::LinearLayout &layout, unsigned axis);

/// Issue slots of each warp for one `reduce` whose operands have that layout.
int64_t reductionCost(const ir::Op &op, const ir::LinearLayout &layout);

/// The same for one `scan`, whose axis no warps own.
int64_t scanCost(const ir::Op &op, const ir::LinearLayout &layout);

}  // namespace tritonc::passes
