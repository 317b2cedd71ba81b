// Elements from elsewhere along an axis, and counting.

#include "ir/interpret_internal.h"

namespace tritonc::ir {
namespace {

/// Of a dimension of a tile in row-major order: the distance between neighbours along it, and how many there are.
struct AxisStep {
  AxisStep(Type type, int64_t axis) : size(static_cast<size_t>(type.shape()[static_cast<size_t>(axis)])) {
    for (int64_t dim : type.shape().subspan(static_cast<size_t>(axis) + 1)) inner *= static_cast<size_t>(dim);
  }
  size_t inner = 1;
  size_t size;
};

}  // namespace

Success Interpreter::runExchange(const Op &op) {
  const auto &attrs = op.attrs<ExchangeAttrs>();
  AxisStep step(op.result()->type(), attrs.axis);
  Tile &result = resultOf(op);
  Elements source = elementsOf(op.operand(0));
  for (size_t i = 0; i < result.size(); ++i) {
    size_t along = i / step.inner % step.size;
    size_t other = along ^ static_cast<size_t>(attrs.mask);
    result[i] = source[i + other * step.inner - along * step.inner];
  }
  return {};
}

Success Interpreter::runGather(const Op &op) {
  int64_t axis = op.attrs<AxisAttrs>().axis;
  AxisStep from(op.operand(0)->type(), axis), to(op.result()->type(), axis);
  Tile &result = resultOf(op);
  Elements source = elementsOf(op.operand(0)), index = elementsOf(op.operand(1));
  for (size_t i = 0; i < result.size(); ++i) {
    size_t outer = i / (to.inner * to.size), along = index[i] % from.size;
    result[i] = source[(outer * from.size + along) * from.inner + i % to.inner];
  }
  return {};
}

namespace {

void count(std::span<uint64_t> counts, size_t size, const Elements &numbers, const Elements &mask) {
  for (size_t i = 0; i < size; ++i)
    if (mask[i] && numbers[i] < counts.size()) counts[numbers[i]] = (counts[numbers[i]] + 1) & lowMask(32);
}

}  // namespace

Success Interpreter::runHistogram(const Op &op) {
  Tile &result = resultOf(op);
  std::ranges::fill(result, 0);
  auto size = static_cast<size_t>(op.operand(0)->type().numElements());
  count(result, size, elementsOf(op.operand(0)), elementsOr(op.operandOrNull(1), true_));
  return {};
}

Success Interpreter::runLocalCount(const Op &op) {
  Buffer buffer = bufferOf(op.operand(1));
  auto size = static_cast<size_t>(op.operand(0)->type().numElements());
  count(buffer.elements, size, elementsOf(op.operand(0)), elementsOr(op.operandOrNull(2), true_));
  overwriteOthers(buffer.alloc, op);
  return {};
}

}  // namespace tritonc::ir
