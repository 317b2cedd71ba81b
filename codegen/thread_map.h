// The part of a layout that depends on the thread, as arithmetic on `tid.x`.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <cstdint>

#include "ir/linear_layout.h"

namespace tritonc::codegen {

/// The flattened coordinate (i32) of the element in register 0 of thread `tid`.
llvm::Value *emitThreadMap(llvm::IRBuilder<> &builder, llvm::Value *tid, const ir::LinearLayout &layout);

/// The bits that `emitThreadMap` may set.
uint64_t threadMask(const ir::LinearLayout &layout);

/// The bits of `tid.x` that only choose between copies: the thread that has them all 0 owns its elements.
uint32_t copyMask(const ir::LinearLayout &layout);

}  // namespace tritonc::codegen
