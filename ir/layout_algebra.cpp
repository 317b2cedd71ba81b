// Algebra of linear layouts: see layout_algebra.h.
#include "ir/layout_algebra.h"

#include "ir/f2_span.h"
#include "ir/support/check.h"

#include <algorithm>
#include <ranges>

namespace tritonc::ir {

DimVector placeShape(const LinearLayout &layout) {
  DimVector shape;
  for (InDim dim : kInDims | std::views::reverse) {
    TC_CHECK(layout.inBits(dim) <= kMaxTileBits, "no machine has that many places");
    shape.push(static_cast<int64_t>(layout.inSize(dim)));
  }
  return shape;
}

LinearLayout compose(const LinearLayout &a, const LinearLayout &b) {
  TC_CHECK(a.totalOutBits() == b.totalInBits(), "the first map ends where the second begins");
  return a.mapColumns(b.shape(), [&](uint64_t column) { return b.applyPacked(column); });
}

// Moves a flattened coordinate of `from` into the tile of `to`: coordinate c along dim d becomes c * 2^shifts[d].
static uint64_t embed(uint64_t column, const LinearLayout &from, const LinearLayout &to, const DimVector &shifts) {
  uint64_t result = 0;
  for (unsigned dim = 0; dim < from.rank(); ++dim)
    result |= from.coordinate(column, dim) << (to.outOffset(dim) + shifts[dim]);
  return result;
}

static DimVector outBitsOf(const LinearLayout &layout) {
  DimVector bits;
  for (unsigned dim = 0; dim < layout.rank(); ++dim) bits.push(layout.outBits(dim));
  return bits;
}

LinearLayout product(const LinearLayout &inner, const LinearLayout &outer) {
  TC_CHECK(inner.rank() == outer.rank(), "factors of a product have the same dimensions");
  DimVector shape;
  for (unsigned dim = 0; dim < inner.rank(); ++dim) shape.push(inner.outSize(dim) << outer.outBits(dim));
  LinearLayout result(shape);
  DimVector noShift = DimVector::filled(inner.rank(), 0);
  DimVector innerBits = outBitsOf(inner);
  for (InDim dim : kInDims) {
    for (uint64_t column : inner.columns(dim)) result.appendColumn(dim, embed(column, inner, result, noShift));
    for (uint64_t column : outer.columns(dim)) result.appendColumn(dim, embed(column, outer, result, innerBits));
  }
  return result;
}

// Whether `part` has no more input bits and no larger dimensions than `whole`.
std::optional<LinearLayout> invertAndComposeKeeping(const LinearLayout &layout, const LinearLayout &source,
                                                    InDimSet kept) {
  TC_CHECK(layout.shape() == source.shape(), "both layouts describe the same tile");
  F2Span span;
  for (InDim dim : kInDims) {
    if (kept.contains(dim)) {
      if (layout.inBits(dim) != source.inBits(dim)) return std::nullopt;
      continue;
    }
    for (unsigned bit = 0; bit < source.inBits(dim); ++bit)
      span.insert(source.column(dim, bit), uint64_t{1} << (source.inOffset(dim) + bit));
  }
  LinearLayout result(placeShape(source));
  for (InDim dim : kInDims) {
    for (unsigned bit = 0; bit < layout.inBits(dim); ++bit) {
      // A kept bit brings its own source column along; the others supply the difference.
      bool isKept = kept.contains(dim);
      std::optional<uint64_t> rest = span.solve(layout.column(dim, bit) ^ (isKept ? source.column(dim, bit) : 0));
      if (!rest) return std::nullopt;
      result.appendColumn(dim, *rest | (isKept ? uint64_t{1} << (source.inOffset(dim) + bit) : 0));
    }
  }
  return result;
}

std::optional<LinearLayout> invertAndCompose(const LinearLayout &layout, const LinearLayout &source) {
  std::optional<LinearLayout> best = invertAndComposeKeeping(layout, source, {});
  InDimSet kept;
  for (InDim dim : kInDims | std::views::reverse) {
    if (!best || layout.inBits(dim) == 0 || !std::ranges::equal(layout.columns(dim), source.columns(dim))) continue;
    InDimSet more = kept;
    more.insert(dim);
    std::optional<LinearLayout> local = invertAndComposeKeeping(layout, source, more);
    if (!local) continue;
    best = local;
    kept = more;
  }
  return best;
}

std::optional<LinearLayout> quotient(const LinearLayout &placeMap, InDimSet dims) {
  TC_CHECK(placeMap.rank() == kNumInDims, "a quotient is taken of a place map");
  DimVector shape = placeMap.shape();
  for (InDim dim : kInDims)
    if (dims.contains(dim)) shape[placeDim(dim)] = 1;
  LinearLayout result(shape);
  for (InDim dim : kInDims) {
    if (dims.contains(dim) && placeMap.inBits(dim) != placeMap.outBits(placeDim(dim))) return std::nullopt;
    for (unsigned bit = 0; bit < placeMap.inBits(dim); ++bit) {
      DimVector image = placeMap.basis(dim, bit);
      if (dims.contains(dim)) {
        DimVector unit = DimVector::filled(kNumInDims, 0);
        unit[placeDim(dim)] = int64_t{1} << bit;
        if (image != unit) return std::nullopt;
        continue;
      }
      for (InDim other : kInDims)
        if (dims.contains(other) && image[placeDim(other)] != 0) return std::nullopt;
      result.appendColumn(dim, result.flatten(image));
    }
  }
  return result;
}

}  // namespace tritonc::ir
