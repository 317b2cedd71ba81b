// How the layouts of operands and results of an operation hang together, so that no data moves.
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

/// Of the result of `reduce`: the operand's without the axis. Registers that differed only along it are one register.
LinearLayout reduceResult(const LinearLayout &operand, unsigned axis);

/// How far apart in the machine elements are whose indices along `axis` differ by `mask`: the place to XOR with. The
/// nearest of several: in registers before lanes, in lanes before warps.
Place exchangeDistance(const LinearLayout &layout, unsigned axis, uint64_t mask);

}  // namespace tritonc::ir
