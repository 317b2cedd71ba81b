// DimVector: one number per dimension of a tile (a shape, a coordinate, an order), stored inline.
//
// Tiles have at most eight dimensions, so nothing that talks about them needs the heap. Dimension 0 is the outermost,
// the last one is the minor one, as in the source language.
#pragma once

#include "ir/support/check.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace tritonc::ir {

inline constexpr unsigned kMaxRank = 8;

/// A vector of at most `kMaxRank` numbers. Unused slots stay zero, so comparison is memberwise.
class DimVector {
public:
  constexpr DimVector() = default;
  constexpr DimVector(std::initializer_list<int64_t> values) : DimVector(std::span(values.begin(), values.size())) {}
  constexpr explicit DimVector(std::span<const int64_t> values) {
    for (int64_t value : values) push(value);
  }

  /// `size` copies of `value`.
  static constexpr DimVector filled(unsigned size, int64_t value) {
    DimVector result;
    for (unsigned i = 0; i < size; ++i) result.push(value);
    return result;
  }

  constexpr unsigned size() const { return size_; }
  constexpr bool isEmpty() const { return size_ == 0; }
  constexpr int64_t operator[](unsigned i) const { return values_[i]; }
  constexpr int64_t &operator[](unsigned i) { return values_[i]; }
  constexpr const int64_t *begin() const { return values_.data(); }
  constexpr const int64_t *end() const { return values_.data() + size_; }
  constexpr int64_t *begin() { return values_.data(); }
  constexpr int64_t *end() { return values_.data() + size_; }
  constexpr bool operator==(const DimVector &) const = default;

  constexpr void push(int64_t value) {
    TC_CHECK(size_ < kMaxRank, "callers limit the rank of a tile before they build vectors of it");
    values_[size_++] = value;
  }

  /// Makes room at `position` and puts `value` there.
  constexpr void insert(unsigned position, int64_t value) {
    TC_CHECK(position <= size_, "an insertion point lies inside the vector or at its end");
    push(value);
    std::rotate(begin() + position, end() - 1, end());
  }

  /// Takes the value at `position` out.
  constexpr void erase(unsigned position) {
    TC_CHECK(position < size_, "only an existing dimension can be removed");
    std::copy(begin() + position + 1, end(), begin() + position);
    values_[--size_] = 0;
  }

private:
  std::array<int64_t, kMaxRank> values_{};
  unsigned size_ = 0;
};

}  // namespace tritonc::ir
