#include "codegen/short_negation.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

namespace tritonc::codegen {

void writeShortNegations(llvm::Function &function) {
  using namespace llvm::PatternMatch;
  llvm::Type *type = llvm::Type::getInt16Ty(function.getContext());
  llvm::FunctionType *signature = llvm::FunctionType::get(type, {type}, /*isVarArg=*/false);
  auto text = [&](const char *statements) {
    return llvm::InlineAsm::get(signature, statements, "=h,h", /*hasSideEffects=*/false);
  };
  llvm::InlineAsm *negation = text("{ .reg .b16 t; not.b16 t, $1; add.s16 $0, t, 1; }");
  llvm::InlineAsm *magnitude = text("{ .reg .b16 t; not.b16 t, $1; add.s16 t, t, 1; max.s16 $0, t, $1; }");
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    llvm::Value *operand = nullptr;
    if (instruction.getType() != type) continue;
    bool isNegation = match(&instruction, m_Neg(m_Value(operand)));
    bool isMagnitude = match(&instruction, m_Intrinsic<llvm::Intrinsic::abs>(m_Value(operand)));
    if (!isNegation && !isMagnitude) continue;
    llvm::CallInst *call = llvm::IRBuilder<>(&instruction).CreateCall(isNegation ? negation : magnitude, {operand});
    call->setDoesNotAccessMemory();
    call->setDoesNotThrow();
    instruction.replaceAllUsesWith(call);
    instruction.eraseFromParent();
  }
}

}  // namespace tritonc::codegen
