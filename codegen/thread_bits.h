// The part of a layout that depends on the thread, as bits of `tid.x`: lanes are its low 5 bits, warps the rest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/linear_layout.h"

namespace tritonc::codegen {

/// The columns of the bits of `tid.x`.
std::vector<uint64_t> threadColumns(const ir::LinearLayout &layout);

/// A linear map of the thread as a sum: bit i of it says whether `vector` i takes part.
struct ThreadTerm {
  uint64_t vector;
  /// The thread takes it if an odd number of these bits are set.
  uint64_t mask;
};

/// The fewest terms whose XOR is the map with these columns.
std::vector<ThreadTerm> threadTerms(std::span<const uint64_t> columns);

/// The bits of a coordinate that depend on the thread.
uint64_t threadMask(const ir::LinearLayout &layout);

/// The bits of `tid.x` that only choose between copies: the thread that has them all 0 owns its elements.
uint32_t copyMask(const ir::LinearLayout &layout);

}  // namespace tritonc::codegen
