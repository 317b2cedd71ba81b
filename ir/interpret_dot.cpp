// `dot`: each sum in double, or in 64-bit integers, from the first product to the last, and rounded once.
#include "ir/float_format.h"
#include "ir/interpret_internal.h"

namespace tritonc::ir {
namespace {

/// What the matrix unit sees of an f32: the bits beyond the mantissa of tf32 are cut off.
uint64_t asTf32(uint64_t bits) { return bits & ~uint64_t{0x1fff}; }

/// A matrix, or a stack of them.
struct Matrix {
  Elements elements;
  ScalarKind kind;
  size_t rows, cols;
  bool isTf32;
};

template <class Number> Number elementAs(const Matrix &matrix, size_t index);
template <> double elementAs(const Matrix &matrix, size_t index) {
  uint64_t bits = matrix.elements[index];
  return decodeFloat(matrix.kind, matrix.isTf32 ? asTf32(bits) : bits);
}
template <> int64_t elementAs(const Matrix &matrix, size_t index) {
  return static_cast<int8_t>(matrix.elements[index]);
}

/// Element `index` of the product; rows of all matrices of a stack are counted through.
template <class Number> Number sumOfProducts(const Matrix &a, const Matrix &b, size_t index) {
  size_t row = index / b.cols, col = index % b.cols, first = row / a.rows * b.rows;
  Number sum = 0;
  for (size_t k = 0; k < a.cols; ++k)
    sum += elementAs<Number>(a, row * a.cols + k) * elementAs<Number>(b, (first + k) * b.cols + col);
  return sum;
}

}  // namespace

Success Interpreter::runDot(const Op &op) {
  auto matrix = [&](unsigned i) {
    Type type = op.operand(i)->type();
    ScalarKind kind = type.elem().scalar();
    auto size = [&](unsigned fromLast) { return static_cast<size_t>(type.shape()[type.rank() - fromLast]); };
    bool isTf32 = kind == ScalarKind::F32 && !op.attrs<DotAttrs>().isFma;
    return Matrix{elementsOf(op.operand(i)), kind, size(2), size(1), isTf32};
  };
  Tile &result = resultOf(op);
  Matrix a = matrix(0), b = matrix(1), acc = matrix(2);
  for (size_t i = 0; i < result.size(); ++i) {
    if (acc.kind == ScalarKind::I32)
      result[i] = (acc.elements[i] + static_cast<uint64_t>(sumOfProducts<int64_t>(a, b, i))) & lowMask(32);
    else
      result[i] = encodeFloat(acc.kind, decodeFloat(acc.kind, acc.elements[i]) + sumOfProducts<double>(a, b, i));
  }
  return {};
}

// Products are complete at once.
Success Interpreter::runDotWait(const Op &op) {
  for (unsigned i = 0; i < op.numResults(); ++i) tileOf(op.result(i)) = tileOf(op.operand(i));
  return {};
}

}  // namespace tritonc::ir
