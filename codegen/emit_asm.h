// Inline assembler of the source.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

void emitInlineAsm(FunctionEmitter &emitter, const ir::Op &op);

}  // namespace tritonc::codegen
