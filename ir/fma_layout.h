// What a thread reads of the operands of a product that it computes by single multiplications.
#pragma once

#include "ir/linear_layout.h"
#include "ir/mma_layout.h"

namespace tritonc::ir {

/// The elements of an operand that go into the accumulators which a thread holds in layout `accumulator`, which may be
/// any. The lowest registers are the elements along K; then come the rows (A) or columns (B), in the order in which the
/// registers of the accumulators lead to them.
LinearLayout fmaOperand(const LinearLayout &accumulator, DotSide side, int64_t depth);

/// The number of the row (A) or column (B) among those registers that goes into accumulator `index`.
uint64_t fmaRegister(const LinearLayout &accumulator, DotSide side, uint64_t index);

}  // namespace tritonc::ir
