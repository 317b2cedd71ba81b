// Values as something that depends on the thread plus a constant of the register.
//
// Registers of one thread differ by constants. Kept apart up to the address, they become immediates of one base
// register: ld.global.v4.b32 {...}, [%rd1+2048]. The constant is not stored beside the value but read off its
// definition, so any code may look.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <cstdint>

#include "passes/interval.h"

namespace tritonc::codegen {

// Sums and differences of offsets wrap like those of the values they belong to.
using passes::wrappingAdd;
using passes::wrappingMul;

/// value = base + offset: of integers of 64 bits and pointers modulo 2^64, of narrower integers exactly. `base` is null
/// for a constant.
struct ConstantOffset {
  llvm::Value *base;
  int64_t offset;
};

/// Looks through additions of constants, those of narrow integers only if they are marked not to wrap.
ConstantOffset splitConstant(llvm::Value *value);

/// value + offset, where the caller knows that a sum of fewer than 64 bits does not wrap.
llvm::Value *addConstant(llvm::IRBuilder<> &builder, llvm::Value *value, int64_t offset);

/// pointer + offset bytes.
llvm::Value *offsetPointer(llvm::IRBuilder<> &builder, llvm::Value *pointer, llvm::Value *offset);
llvm::Value *offsetPointer(llvm::IRBuilder<> &builder, llvm::Value *pointer, int64_t offset);

}  // namespace tritonc::codegen
