// Products of matrices on the matrix units of a warp.
#pragma once

#include "codegen/emitter.h"
#include "ir/mma_layout.h"

namespace tritonc::codegen {

/// The registers of an operand as the 32-bit words of matrix instructions: by matrix of a stack, step along K, block,
/// and word of an instruction. `instruction`: from `ir::mmaInstructionOperand`.
Regs fragmentWords(FunctionEmitter &emitter, const ir::Value *value, ir::DotSide side,
                   const ir::LinearLayout &instruction);

void emitDot(FunctionEmitter &emitter, const ir::Op &op);

}  // namespace tritonc::codegen
