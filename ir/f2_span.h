// F2Span: Gauss elimination over the field of two elements, on vectors of up to 64 bits.
//
// Every question about linear layouts (is it surjective? which input gives this element? which bits are redundant?) is
// a question about the span of a few columns. Vectors are inserted one after another; a vector that the earlier ones
// already span is *free* and never used in a solution, so solutions prefer what was inserted first.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace tritonc::ir {

/// The span of the vectors inserted so far, kept in echelon form.
class F2Span {
public:
  /// Adds `vector`, called `tag` in solutions (usually one bit). False when the earlier vectors already span it.
  bool insert(uint64_t vector, uint64_t tag);

  /// The XOR of the tags of those vectors whose XOR is `target`; none when `target` is outside the span.
  /// After insert(0b01, 1), insert(0b11, 2): solve(0b10) is 3.
  std::optional<uint64_t> solve(uint64_t target) const;

  bool contains(uint64_t vector) const { return solve(vector).has_value(); }

  /// The number of independent vectors among those inserted.
  unsigned dimension() const { return dimension_; }

private:
  struct Reduced {
    uint64_t rest;
    uint64_t tags;
  };
  Reduced reduce(uint64_t vector) const;

  // Slot b holds the basis vector whose highest set bit is b, or zero.
  std::array<uint64_t, 64> vectors_{};
  std::array<uint64_t, 64> tags_{};
  unsigned dimension_ = 0;
};

}  // namespace tritonc::ir
