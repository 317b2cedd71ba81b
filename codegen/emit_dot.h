// Products of matrices on the matrix units of a warp.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

void emitDot(FunctionEmitter &emitter, const ir::Op &op);

}  // namespace tritonc::codegen
