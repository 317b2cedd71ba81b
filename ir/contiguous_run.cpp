// Contiguous runs of registers: see contiguous_run.h.
#include "ir/contiguous_run.h"

#include "ir/f2_span.h"
#include "ir/layout_shape.h"
#include "ir/support/check.h"

#include <algorithm>
#include <bit>

namespace tritonc::ir {

uint64_t ContiguousRun::oldRegister(uint64_t index) const {
  uint64_t result = 0;
  for (unsigned bit = 0; bit < registerBasis.size(); ++bit)
    if (index >> bit & 1) result ^= registerBasis[bit];
  return result;
}

// The layout with flattened coordinates counting along `order`.
static LinearLayout flattenAlong(const LinearLayout &layout, DimVector order) {
  std::ranges::reverse(order);
  return permuteDims(layout, order);
}

// The lowest coordinate bit that something other than registers changes: runs cannot reach it and stay aligned.
static unsigned firstSharedBit(const LinearLayout &flat) {
  uint64_t touched = 0;
  for (InDim dim : kInDims)
    if (dim != InDim::Register)
      for (uint64_t column : flat.columns(dim)) touched |= column;
  return touched == 0 ? flat.totalOutBits() : std::countr_zero(touched);
}

ContiguousRun contiguousRun(const LinearLayout &layout, const DimVector &order) {
  LinearLayout flat = flattenAlong(layout, order);
  unsigned registerBits = flat.inBits(InDim::Register);
  F2Span image;
  for (unsigned bit = 0; bit < registerBits; ++bit) image.insert(flat.column(InDim::Register, bit), uint64_t{1} << bit);

  ContiguousRun run;
  F2Span used;
  for (unsigned limit = firstSharedBit(flat); run.bits < limit; ++run.bits) {
    std::optional<uint64_t> index = image.solve(uint64_t{1} << run.bits);
    if (!index) break;
    run.registerBasis.push_back(*index);
    used.insert(*index, /*tag=*/0);
  }
  // The remaining registers, each moved to the start of its run.
  for (unsigned bit = 0; bit < registerBits; ++bit) {
    uint64_t index = uint64_t{1} << bit;
    if (!used.insert(index, /*tag=*/0)) continue;
    uint64_t inRun = flat.column(InDim::Register, bit) & lowMask(run.bits);
    run.registerBasis.push_back(index ^ run.oldRegister(inRun));
  }
  return run;
}

}  // namespace tritonc::ir
