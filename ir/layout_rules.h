// The layout that the operand of a shape operation has, given that of the result, so that no data moves.
//
// The verifier checks these rules, the layout solver follows them and the emitter relies on them.
#pragma once

#include "ir/linear_layout.h"

namespace tritonc::ir {

/// Of `expand_dims axis`. Register i of the operand is register i of the result.
LinearLayout expandDimsOperand(const LinearLayout &result, unsigned axis);

/// Of `broadcast` from `operandShape`. Registers that differ only along repeated dimensions are one register of the
/// operand.
LinearLayout broadcastOperand(const LinearLayout &result, const DimVector &operandShape);

/// The register of the operand that register `index` of the result of such a `broadcast` repeats.
uint64_t broadcastOperandRegister(const LinearLayout &result, const DimVector &operandShape, uint64_t index);

}  // namespace tritonc::ir
