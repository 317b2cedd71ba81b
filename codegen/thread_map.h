// The part of a layout that depends on the thread, as arithmetic on `tid.x`.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <cstdint>
#include <span>

#include "ir/linear_layout.h"

namespace tritonc::codegen {

/// The flattened coordinate (i32) of the element in register 0 of thread `tid`.
llvm::Value *emitThreadMap(llvm::IRBuilder<> &builder, llvm::Value *tid, const ir::LinearLayout &layout);

/// The XOR (i32) of those columns whose bit of `tid` is set.
llvm::Value *emitThreadMap(llvm::IRBuilder<> &builder, llvm::Value *tid, std::span<const uint64_t> columns);

/// i1: an odd number of the bits of `tid` in `mask` are set.
llvm::Value *emitParity(llvm::IRBuilder<> &builder, llvm::Value *tid, uint64_t mask);

}  // namespace tritonc::codegen
