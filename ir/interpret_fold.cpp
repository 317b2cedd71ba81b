// `reduce` and `scan`: the block is applied to scalars, from the first element along the axis to the last (or from the
// last to the first). For `reduce` that is one of the orders that ops.def allows.

#include "ir/interpret_internal.h"

namespace tritonc::ir {

Success Interpreter::combine(const Block &block) {
  TC_TRY_VOID(runBlock(block));
  std::vector<Tile> totals = handedOver(block);
  for (unsigned i = 0; i < totals.size(); ++i) tileOf(block.arg(i)) = std::move(totals[i]);
  return {};
}

Success Interpreter::runFold(const Op &op) {
  bool isScan = op.opcode() == Opcode::Scan;
  int64_t axis = isScan ? op.attrs<ScanAttrs>().axis : op.attrs<AxisAttrs>().axis;
  bool isReverse = isScan && op.attrs<ScanAttrs>().reverse;
  const Block &block = *op.block();
  unsigned count = op.numOperands();
  auto shape = op.operand(0)->type().shape();
  auto size = static_cast<size_t>(shape[static_cast<size_t>(axis)]);
  size_t inner = 1;
  for (int64_t dim : shape.subspan(static_cast<size_t>(axis) + 1)) inner *= static_cast<size_t>(dim);
  size_t lines = static_cast<size_t>(op.operand(0)->type().numElements()) / size;

  for (unsigned i = 0; i < count; ++i) resultOf(op, i);
  for (size_t line = 0; line < lines; ++line) {
    for (size_t step = 0; step < size; ++step) {
      size_t along = isReverse ? size - 1 - step : step;
      size_t element = (line / inner * size + along) * inner + line % inner;
      // The first element is the first total; the others come in from the right.
      for (unsigned i = 0; i < count; ++i)
        tileOf(block.arg(step == 0 ? i : count + i)) = {tileOf(op.operand(i))[element]};
      if (step != 0) TC_TRY_VOID(combine(block));
      if (!isScan && step + 1 < size) continue;
      for (unsigned i = 0; i < count; ++i) tileOf(op.result(i))[isScan ? element : line] = tileOf(block.arg(i))[0];
    }
  }
  return {};
}

}  // namespace tritonc::ir
