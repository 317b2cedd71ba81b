// Operations that change shapes and layouts without changing elements.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

void emitBroadcast(FunctionEmitter &emitter, const ir::Op &op);
/// `expand_dims`, `reshape` and `trans`: the layout rules leave each register where it is.
void emitSameRegisters(FunctionEmitter &emitter, const ir::Op &op);
void emitJoin(FunctionEmitter &emitter, const ir::Op &op);
void emitSplit(FunctionEmitter &emitter, const ir::Op &op);
void emitConvertLayout(FunctionEmitter &emitter, const ir::Op &op);

}  // namespace tritonc::codegen
