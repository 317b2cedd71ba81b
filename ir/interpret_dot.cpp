// `dot`: each sum in double, or in 64-bit integers, from the first product to the last, and rounded once.
#include "ir/float_format.h"
#include "ir/interpret_internal.h"

namespace tritonc::ir {
namespace {

/// What the matrix unit sees of an f32: the bits beyond the mantissa of tf32 are cut off.
uint64_t asTf32(uint64_t bits) { return bits & ~uint64_t{0x1fff}; }

template <class Number> Number elementAs(ScalarKind kind, uint64_t bits);
template <> double elementAs(ScalarKind kind, uint64_t bits) {
  return decodeFloat(kind, kind == ScalarKind::F32 ? asTf32(bits) : bits);
}
template <> int64_t elementAs(ScalarKind, uint64_t bits) { return static_cast<int8_t>(bits); }

struct Matrix {
  Elements elements;
  ScalarKind kind;
  size_t cols;
};

template <class Number> Number sumOfProducts(const Matrix &a, const Matrix &b, size_t row, size_t col) {
  Number sum = 0;
  for (size_t k = 0; k < a.cols; ++k)
    sum += elementAs<Number>(a.kind, a.elements[row * a.cols + k]) *
           elementAs<Number>(b.kind, b.elements[k * b.cols + col]);
  return sum;
}

}  // namespace

Success Interpreter::runDot(const Op &op) {
  auto matrix = [&](unsigned i) {
    Type type = op.operand(i)->type();
    return Matrix{elementsOf(op.operand(i)), type.elem().scalar(), static_cast<size_t>(type.shape()[1])};
  };
  Tile &result = resultOf(op);
  Matrix a = matrix(0), b = matrix(1), acc = matrix(2);
  for (size_t i = 0; i < result.size(); ++i) {
    size_t row = i / b.cols, col = i % b.cols;
    if (acc.kind == ScalarKind::F32)
      result[i] = encodeFloat(acc.kind, decodeFloat(acc.kind, acc.elements[i]) + sumOfProducts<double>(a, b, row, col));
    else
      result[i] = (acc.elements[i] + static_cast<uint64_t>(sumOfProducts<int64_t>(a, b, row, col))) & lowMask(32);
  }
  return {};
}

// Products are complete at once.
Success Interpreter::runDotWait(const Op &op) {
  for (unsigned i = 0; i < op.numResults(); ++i) tileOf(op.result(i)) = tileOf(op.operand(i));
  return {};
}

}  // namespace tritonc::ir
