// Copies from global to shared memory that run beside the thread that started them.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

void emitCopyAsync(FunctionEmitter &emitter, const ir::Op &op);
void emitCopyCommit(FunctionEmitter &emitter);
void emitCopyWait(FunctionEmitter &emitter, const ir::Op &op);

}  // namespace tritonc::codegen
