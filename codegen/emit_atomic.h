// Atomic operations.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

void emitAtomicRmw(FunctionEmitter &emitter, const ir::Op &op);
void emitAtomicCas(FunctionEmitter &emitter, const ir::Op &op);

}  // namespace tritonc::codegen
