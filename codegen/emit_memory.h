// Loads and stores.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

void emitLoad(FunctionEmitter &emitter, const ir::Op &op);
void emitStore(FunctionEmitter &emitter, const ir::Op &op);

/// Whether it is the constant true.
bool isTrue(const llvm::Value *value);

/// A mask as an access has it: null if it is null or always true.
llvm::Value *accessMask(FunctionEmitter &emitter, llvm::Value *mask);

/// i1: this thread is the one that writes, under a mask (null: none), of those that hold the same elements of a tile or
/// scalar of the type. Null: always.
llvm::Value *ownerPredicate(FunctionEmitter &emitter, ir::Type type, llvm::Value *mask);

}  // namespace tritonc::codegen
