#include "codegen/short_negation.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

namespace tritonc::codegen {

void writeShortNegations(llvm::Function &function) {
  llvm::Type *type = llvm::Type::getInt16Ty(function.getContext());
  llvm::FunctionType *signature = llvm::FunctionType::get(type, {type}, /*isVarArg=*/false);
  llvm::InlineAsm *text = llvm::InlineAsm::get(signature, "{ .reg .b16 t; not.b16 t, $1; add.s16 $0, t, 1; }", "=h,h",
                                               /*hasSideEffects=*/false);
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    llvm::Value *operand = nullptr;
    if (instruction.getType() != type ||
        !match(&instruction, llvm::PatternMatch::m_Neg(llvm::PatternMatch::m_Value(operand))))
      continue;
    llvm::CallInst *call = llvm::IRBuilder<>(&instruction).CreateCall(text, {operand});
    call->setDoesNotAccessMemory();
    call->setDoesNotThrow();
    instruction.replaceAllUsesWith(call);
    instruction.eraseFromParent();
  }
}

}  // namespace tritonc::codegen
