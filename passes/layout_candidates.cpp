// Candidates of the layout solver: see layout_candidates.h.
#include "passes/layout_candidates.h"

#include <algorithm>
#include <tuple>

#include "ir/layout_builders.h"
#include "ir/layout_rules.h"
#include "ir/layout_shape.h"
#include "ir/wgmma_layout.h"
#include "passes/access_width.h"
#include "passes/dot_selection.h"

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
  DimVector order = memoryOrder(pointer, type), across = order;
  std::ranges::reverse(across);
  std::vector<Preference> preferences;
  auto propose = [&](const DimVector &warpOrder) {
    for (int64_t width = pointerWidth(pointer, type, static_cast<unsigned>(order[0])); width >= 1; width /= 2)
      preferences.push_back({order, width, warpOrder});
  };
  propose(order);
  if (across != order) propose(across);
  return preferences;
}

Preference rowMajor(unsigned rank) {
  DimVector order;
  for (unsigned d = rank; d-- > 0;) order.push(d);
  return {order, 1, order};
}

ir::LinearLayout layoutFor(const Preference &preference, const DimVector &shape, int64_t warps) {
  constexpr int64_t kLanes = 32;
  DimVector ones = DimVector::filled(shape.size(), 1);
  ir::BlockedSpec spec{ones, ones, ones, preference.order};
  auto fastest = static_cast<unsigned>(preference.order[0]);
  spec.perThread[fastest] = std::min(preference.width, shape[fastest]);
  // Each level fills the dimensions in order; what is left over goes past the end of the tile and is replicated.
  auto spread = [&](int64_t count, const DimVector &order, DimVector &level) {
    for (int64_t d : order) {
      auto dim = static_cast<unsigned>(d);
      int64_t covered = spec.perThread[dim] * spec.threads[dim] * spec.warps[dim];
      int64_t share = std::min(count, std::max<int64_t>(shape[dim] / covered, 1));
      level[dim] = share;
      count /= share;
    }
    level[fastest] *= count;
  };
  spread(kLanes, preference.order, spec.threads);
  spread(warps, preference.warpOrder, spec.warps);
  return ir::blocked(spec, shape);
}

namespace {

using ir::InDim;
using ir::LinearLayout;

/// A layout with the elements along dimensions of size 1 repeated up to `shape`: in lanes and warps that hold copies
/// anyway, the rest in registers.
LinearLayout repeat(const LinearLayout &layout, const DimVector &shape) {
  LinearLayout target(shape);
  std::vector<uint64_t> repeated;
  for (unsigned d = shape.size(); d-- > 0;)
    for (unsigned bit = layout.outBits(d); bit < target.outBits(d); ++bit)
      repeated.push_back(uint64_t{1} << (target.outOffset(d) + bit));
  size_t next = 0;
  for (InDim dim : {InDim::Lane, InDim::Warp, InDim::Register}) {
    for (uint64_t column : layout.columns(dim)) {
      bool isFree = column == 0 && next < repeated.size();
      target.appendColumn(dim, isFree ? repeated[next++] : target.flatten(layout.unflatten(column)));
    }
    if (dim == InDim::Register)
      for (; next < repeated.size(); ++next) target.appendColumn(dim, repeated[next]);
  }
  return target;
}

/// The axis spread over registers instead of warps; warps left with nothing hold copies.
LinearLayout withoutWarpsOn(const LinearLayout &layout, unsigned axis) {
  LinearLayout result(layout.shape());
  for (InDim dim : {InDim::Register, InDim::Lane})
    for (uint64_t column : layout.columns(dim)) result.appendColumn(dim, column);
  for (uint64_t column : layout.columns(InDim::Warp)) {
    bool moves = layout.coordinate(column, axis) != 0;
    result.appendColumn(InDim::Warp, moves ? 0 : column);
    if (moves) result.appendColumn(InDim::Register, column);
  }
  return result;
}

/// Accumulators for single multiplications: a thread has a block of up to 16 bytes by four rows, so that it uses what
/// it reads of the operands several times, and then others far away. `warps` is for stack, rows and columns.
LinearLayout fmaLayout(ir::Type type, const DimVector &warps) {
  constexpr int64_t kLanes = 32, kBytes = 16, kRows = 4, kLanesN = 8;
  DimVector shape(type.shape());
  unsigned m = shape.size() - 2, n = m + 1;
  DimVector ones = DimVector::filled(shape.size(), 1);
  ir::BlockedSpec spec{ones, ones, ones, rowMajor(shape.size()).order};
  for (unsigned d = 0; d < shape.size(); ++d) spec.warps[d] = warps[d + 3 - shape.size()];
  auto left = [&](unsigned d) {
    return std::max<int64_t>(shape[d] / (spec.perThread[d] * spec.threads[d] * spec.warps[d]), 1);
  };
  // Small tiles are spread over all lanes first.
  int64_t elements = left(m) * left(n) * (m > 0 ? left(0) : 1);
  int64_t each = std::max<int64_t>(elements / kLanes, 1);
  spec.perThread[n] = std::min({left(n), each, kBytes / type.elemBytes()});
  spec.perThread[m] = std::min({left(m), each / spec.perThread[n], kRows});
  int64_t lanes = kLanes;
  auto spread = [&](unsigned d, int64_t most) {
    int64_t count = std::min({left(d), lanes, most});
    spec.threads[d] *= count;
    lanes /= count;
  };
  spread(n, kLanesN);
  spread(m, kLanes);
  spread(n, kLanes);
  if (m > 0) spread(0, kLanes);
  spec.threads[n] *= lanes;
  return ir::blocked(spec, shape);
}

}  // namespace

