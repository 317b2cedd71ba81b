// The layout value itself: storage, evaluation, rank questions.
#include "ir/linear_layout.h"

#include "ir/f2_span.h"
#include "ir/support/check.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace tritonc::ir {

unsigned log2Exact(int64_t size) {
  TC_CHECK(size > 0 && std::has_single_bit(static_cast<uint64_t>(size)), "sizes in layouts are powers of two");
  return std::countr_zero(static_cast<uint64_t>(size));
}

LinearLayout::LinearLayout(const DimVector &shape) : rank_(shape.size()) {
  for (unsigned dim = 0; dim < rank_; ++dim) outBits_[dim] = log2Exact(shape[dim]);
  TC_CHECK(totalOutBits() <= kMaxTileBits, "callers limit the number of elements of a tile");
}

void LinearLayout::appendColumn(InDim dim, uint64_t column) {
  unsigned total = totalInBits();
  TC_CHECK(total < kMaxPlaceBits, "a packed place fits 64 bits");
  TC_CHECK((column & ~lowMask(totalOutBits())) == 0, "a column is a coordinate inside the tile");
  unsigned position = inOffset(dim) + inBits(dim);
  std::copy_backward(columns_.begin() + position, columns_.begin() + total, columns_.begin() + total + 1);
  columns_[position] = column;
  ++inBits_[static_cast<unsigned>(dim)];
}

unsigned LinearLayout::totalInBits() const { return std::accumulate(inBits_.begin(), inBits_.end(), 0u); }

unsigned LinearLayout::totalOutBits() const { return std::accumulate(outBits_.begin(), outBits_.end(), 0u); }

DimVector LinearLayout::shape() const {
  DimVector result;
  for (unsigned dim = 0; dim < rank_; ++dim) result.push(outSize(dim));
  return result;
}

unsigned LinearLayout::inOffset(InDim dim) const {
  return std::accumulate(inBits_.begin(), inBits_.begin() + static_cast<unsigned>(dim), 0u);
}

unsigned LinearLayout::outOffset(unsigned dim) const {
  return std::accumulate(outBits_.begin() + dim + 1, outBits_.end(), 0u);
}

uint64_t LinearLayout::flatten(const DimVector &coords) const {
  TC_CHECK(coords.size() == rank_, "one coordinate per dimension");
  uint64_t flat = 0;
  for (unsigned dim = 0; dim < rank_; ++dim) {
    TC_CHECK(coords[dim] >= 0 && coords[dim] < outSize(dim), "coordinates lie inside the tile");
    flat = flat << outBits(dim) | static_cast<uint64_t>(coords[dim]);
  }
  return flat;
}

DimVector LinearLayout::unflatten(uint64_t flat) const {
  DimVector coords;
  for (unsigned dim = 0; dim < rank_; ++dim) coords.push(static_cast<int64_t>(coordinate(flat, dim)));
  return coords;
}

uint64_t LinearLayout::pack(const Place &place) const {
  uint64_t packed = 0;
  for (InDim dim : kInDims) {
    TC_CHECK((place[dim] & ~lowMask(inBits(dim))) == 0, "a place lies inside the layout");
    if (inBits(dim) != 0) packed |= place[dim] << inOffset(dim);
  }
  return packed;
}

Place LinearLayout::unpack(uint64_t packed) const {
  Place place;
  for (InDim dim : kInDims)
    if (inBits(dim) != 0) place[dim] = packed >> inOffset(dim) & lowMask(inBits(dim));
  return place;
}

uint64_t LinearLayout::applyPacked(uint64_t packed) const {
  uint64_t flat = 0;
  for (; packed != 0; packed &= packed - 1) flat ^= columns_[std::countr_zero(packed)];
  return flat;
}

unsigned LinearLayout::imageBits() const {
  F2Span span;
  for (uint64_t column : columns()) span.insert(column, /*tag=*/0);
  return span.dimension();
}

bool LinearLayout::isDistributed() const {
  uint64_t seen = 0;
  for (uint64_t column : columns()) {
    if (std::popcount(column) > 1 || (column & seen) != 0) return false;
    seen |= column;
  }
  return true;
}

Place LinearLayout::freeVariableMasks() const {
  F2Span span;
  Place masks;
  for (InDim dim : kInDims)
    for (unsigned bit = 0; bit < inBits(dim); ++bit)
      if (!span.insert(column(dim, bit), /*tag=*/0)) masks[dim] |= uint64_t{1} << bit;
  return masks;
}

uint64_t LinearLayout::zeroColumnMask(InDim dim) const {
  uint64_t mask = 0;
  for (unsigned bit = 0; bit < inBits(dim); ++bit)
    if (column(dim, bit) == 0) mask |= uint64_t{1} << bit;
  return mask;
}

LinearLayout LinearLayout::removeZeroColumns(InDim dim) const {
  LinearLayout result(shape());
  for (InDim each : kInDims)
    for (uint64_t column : columns(each))
      if (each != dim || column != 0) result.appendColumn(each, column);
  return result;
}

// The finaliser of splitmix64: every input bit changes about half of the output bits.
static uint64_t mixBits(uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
  value = (value ^ value >> 27) * 0x94d049bb133111eb;
  return value ^ value >> 31;
}

uint64_t LinearLayout::hash() const {
  uint64_t result = rank_;
  for (uint8_t bits : inBits_) result = result << 8 | bits;
  result = mixBits(result);
  for (unsigned dim = 0; dim < rank_; ++dim) result = mixBits(result * 0x9e3779b97f4a7c15 + outBits_[dim]);
  for (uint64_t column : columns()) result = mixBits(result * 0x9e3779b97f4a7c15 + column);
  return result;
}

}  // namespace tritonc::ir
