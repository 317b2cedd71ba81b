// Products of matrices by fused multiply-adds of single numbers.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

void emitFmaDot(FunctionEmitter &emitter, const ir::Op &op);

}  // namespace tritonc::codegen
