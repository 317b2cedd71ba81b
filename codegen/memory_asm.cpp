#include "codegen/memory_asm.h"

#include <fmt/format.h>
#include <llvm/IR/InlineAsm.h>

#include <limits>

#include "codegen/constant_offset.h"

namespace tritonc::codegen {
namespace {

/// The constraint of a register for values of the type.
char constraintOf(const llvm::DataLayout &layout, llvm::Type *type) {
  if (type->isIntegerTy(1)) return 'b';
  if (type->isFloatTy()) return 'f';
  if (type->isDoubleTy()) return 'd';
  switch (layout.getTypeSizeInBits(type).getFixedValue()) {
  case 16: return 'h';
  case 32: return 'r';
  case 64: return 'l';
  default: TC_UNREACHABLE("PTX has no other registers");
  }
}

}  // namespace

std::string AsmText::next() const { return fmt::format("${}", results_.size() + arguments_.size()); }

std::string AsmText::result(llvm::Type *type) {
  TC_CHECK(arguments_.empty(), "results come first");
  std::string name = next();
  constraints_ += fmt::format("{}={}", constraints_.empty() ? "" : ",",
                              constraintOf(emitter_.module().module.getDataLayout(), type));
  results_.push_back(type);
  return name;
}

std::string AsmText::argument(llvm::Value *value) {
  std::string name = next();
  constraints_ += fmt::format("{}{}", constraints_.empty() ? "" : ",",
                              constraintOf(emitter_.module().module.getDataLayout(), value->getType()));
  arguments_.push_back(value);
  return name;
}

std::string AsmText::address(llvm::Value *pointer) {
  ConstantOffset split = splitConstant(pointer);
  bool fits =
      split.offset >= std::numeric_limits<int32_t>::min() && split.offset <= std::numeric_limits<int32_t>::max();
  if (!split.base || !fits) split = {pointer, 0};
  std::string base = argument(split.base);
  return split.offset == 0 ? fmt::format("[{}]", base) : fmt::format("[{} + {}]", base, split.offset);
}

std::string AsmText::predicate(llvm::Value *condition) {
  return condition ? fmt::format("@{} ", argument(condition)) : std::string();
}

void AsmText::initialValue(unsigned index, llvm::Value *value) {
  constraints_ += fmt::format(",{}", index);
  arguments_.push_back(value);
}

Regs AsmText::emit(const std::string &text) {
  llvm::IRBuilder<> &b = emitter_.builder();
  llvm::Type *type = b.getVoidTy();
  if (results_.size() == 1) type = results_[0];
  if (results_.size() > 1) type = llvm::StructType::get(emitter_.llvm(), results_);
  llvm::SmallVector<llvm::Type *> types;
  for (llvm::Value *argument : arguments_) types.push_back(argument->getType());
  auto *fn = llvm::FunctionType::get(type, types, /*isVarArg=*/false);
  // Without the clobber, the passes over machine instructions move loads of other memory across the statement.
  std::string constraints = constraints_ + (constraints_.empty() ? "~{memory}" : ",~{memory}");
  llvm::CallInst *call = b.CreateCall(llvm::InlineAsm::get(fn, text, constraints, /*hasSideEffects=*/true), arguments_);
  // All threads of a warp come together to instructions that say so.
  if (text.find(".sync") != std::string::npos) call->setConvergent();
  if (results_.size() == 1) return {call};
  Regs values;
  for (unsigned i = 0; i < results_.size(); ++i) values.push_back(b.CreateExtractValue(call, i));
  return values;
}

void emitStatement(FunctionEmitter &emitter, const std::string &text) { AsmText(emitter).emit(text); }

std::string operandList(llvm::ArrayRef<std::string> operands) {
  return operands.size() == 1 ? operands[0] : fmt::format("{{{}}}", fmt::join(operands, ", "));
}

std::string typeText(const WordShape &shape) {
  return shape.count == 1 ? fmt::format(".b{}", shape.bits()) : fmt::format(".v{}.b{}", shape.count, shape.bits());
}

llvm::Type *registerType(llvm::IRBuilder<> &builder, const WordShape &shape) {
  return shape.bits() == 8 ? builder.getInt16Ty() : shape.word;
}

llvm::Value *toRegister(llvm::IRBuilder<> &builder, llvm::Value *word, const WordShape &shape) {
  return shape.bits() == 8 ? builder.CreateZExt(word, builder.getInt16Ty()) : word;
}

llvm::Value *fromRegister(llvm::IRBuilder<> &builder, llvm::Value *value, const WordShape &shape) {
  return shape.bits() == 8 ? builder.CreateTrunc(value, shape.word) : value;
}

}  // namespace tritonc::codegen
