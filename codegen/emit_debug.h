// What only someone who looks for a fault asks for.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

void emitAssert(FunctionEmitter &emitter, const ir::Op &op);
void emitPrint(FunctionEmitter &emitter, const ir::Op &op);

}  // namespace tritonc::codegen
