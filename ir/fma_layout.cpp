#include "ir/fma_layout.h"

namespace tritonc::ir {
namespace {

/// An element of the operand at depth 0: the coordinates of an accumulator without those of the other operand.
uint64_t projected(const LinearLayout &accumulator, const LinearLayout &operand, DotSide side, uint64_t column) {
  DimVector coords = accumulator.unflatten(column);
  coords[coords.size() - (side == DotSide::A ? 1 : 2)] = 0;
  return operand.flatten(coords);
}

}  // namespace

LinearLayout fmaOperand(const LinearLayout &accumulator, DotSide side, int64_t depth) {
  DimVector shape = accumulator.shape();
  unsigned inner = shape.size() - (side == DotSide::A ? 1 : 2);
  shape[inner] = depth;
  LinearLayout operand(shape);
  for (unsigned bit = 0; bit < operand.outBits(inner); ++bit)
    operand.appendColumn(InDim::Register, uint64_t{1} << (operand.outOffset(inner) + bit));
  for (InDim dim : {InDim::Register, InDim::Lane, InDim::Warp})
    for (uint64_t column : accumulator.columns(dim)) {
      uint64_t own = projected(accumulator, operand, side, column);
      if (own != 0 || dim != InDim::Register) operand.appendColumn(dim, own);
    }
  return operand;
}

uint64_t fmaRegister(const LinearLayout &accumulator, DotSide side, uint64_t index) {
  uint64_t result = 0;
  unsigned inner = accumulator.rank() - (side == DotSide::A ? 1 : 2), next = 0;
  for (unsigned bit = 0; bit < accumulator.inBits(InDim::Register); ++bit) {
    DimVector coords = accumulator.basis(InDim::Register, bit);
    coords[inner] = 0;
    if (coords == DimVector::filled(coords.size(), 0)) continue;
    result |= (index >> bit & 1) << next++;
  }
  return result;
}

}  // namespace tritonc::ir
