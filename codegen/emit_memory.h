// Loads and stores.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

void emitLoad(FunctionEmitter &emitter, const ir::Op &op);
void emitStore(FunctionEmitter &emitter, const ir::Op &op);

}  // namespace tritonc::codegen
