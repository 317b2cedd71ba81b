#include "codegen/constant_offset.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

namespace tritonc::codegen {
namespace {

/// The constant operand of an addition that is exact in the sense of `ConstantOffset`, or null.
llvm::ConstantInt *addedConstant(llvm::Value *value) {
  if (auto *gep = llvm::dyn_cast<llvm::GetElementPtrInst>(value))
    return llvm::dyn_cast<llvm::ConstantInt>(gep->getOperand(1));
  auto *add = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (!add || add->getOpcode() != llvm::Instruction::Add) return nullptr;
  if (!add->getType()->isIntegerTy(64) && !add->hasNoSignedWrap()) return nullptr;
  return llvm::dyn_cast<llvm::ConstantInt>(add->getOperand(1));
}

}  // namespace

ConstantOffset splitConstant(llvm::Value *value) {
  ConstantOffset result{value, 0};
  while (llvm::ConstantInt *constant = addedConstant(result.base)) {
    result.offset = wrappingAdd(result.offset, constant->getSExtValue());
    result.base = llvm::cast<llvm::User>(result.base)->getOperand(0);
  }
  if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(result.base))
    return {nullptr, wrappingAdd(result.offset, constant->getSExtValue())};
  return result;
}

llvm::Value *addConstant(llvm::IRBuilder<> &builder, llvm::Value *value, int64_t offset) {
  if (offset == 0) return value;
  unsigned width = value->getType()->getIntegerBitWidth();
  auto *constant = llvm::ConstantInt::get(value->getType(), static_cast<uint64_t>(offset));
  // A distance that is no number of the type comes out right by wrapping only.
  bool isExact = width < 64 && llvm::isIntN(width, offset);
  return builder.CreateAdd(value, constant, "", /*HasNUW=*/false, /*HasNSW=*/isExact);
}

llvm::Value *offsetPointer(llvm::IRBuilder<> &builder, llvm::Value *pointer, llvm::Value *offset) {
  return builder.CreateGEP(builder.getInt8Ty(), pointer, offset);
}

llvm::Value *offsetPointer(llvm::IRBuilder<> &builder, llvm::Value *pointer, int64_t offset) {
  return offset == 0 ? pointer : offsetPointer(builder, pointer, builder.getInt64(static_cast<uint64_t>(offset)));
}

}  // namespace tritonc::codegen
