// Products of matrices on the matrix units of warpgroups.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

/// A `dot` with operands in shared memory.
void emitWgmma(FunctionEmitter &emitter, const ir::Op &op);
void emitDotWait(FunctionEmitter &emitter, const ir::Op &op);

}  // namespace tritonc::codegen
