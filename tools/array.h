// Arrays that `tritonc run` passes to kernels: made from a description, read from and written to .npy files.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/support/diagnostics.h"
#include "ir/type.h"
#include "tools/number.h"

namespace tritonc::tools {

/// The element types that arrays can have, with their spellings here, in signatures and in .npy files.
struct ElementType {
  /// As in a signature: `fp32`, `u8`.
  std::string_view name;
  ir::ScalarKind kind;
  bool isUnsigned;
  /// The type code of numpy, for example `<f4`; empty where numpy has none.
  std::string_view npy;
};

/// Accepts the names of signatures and the short ones of the tile IR: `fp32` and `f32`, `i1`, `bf16`, `fp8e4nv`.
const ElementType *findElementType(std::string_view name);

/// The smallest and the largest value of a type of integers.
std::pair<WideInt, WideInt> integerRange(const ElementType &type);

/// The product of the sizes; nothing if it is beyond 2^32, the most that an array may have. A size of 0 must not stand
/// behind sizes that are too large by themselves.
std::optional<int64_t> countElements(std::span<const int64_t> shape);

/// Row-major elements on the host.
struct Array {
  const ElementType *type = nullptr;
  std::vector<int64_t> shape;
  std::vector<std::byte> data;

  int64_t numElements() const;
};

/// Makes the array of a description:
///
///   zeros(64x64, f16)   ones(8, i32)   full(8, f32, 2.5)   arange(8, i32)
///   rand(8, f32, seed=1)   randn(8, f32, seed=1)   randint(8, i32, 0, 100, seed=1)   @file.npy   @file.npy:bf16
///
/// `seed` is 0 by default; equal descriptions give equal arrays (`randn` up to the last bit of the
/// machine's logarithm). `what` names the argument in
/// messages.
Result<Array> makeArray(std::string_view description, std::string_view what, Diagnostics &diags);

/// Whether the text describes an array rather than a scalar.
bool describesArray(std::string_view text);

Result<Array> readNpy(const std::string &path, Diagnostics &diags);
/// What a .npy file of the array holds. Types that numpy does not have become unsigned integers of the same width.
std::string npyBytes(const Array &array);

/// One line: type, shape, and the first and last elements.
std::string summarize(const Array &array);

}  // namespace tritonc::tools
