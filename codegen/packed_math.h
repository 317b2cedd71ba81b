// Arithmetic on two f16 or bf16 at once.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

/// Whether the target has the operation on pairs, with the same results as on each alone. The functions of
/// element_ops.h then take vectors of two elements.
bool isPackable(ir::Opcode opcode, ir::ScalarKind kind, Target target);

/// Two elements as a vector, and back.
llvm::Value *makePair(llvm::IRBuilder<> &builder, llvm::Value *low, llvm::Value *high);
Regs splitPair(llvm::IRBuilder<> &builder, llvm::Value *pair);

}  // namespace tritonc::codegen
