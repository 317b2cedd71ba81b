// What layouts are worth considering for a class.
#pragma once

#include <vector>

#include "ir/linear_layout.h"
#include "passes/affine.h"

namespace tritonc::passes {

/// How an access would like its tile spread over threads.
struct Preference {
  /// Dimensions, the one that neighbouring threads should walk first.
  ir::DimVector order;
  /// Consecutive elements of one thread along the first dimension.
  int64_t width = 1;

  friend bool operator==(const Preference &, const Preference &) = default;
};

/// The order in which memory lies under the pointers: longest runs first, then smallest strides, then minor dimensions.
ir::DimVector memoryOrder(const Facts &pointer, ir::Type type);

/// The widest vectors that the addresses allow, and each half of that.
std::vector<Preference> preferencesOf(const Facts &pointer, ir::Type type);

/// The same wish for the result of a shape operation on the tile.
Preference throughShape(const ir::Op &shape, Preference preference);

/// The blocked layout that follows the preference. Data is replicated over lanes and warps only when the tile is
/// smaller than they are.
ir::LinearLayout layoutFor(const Preference &preference, const ir::DimVector &shape, int64_t warps);

}  // namespace tritonc::passes
