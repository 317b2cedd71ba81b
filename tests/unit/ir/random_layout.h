// Random layouts for tests that compare an operation with enumeration of all places. Seeds are fixed.
#pragma once

#include "ir/layout_builders.h"
#include "ir/layout_text.h"
#include "ir/linear_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <random>
#include <set>

namespace tritonc::ir {

/// GoogleTest prints layouts in failures as their text.
inline void PrintTo(const LinearLayout &layout, std::ostream *out) { *out << print(layout); }

namespace layout_testing {

inline constexpr int kCases = 400;

class RandomLayouts {
public:
  explicit RandomLayouts(unsigned seed) : engine_(seed) {}

  unsigned below(unsigned limit) { return std::uniform_int_distribution<unsigned>(0, limit - 1)(engine_); }
  bool coin() { return below(2) == 0; }

  /// `rank` sizes with `bits` bits in total.
  DimVector shape(unsigned rank, unsigned bits) {
    DimVector result = DimVector::filled(rank, 1);
    for (unsigned i = 0; i < bits; ++i) result[below(rank)] *= 2;
    return result;
  }

  DimVector shape() { return shape(1 + below(3), below(8)); }

  DimVector order(unsigned rank) {
    DimVector result;
    for (unsigned dim = 0; dim < rank; ++dim) result.push(dim);
    std::shuffle(result.begin(), result.end(), engine_);
    return result;
  }

  /// Any columns at all on any input dimensions.
  LinearLayout any(const DimVector &shape, unsigned inBits) {
    LinearLayout result(shape);
    uint64_t elements = uint64_t{1} << result.totalOutBits();
    for (unsigned i = 0; i < inBits; ++i) result.appendColumn(kInDims[below(kNumInDims)], below(elements));
    return result;
  }

  LinearLayout any() { return any(shape(), below(8)); }

  /// Each element bit on some bit of register, lane, warp or block, and `zeros` bits of replication, in random order.
  LinearLayout distributed(const DimVector &shape, unsigned zeros) {
    LinearLayout result(shape);
    std::vector<uint64_t> columns(zeros, 0);
    for (unsigned bit = 0; bit < result.totalOutBits(); ++bit) columns.push_back(uint64_t{1} << bit);
    std::shuffle(columns.begin(), columns.end(), engine_);
    for (uint64_t column : columns) result.appendColumn(kInDims[below(4)], column);
    return result;
  }

  /// As `distributed`, with the given numbers of lane, warp and block bits, the rest on registers.
  LinearLayout distributedOn(const DimVector &shape, unsigned lanes, unsigned warps, unsigned blocks, unsigned zeros) {
    LinearLayout result(shape);
    std::vector<uint64_t> columns(zeros, 0);
    for (unsigned bit = 0; bit < result.totalOutBits(); ++bit) columns.push_back(uint64_t{1} << bit);
    columns.resize(std::max<size_t>(columns.size(), lanes + warps + blocks), 0);
    std::shuffle(columns.begin(), columns.end(), engine_);
    for (size_t i = 0; i < columns.size(); ++i) {
      InDim dim = i < lanes                    ? InDim::Lane
                  : i < lanes + warps          ? InDim::Warp
                  : i < lanes + warps + blocks ? InDim::Block
                                               : InDim::Register;
      result.appendColumn(dim, columns[i]);
    }
    return result;
  }

  BlockedSpec blockedSpec(unsigned rank) {
    return {shape(rank, below(4)), shape(rank, below(6)), shape(rank, below(4)), order(rank)};
  }

  std::mt19937 &engine() { return engine_; }

private:
  std::mt19937 engine_;
};

/// The number of places of `layout`; packed places count from 0 up to it.
inline uint64_t placeCount(const LinearLayout &layout) { return uint64_t{1} << layout.totalInBits(); }

}  // namespace layout_testing
}  // namespace tritonc::ir
