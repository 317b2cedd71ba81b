// Operations that make indices and addresses. They keep what registers differ by as constants (constant_offset.h).
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

void emitProgramId(FunctionEmitter &emitter, const ir::Op &op);
void emitNumPrograms(FunctionEmitter &emitter, const ir::Op &op);
void emitRange(FunctionEmitter &emitter, const ir::Op &op);
void emitAddI(FunctionEmitter &emitter, const ir::Op &op);
void emitMulI(FunctionEmitter &emitter, const ir::Op &op);
void emitExtSI(FunctionEmitter &emitter, const ir::Op &op);
void emitAddPtr(FunctionEmitter &emitter, const ir::Op &op);

}  // namespace tritonc::codegen
