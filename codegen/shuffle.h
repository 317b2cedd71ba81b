// Data that moves between the lanes of a warp.
#pragma once

#include <span>

#include "codegen/emitter.h"

namespace tritonc::codegen {

/// Values of one type from the lane whose index differs by `mask`. Small elements travel several in a word, large ones
/// in two.
Regs exchangeLanes(FunctionEmitter &emitter, llvm::ArrayRef<llvm::Value *> values, uint32_t mask);

/// The same from the lane `source` (i32, of which the low 5 bits count).
Regs fetchLanes(FunctionEmitter &emitter, llvm::ArrayRef<llvm::Value *> values, llvm::Value *source);

/// result[r] = values[r ^ map(thread)], where `columns` give the linear map of the bits of `tid.x`.
Regs permuteByThread(FunctionEmitter &emitter, Regs values, std::span<const uint64_t> columns);

}  // namespace tritonc::codegen
