// Candidates of the layout solver: see layout_candidates.h.
#include "passes/layout_candidates.h"

#include <algorithm>
#include <tuple>

#include "ir/layout_builders.h"
#include "passes/access_width.h"

namespace tritonc::passes {

using ir::DimVector;

DimVector memoryOrder(const Facts &pointer, ir::Type type) {
  auto key = [&](int64_t d) {
    auto dim = static_cast<unsigned>(d);
    bool isUnit = type.shape()[dim] == 1;
    int64_t stride = pointer.form ? pointer.form->strides[dim] : 0;
    // A step of 0 moves to no new element.
    uint64_t distance = stride == 0 ? UINT64_MAX : static_cast<uint64_t>(std::max(stride, -stride));
    return std::tuple(isUnit, -pointer.dims[dim].run, distance, -d);
  };
  DimVector order;
  for (unsigned d = 0; d < type.rank(); ++d) order.push(d);
  std::ranges::sort(order, {}, key);
  return order;
}

std::vector<Preference> preferencesOf(const Facts &pointer, ir::Type type) {
  DimVector order = memoryOrder(pointer, type);
  std::vector<Preference> preferences;
  for (int64_t width = pointerWidth(pointer, type, static_cast<unsigned>(order[0])); width >= 1; width /= 2)
    preferences.push_back({order, width});
  return preferences;
}

Preference throughShape(const ir::Op &shape, Preference preference) {
  if (shape.opcode() != ir::Opcode::ExpandDims) return preference;
  int64_t axis = shape.attrs<ir::AxisAttrs>().axis;
  for (int64_t &dim : preference.order)
    if (dim >= axis) ++dim;
  preference.order.push(axis);
  return preference;
}

ir::LinearLayout layoutFor(const Preference &preference, const DimVector &shape, int64_t warps) {
  constexpr int64_t kLanes = 32;
  DimVector ones = DimVector::filled(shape.size(), 1);
  ir::BlockedSpec spec{ones, ones, ones, preference.order};
  auto fastest = static_cast<unsigned>(preference.order[0]);
  spec.perThread[fastest] = std::min(preference.width, shape[fastest]);
  // Each level fills the dimensions in order; what is left over goes past the end of the tile and is replicated.
  auto spread = [&](int64_t count, DimVector &level) {
    for (int64_t d : preference.order) {
      auto dim = static_cast<unsigned>(d);
      int64_t covered = spec.perThread[dim] * spec.threads[dim] * spec.warps[dim];
      int64_t share = std::min(count, std::max<int64_t>(shape[dim] / covered, 1));
      level[dim] = share;
      count /= share;
    }
    level[fastest] *= count;
  };
  spread(kLanes, spec.threads);
  spread(warps, spec.warps);
  return ir::blocked(spec, shape);
}

}  // namespace tritonc::passes
