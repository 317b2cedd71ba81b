// Elements from elsewhere along an axis, and counting.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

void emitExchange(FunctionEmitter &emitter, const ir::Op &op);
void emitGather(FunctionEmitter &emitter, const ir::Op &op);
void emitLocalCount(FunctionEmitter &emitter, const ir::Op &op);

}  // namespace tritonc::codegen
