// The meaning of element-wise operations on scalars: the one place that passes (to fold) and the interpreter (to run)
// ask. Values are bits, zero-extended to 64; a pointer is its address.
#pragma once

#include <optional>
#include <span>

#include "ir/libdevice_host.h"
#include "ir/op.h"

namespace tritonc::ir {

/// What one element of an operation gives.
struct Element {
  uint64_t bits = 0;
  /// False where ops.def calls the value unspecified: `bits` is then one of the possible ones.
  bool isSpecified = true;
};

/// One element-wise operation with all that its meaning depends on looked up, so that a loop over elements only calls.
class ElementOp {
public:
  /// `pattern` chooses among the possible values of an unspecified result. An `extern` has a stand-in on the host.
  explicit ElementOp(const Op &op, uint64_t pattern = 0);

  /// `operands` holds as many values as the operation has operands. Approximate operations give the result that the
  /// host finds most accurate, rounded once.
  Element operator()(const uint64_t *operands) const { return function_(*this, operands); }

  // For the functions of evaluate.cpp. `from` describes operand 0, of `addptr` the offset; pointers count as i64.
  ScalarKind from() const { return from_; }
  ScalarKind to() const { return to_; }
  unsigned fromBits() const { return fromBits_; }
  unsigned toBits() const { return toBits_; }
  Rounding round() const { return round_; }
  /// Bytes of the pointee of `addptr`.
  uint64_t scale() const { return scale_; }
  /// Of `extern`.
  HostFunction host() const { return host_; }

  Element specified(uint64_t bits) const { return {bits & toMask_, true}; }
  Element anyOf(uint64_t a, uint64_t b) const { return {(pattern_ & 1 ? a : b) & toMask_, false}; }
  Element unspecified() const { return {pattern_ & toMask_, false}; }

  using Function = Element (*)(const ElementOp &, const uint64_t *operands);

private:
  Function function_;
  ScalarKind from_;
  ScalarKind to_;
  Rounding round_ = Rounding::NearestEven;
  unsigned fromBits_;
  unsigned toBits_;
  uint64_t toMask_;
  uint64_t scale_ = 1;
  HostFunction host_ = nullptr;
  uint64_t pattern_;
};

/// The one result that every executor gives for these operands; nothing if executors may differ, because the operation
/// is approximate or the value unspecified. For constant folding.
std::optional<uint64_t> evaluate(const Op &op, std::span<const uint64_t> operands);

}  // namespace tritonc::ir
