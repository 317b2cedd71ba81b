// Reductions and scans.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

void emitReduce(FunctionEmitter &emitter, const ir::Op &op);
void emitScan(FunctionEmitter &emitter, const ir::Op &op);

}  // namespace tritonc::codegen