std::vector<LinearLayout> dotLayouts(const ir::Op &dot, int64_t warps) {
  ir::Type type = dot.result()->type();
  DimVector shape(type.shape());
  const auto &attrs = dot.attrs<ir::DotAttrs>();
  // Each matrix of a stack to as few warps as there are.
  int64_t warpsStack = shape.size() == 3 ? std::min(warps, shape[0]) : 1;
  warps /= warpsStack;
  int64_t sizeM = shape[shape.size() - 2], sizeN = shape[shape.size() - 1];
  std::vector<std::pair<int64_t, LinearLayout>> found;
  for (int64_t warpsN = 1; warpsN <= warps; warpsN *= 2) {
    int64_t warpsM = warps / warpsN;
    // What warps, or the instructions of warpgroups, read of their operands: the sum of the sides of their parts.
    int64_t rows = std::max<int64_t>(sizeM / warpsM, 16), cols = std::max<int64_t>(sizeN / warpsN, 8);
    if (attrs.isFma)
      found.emplace_back((rows + cols) * warps, fmaLayout(type, {warpsStack, warpsM, warpsN}));
    else if (!attrs.isWgmma)
      found.emplace_back((rows + cols) * warps, ir::mmaAccumulator(shape, warpsM, warpsN, warpsStack));
    else if (ir::fitsWgmma(shape, warpsM, warpsN))
      found.emplace_back(rows * (ir::kWgmmaRows + cols), ir::wgmmaAccumulator(shape, warpsM, warpsN));
  }
  std::ranges::stable_sort(found, {}, &std::pair<int64_t, LinearLayout>::first);
  std::vector<LinearLayout> layouts;
  for (const auto &[traffic, layout] : found) layouts.push_back(layout);
  return layouts;
}

std::vector<LinearLayout> exchangeLayouts(const ir::Op &exchange, int64_t warps) {
  ir::Type type = exchange.result()->type();
  auto axis = static_cast<unsigned>(exchange.attrs<ir::ExchangeAttrs>().axis);
  constexpr int64_t kLanes = 32;
  Preference preference{{axis}, 1, {}};
  preference.width = std::clamp<int64_t>(type.numElements() / (kLanes * warps), 1, type.shape()[axis]);
  for (unsigned d = type.rank(); d-- > 0;)
    if (d != axis) preference.order.push(d);
  preference.warpOrder = preference.order;
  std::ranges::reverse(preference.warpOrder);
  LinearLayout layout = layoutFor(preference, DimVector(type.shape()), warps);
  return {layout, withoutWarpsOn(layout, axis)};
}

LinearLayout legalized(const ir::Op *op, const LinearLayout &layout) {
  if (!op) return layout;
  if (op->opcode() == ir::Opcode::Dot) {
    if (op->attrs<ir::DotAttrs>().isFma) return layout;
    std::vector<LinearLayout> layouts = dotLayouts(*op, static_cast<int64_t>(layout.inSize(InDim::Warp)));
    return std::ranges::find(layouts, layout) != layouts.end() ? layout : layouts.front();
  }
  if (op->opcode() == ir::Opcode::Scan)
    return withoutWarpsOn(layout, static_cast<unsigned>(op->attrs<ir::ScanAttrs>().axis));
  if (op->opcode() != ir::Opcode::Join && op->opcode() != ir::Opcode::Split) return layout;
  // Both halves of a pair in one thread, in neighbouring registers.
  return ir::join(ir::removeDim(layout, layout.rank() - 1).removeZeroColumns(InDim::Register));
}

std::optional<LinearLayout> alongEdge(const LayoutGraph::Edge &edge, const LinearLayout &layout) {
  const ir::Op *def = edge.value->def();
  LinearLayout made = def && isLayoutNode(*def) ? producedLayout(*edge.value, layout) : layout;
  if (!edge.user) return made;
  if (edge.user->opcode() == ir::Opcode::Dot) return edge.operand == 2 ? std::optional(made) : std::nullopt;
  DimVector shape(edge.user->result()->type().shape());
  switch (edge.user->opcode()) {
  case ir::Opcode::ExpandDims:
    return ir::expandDims(made, static_cast<unsigned>(edge.user->attrs<ir::AxisAttrs>().axis));
  case ir::Opcode::Broadcast: return repeat(made, shape);
  case ir::Opcode::Reshape: return ir::reshape(made, shape);
  case ir::Opcode::Trans: return ir::permuteDims(made, edge.user->attrs<ir::OrderAttrs>().order);
  case ir::Opcode::Join: return ir::join(made);
  default: return std::nullopt;
  }
}

std::optional<LinearLayout> againstEdge(const LayoutGraph::Edge &edge, const LinearLayout &layout) {
  if (edge.user && takesAnyLayout(*edge.user, edge.operand)) return std::nullopt;
  LinearLayout needed = edge.user ? requiredLayout(*edge.user, edge.operand, layout) : layout;
  // Expanding leaves registers that only counted along a dimension of size 1.
  needed = needed.removeZeroColumns(InDim::Register);
  const ir::Op *def = edge.value->def();
  if (!def || !isLayoutNode(*def)) return needed;
  if (def->opcode() == ir::Opcode::Split) return ir::join(needed);
  if (def->opcode() != ir::Opcode::Reduce) return needed;
  auto axis = static_cast<unsigned>(def->attrs<ir::AxisAttrs>().axis);
  return repeat(ir::expandDims(needed, axis), DimVector(def->operand(0)->type().shape()));
}

}  // namespace tritonc::passes
