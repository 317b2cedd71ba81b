// The 8-bit floats, which LLVM knows as integers: by instructions from sm_89 on, exactly in software below.
#pragma once

#include "codegen/element_ops.h"

namespace tritonc::codegen {

/// Exact: every f8 is an f16.
llvm::Value *float8ToF16(FunctionEmitter &emitter, llvm::Value *value, ir::ScalarKind from);

/// One rounding; what is too large becomes the largest finite value, NaN stays NaN.
llvm::Value *f32ToFloat8(FunctionEmitter &emitter, llvm::Value *value, ir::ScalarKind to, ir::Rounding round);

/// Whether the target converts two values at once (`f32PairToFloat8`, `float8PairToF16`).
bool hasFloat8Instructions(Target target);

/// Two f32 rounded to nearest even; `low` in the low byte of the i16.
llvm::Value *f32PairToFloat8(FunctionEmitter &emitter, llvm::Value *low, llvm::Value *high, ir::ScalarKind to);
/// The reverse of it, to two f16 in a vector.
llvm::Value *float8PairToF16(FunctionEmitter &emitter, llvm::Value *pair, ir::ScalarKind from);

}  // namespace tritonc::codegen
