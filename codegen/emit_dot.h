// Products of matrices on the matrix units of a warp.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

/// The type of an operand of matrix instructions in PTX: `f16`, `tf32`, `e4m3`.
std::string_view matrixType(ir::ScalarKind kind);

void emitDot(FunctionEmitter &emitter, const ir::Op &op);

}  // namespace tritonc::codegen
