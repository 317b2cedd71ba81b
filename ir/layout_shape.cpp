// Shape operations on layouts: see layout_shape.h.
#include "ir/layout_shape.h"

#include "ir/layout_algebra.h"
#include "ir/layout_builders.h"
#include "ir/support/check.h"

#include <algorithm>

namespace tritonc::ir {

bool isPermutation(const DimVector &order) {
  DimVector sorted = order;
  std::ranges::sort(sorted);
  for (unsigned i = 0; i < order.size(); ++i)
    if (sorted[i] != i) return false;
  return true;
}

DimVector inversePermutation(const DimVector &order) {
  TC_CHECK(isPermutation(order), "an order names each dimension once");
  DimVector inverse = order;
  for (unsigned i = 0; i < order.size(); ++i) inverse[order[i]] = i;
  return inverse;
}

LinearLayout permuteDims(const LinearLayout &layout, const DimVector &order) {
  TC_CHECK(order.size() == layout.rank(), "an order names each dimension once");
  DimVector inverse = inversePermutation(order);
  DimVector shape;
  for (int64_t dim : order) shape.push(layout.outSize(dim));
  LinearLayout target(shape);
  return layout.mapColumns(shape, [&](uint64_t column) {
    uint64_t result = 0;
    for (unsigned dim = 0; dim < layout.rank(); ++dim)
      result |= layout.coordinate(column, dim) << target.outOffset(inverse[dim]);
    return result;
  });
}

LinearLayout reshape(const LinearLayout &layout, const DimVector &shape) {
  LinearLayout result = layout.mapColumns(shape, [](uint64_t column) { return column; });
  TC_CHECK(result.totalOutBits() == layout.totalOutBits(), "a reshape keeps the number of elements");
  return result;
}

LinearLayout expandDims(const LinearLayout &layout, unsigned axis) {
  DimVector shape = layout.shape();
  shape.insert(axis, 1);
  return reshape(layout, shape);
}

// The coordinate with the part along `axis` squeezed out.
static uint64_t dropCoordinate(const LinearLayout &layout, uint64_t flat, unsigned axis) {
  uint64_t low = flat & lowMask(layout.outOffset(axis));
  uint64_t high = flat >> (layout.outOffset(axis) + layout.outBits(axis));
  return high << layout.outOffset(axis) | low;
}

LinearLayout removeDim(const LinearLayout &layout, unsigned axis) {
  DimVector shape = layout.shape();
  shape.erase(axis);
  return layout.mapColumns(shape, [&](uint64_t column) { return dropCoordinate(layout, column, axis); });
}

LinearLayout collapseDim(const LinearLayout &layout, unsigned axis) {
  return expandDims(removeDim(layout, axis), axis);
}

LinearLayout join(const LinearLayout &layout) {
  DimVector shape = layout.shape();
  shape.push(2);
  LinearLayout result(shape);
  result.appendColumn(InDim::Register, 1);
  for (InDim dim : kInDims)
    for (uint64_t column : layout.columns(dim)) result.appendColumn(dim, column << 1);
  return result;
}

std::optional<unsigned> minorPairRegister(const LinearLayout &layout) {
  TC_CHECK(layout.rank() > 0 && layout.outBits(layout.rank() - 1) == 1, "the minor dimension has size 2");
  std::span<const uint64_t> columns = layout.columns();
  if (std::ranges::count_if(columns, [](uint64_t column) { return column & 1; }) != 1) return std::nullopt;
  std::span<const uint64_t> registers = layout.columns(InDim::Register);
  auto pair = std::ranges::find(registers, uint64_t{1});
  if (pair == registers.end()) return std::nullopt;
  return pair - registers.begin();
}

std::optional<LinearLayout> split(const LinearLayout &layout) {
  std::optional<unsigned> pair = minorPairRegister(layout);
  if (!pair) return std::nullopt;
  DimVector shape = layout.shape();
  shape.erase(layout.rank() - 1);
  LinearLayout result(shape);
  for (InDim dim : kInDims)
    for (unsigned bit = 0; bit < layout.inBits(dim); ++bit)
      if (dim != InDim::Register || bit != *pair) result.appendColumn(dim, layout.column(dim, bit) >> 1);
  return result;
}

LinearLayout ensureNotLargerThan(const LinearLayout &layout, const DimVector &shape) {
  TC_CHECK(shape.size() == layout.rank(), "one size per dimension");
  DimVector clipped = layout.shape();
  for (unsigned dim = 0; dim < shape.size(); ++dim) clipped[dim] = std::min(clipped[dim], shape[dim]);
  LinearLayout target(clipped);
  return layout.mapColumns(clipped, [&](uint64_t column) -> uint64_t {
    DimVector coords = layout.unflatten(column);
    for (unsigned dim = 0; dim < coords.size(); ++dim)
      if (coords[dim] >= clipped[dim]) return 0;
    return target.flatten(coords);
  });
}

LinearLayout ensureNotSmallerThan(const LinearLayout &layout, const DimVector &shape, InDim dim,
                                  const DimVector &order) {
  TC_CHECK(shape.size() == layout.rank() && order.size() == layout.rank(), "one size per dimension");
  LinearLayout result = layout;
  for (int64_t out : order) {
    if (result.outSize(out) >= shape[out]) continue;
    result = result * identity1D(dim, shape[out] >> result.outBits(out), out, layout.rank());
  }
  return result;
}

}  // namespace tritonc::ir
