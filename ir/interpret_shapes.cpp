// Sources of values and changes of shape. Layouts count for nothing here: a tile is its elements in row-major order.

#include "ir/evaluate.h"
#include "ir/interpret_internal.h"

namespace tritonc::ir {
namespace {

/// Where element `index` of the result of a shape operation comes from, one dimension after the other: the coordinate
/// along dimension `dim` of the result, times `strides[dim]`.
size_t sourceIndex(std::span<const int64_t> shape, const DimVector &strides, size_t index) {
  size_t place = 0;
  for (size_t dim = shape.size(); dim-- > 0;) {
    auto size = static_cast<size_t>(shape[dim]);
    place += index % size * static_cast<size_t>(strides[static_cast<unsigned>(dim)]);
    index /= size;
  }
  return place;
}

/// The distance between neighbours along each dimension of a tile in row-major order.
DimVector rowMajorStrides(Type type) {
  DimVector strides = DimVector::filled(type.rank(), 1);
  for (unsigned dim = type.rank(); dim-- > 1;) strides[dim - 1] = strides[dim] * type.shape()[dim];
  return strides;
}

/// The strides in the operand along the dimensions of the result.
DimVector operandStrides(const Op &op) {
  Type from = op.operand(0)->type();
  DimVector strides = rowMajorStrides(from), result;
  for (unsigned dim = 0; dim < from.rank(); ++dim) {
    if (op.opcode() == Opcode::Trans)
      result.push(strides[static_cast<unsigned>(op.attrs<OrderAttrs>().order[dim])]);
    else  // broadcast
      result.push(from.shape()[dim] == 1 ? 0 : strides[dim]);
  }
  return result;
}

}  // namespace

Success Interpreter::runSource(const Op &op) {
  Tile &result = resultOf(op);
  if (op.opcode() == Opcode::Range) {
    auto start = static_cast<uint64_t>(op.attrs<RangeAttrs>().start);
    for (size_t i = 0; i < result.size(); ++i) result[i] = (start + i) & lowMask(32);
  } else {
    const Grid &source = op.opcode() == Opcode::ProgramId ? program_ : grid_;
    result[0] = source[static_cast<size_t>(op.attrs<AxisAttrs>().axis)];
  }
  return {};
}

Success Interpreter::runShape(const Op &op) {
  const Value *operand = op.operand(0);
  Type type = op.result()->type();
  Tile &result = resultOf(op);
  Elements source = elementsOf(operand);
  bool moves = operand->type().isTile() && (op.opcode() == Opcode::Broadcast || op.opcode() == Opcode::Trans);
  if (moves) {
    DimVector strides = operandStrides(op);
    for (size_t i = 0; i < result.size(); ++i) result[i] = source[sourceIndex(type.shape(), strides, i)];
  } else {
    for (size_t i = 0; i < result.size(); ++i) result[i] = source[i];
  }
  return {};
}

Success Interpreter::runJoin(const Op &op) {
  Tile &result = resultOf(op);
  Elements left = elementsOf(op.operand(0)), right = elementsOf(op.operand(1));
  for (size_t i = 0; i < result.size(); ++i) result[i] = (i % 2 == 0 ? left : right)[i / 2];
  return {};
}

Success Interpreter::runSplit(const Op &op) {
  Elements source = elementsOf(op.operand(0));
  for (unsigned half = 0; half < 2; ++half) {
    Tile &result = resultOf(op, half);
    for (size_t i = 0; i < result.size(); ++i) result[i] = source[2 * i + half];
  }
  return {};
}

}  // namespace tritonc::ir
