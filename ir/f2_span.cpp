// Gauss elimination over F2: see f2_span.h.
#include "ir/f2_span.h"

#include <bit>

namespace tritonc::ir {

// Clears set bits from the top as long as a basis vector leads with them.
F2Span::Reduced F2Span::reduce(uint64_t vector) const {
  uint64_t tags = 0;
  uint64_t stuck = 0;
  for (uint64_t todo = vector; todo != 0; todo = vector & ~stuck) {
    unsigned lead = std::bit_width(todo) - 1;
    if (vectors_[lead] == 0) {
      stuck |= uint64_t{1} << lead;
      continue;
    }
    vector ^= vectors_[lead];
    tags ^= tags_[lead];
  }
  return {vector, tags};
}

bool F2Span::insert(uint64_t vector, uint64_t tag) {
  auto [rest, tags] = reduce(vector);
  if (rest == 0) return false;
  unsigned lead = std::bit_width(rest) - 1;
  vectors_[lead] = rest;
  tags_[lead] = tag ^ tags;
  ++dimension_;
  return true;
}

std::optional<uint64_t> F2Span::solve(uint64_t target) const {
  auto [rest, tags] = reduce(target);
  if (rest != 0) return std::nullopt;
  return tags;
}

}  // namespace tritonc::ir
