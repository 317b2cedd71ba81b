#include "ir/layout_rules.h"

#include "ir/f2_span.h"
#include "ir/layout_shape.h"

namespace tritonc::ir {
namespace {

LinearLayout collapseRepeatedDims(const LinearLayout &result, const DimVector &operandShape) {
  LinearLayout collapsed = result;
  for (unsigned dim = 0; dim < result.rank(); ++dim)
    if (operandShape[dim] == 1 && result.outSize(dim) != 1) collapsed = collapseDim(collapsed, dim);
  return collapsed;
}

}  // namespace

LinearLayout expandDimsOperand(const LinearLayout &result, unsigned axis) { return removeDim(result, axis); }

LinearLayout broadcastOperand(const LinearLayout &result, const DimVector &operandShape) {
  return collapseRepeatedDims(result, operandShape).removeZeroColumns(InDim::Register);
}

LinearLayout reduceResult(const LinearLayout &operand, unsigned axis) {
  return removeDim(operand, axis).removeZeroColumns(InDim::Register);
}

uint64_t broadcastOperandRegister(const LinearLayout &result, const DimVector &operandShape, uint64_t index) {
  LinearLayout collapsed = collapseRepeatedDims(result, operandShape);
  uint64_t repeated = collapsed.zeroColumnMask(InDim::Register);
  uint64_t packed = 0;
  for (unsigned bit = 0, to = 0; bit < collapsed.inBits(InDim::Register); ++bit)
    if (!(repeated >> bit & 1)) packed |= (index >> bit & 1) << to++;
  return packed;
}

Place exchangeDistance(const LinearLayout &layout, unsigned axis, uint64_t mask) {
  F2Span span;
  for (unsigned bit = 0; bit < layout.totalInBits(); ++bit) span.insert(layout.columns()[bit], uint64_t{1} << bit);
  std::optional<uint64_t> packed = span.solve(mask << layout.outOffset(axis));
  TC_CHECK(packed, "the layout of a tile holds every element");
  return layout.unpack(*packed);
}

}  // namespace tritonc::ir
