// Values as something that depends on the thread plus a constant of the register.
//
// Registers of one thread differ by constants. Kept apart up to the address, they become immediates of one base
// register: ld.global.v4.b32 {...}, [%rd1+2048]. The constant is not stored beside the value but read off its
// definition, so any code may look.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <cstdint>

namespace tritonc::codegen {

/// value = base + offset: of integers of 64 bits and pointers modulo 2^64, of narrower integers exactly. `base` is null
/// for a constant.
struct ConstantOffset {
  llvm::Value *base;
  int64_t offset;
};

/// Looks through additions of constants, those of narrow integers only if they are marked not to wrap.
ConstantOffset splitConstant(llvm::Value *value);

/// Sums and differences of offsets wrap like those of the values they belong to.
inline int64_t wrappingAdd(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
inline int64_t wrappingMul(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

/// value + offset, where the caller knows that a sum of fewer than 64 bits does not wrap.
llvm::Value *addConstant(llvm::IRBuilder<> &builder, llvm::Value *value, int64_t offset);

/// pointer + offset bytes.
llvm::Value *offsetPointer(llvm::IRBuilder<> &builder, llvm::Value *pointer, llvm::Value *offset);
llvm::Value *offsetPointer(llvm::IRBuilder<> &builder, llvm::Value *pointer, int64_t offset);

}  // namespace tritonc::codegen
