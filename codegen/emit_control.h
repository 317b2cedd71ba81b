// Structured control flow as branches and phis, and calls.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

void emitFor(FunctionEmitter &emitter, const ir::Op &op);
void emitWhile(FunctionEmitter &emitter, const ir::Op &op);
void emitIf(FunctionEmitter &emitter, const ir::Op &op);
void emitCall(FunctionEmitter &emitter, const ir::Op &op);

}  // namespace tritonc::codegen
