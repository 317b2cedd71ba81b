// Inline assembler of the source: one call for each `pack` registers of the tile, the last of which may repeat. The
// constraints say which registers there are (ir/inline_asm.h); LLVM reads text and constraints as they are.
//
//   call i32 asm "cvt.rn.bf16x2.f32 $0, $2, $1;", "=r,f,f"(float %a, float %b)
#include "codegen/emit_asm.h"

#include <llvm/IR/InlineAsm.h>

#include <algorithm>

#include "codegen/memory_words.h"
#include "ir/inline_asm.h"

namespace tritonc::codegen {
namespace {

llvm::Type *registerType(llvm::IRBuilder<> &b, const ir::AsmRegister &reg) {
  switch (reg.letter) {
  case 'f': return b.getFloatTy();
  case 'd': return b.getDoubleTy();
  default: return b.getIntNTy(reg.bits());
  }
}

/// A word in the low bits of a register, and back.
llvm::Value *toRegister(llvm::IRBuilder<> &b, llvm::Value *word, const ir::AsmRegister &reg) {
  llvm::Type *type = registerType(b, reg);
  if (word->getType() == type) return word;
  auto bits = static_cast<unsigned>(word->getType()->getPrimitiveSizeInBits());
  llvm::Value *integer = b.CreateZExt(b.CreateBitCast(word, b.getIntNTy(bits)), b.getIntNTy(reg.bits()));
  return b.CreateBitCast(integer, type);
}
llvm::Value *fromRegister(llvm::IRBuilder<> &b, llvm::Value *value, const ir::AsmRegister &reg, llvm::Type *word) {
  if (value->getType() == word) return value;
  auto bits = static_cast<unsigned>(word->getPrimitiveSizeInBits());
  llvm::Value *integer = b.CreateTrunc(b.CreateBitCast(value, b.getIntNTy(reg.bits())), b.getIntNTy(bits));
  return b.CreateBitCast(integer, word);
}

/// The text of one operation, called for its registers one group after the other.
class InlineAsm {
public:
  InlineAsm(FunctionEmitter &emitter, const ir::Op &op)
      : e_(emitter), op_(op), attrs_(op.attrs<ir::AsmAttrs>()), pack_(static_cast<unsigned>(attrs_.pack)) {
    std::string problem;
    registers_ = *ir::parseAsmConstraints(attrs_.constraints.text, problem);
    constraints_ = attrs_.constraints.text;
    std::erase(constraints_, ' ');
    // Nothing that reads or writes memory may pass a text with effects.
    if (!attrs_.isPure) constraints_ += constraints_.empty() ? "~{memory}" : ",~{memory}";
  }

  void emit() {
    std::vector<Regs> results(op_.numResults());
    unsigned count = numRegs(op_.result()->type());
    for (unsigned first = 0; first < count; first += pack_) {
      Regs outputs = call(inputs(first, count));
      size_t output = 0;
      for (unsigned r = 0; r < op_.numResults(); ++r) {
        Regs elements = unpack(op_.result(r)->type(), outputs, output);
        elements.resize(std::min(pack_, count - first));
        results[r].append(elements);
      }
    }
    for (unsigned r = 0; r < op_.numResults(); ++r) e_.set(op_.result(r), std::move(results[r]));
  }

private:
  Regs inputs(unsigned first, unsigned count) {
    llvm::IRBuilder<> &b = e_.builder();
    Regs words;
    for (const ir::Use &use : op_.operands()) {
      const Regs &values = e_.regs(use.value());
      ir::AsmPacking packing(use.value()->type(), pack_);
      WordShape shape = shapeOf(use.value()->type(), packing);
      for (unsigned reg = 0; reg < packing.registers; ++reg) {
        Regs elements;
        for (unsigned i = 0; i < shape.elementsPerWord; ++i)
          elements.push_back(regAt(values, std::min(first + reg * packing.elementsPerRegister + i, count - 1)));
        llvm::Value *word = packWords(b, elements, shape)[0];
        words.push_back(toRegister(b, word, registers_.inputs[words.size()]));
      }
    }
    return words;
  }

  Regs unpack(ir::Type type, const Regs &outputs, size_t &output) {
    llvm::IRBuilder<> &b = e_.builder();
    ir::AsmPacking packing(type, pack_);
    WordShape shape = shapeOf(type, packing);
    Regs elements;
    for (unsigned reg = 0; reg < packing.registers; ++reg, ++output) {
      llvm::Value *word = fromRegister(b, outputs[output], registers_.outputs[output], shape.word);
      Regs unpacked = unpackWords(b, {word}, e_.type(type), shape);
      unpacked.resize(packing.elementsPerRegister);
      elements.append(unpacked);
    }
    return elements;
  }

  /// One word of as many elements as a register holds, or the next power of two.
  WordShape shapeOf(ir::Type type, const ir::AsmPacking &packing) {
    return wordShape(e_.type(type), static_cast<unsigned>(std::bit_ceil(packing.elementsPerRegister)));
  }

  Regs call(const Regs &inputs) {
    llvm::IRBuilder<> &b = e_.builder();
    llvm::SmallVector<llvm::Type *> results, arguments;
    for (const ir::AsmRegister &reg : registers_.outputs) results.push_back(registerType(b, reg));
    for (llvm::Value *input : inputs) arguments.push_back(input->getType());
    llvm::Type *type = results.size() == 1 ? results[0] : llvm::StructType::get(e_.llvm(), results);
    auto *fn = llvm::FunctionType::get(type, arguments, /*isVarArg=*/false);
    auto *text = llvm::InlineAsm::get(fn, attrs_.text.text, constraints_, /*hasSideEffects=*/!attrs_.isPure);
    llvm::CallInst *result = b.CreateCall(text, inputs);
    result->setDoesNotThrow();
    if (attrs_.isPure) {
      result->setDoesNotAccessMemory();
      result->addFnAttr(llvm::Attribute::WillReturn);
    }
    // All threads of a warp come together to instructions that say so.
    if (attrs_.text.text.find(".sync") != std::string_view::npos) result->setConvergent();
    if (results.size() == 1) return {result};
    Regs values;
    for (unsigned i = 0; i < results.size(); ++i) values.push_back(b.CreateExtractValue(result, i));
    return values;
  }

  FunctionEmitter &e_;
  const ir::Op &op_;
  const ir::AsmAttrs &attrs_;
  unsigned pack_;
  ir::AsmRegisters registers_;
  std::string constraints_;
};

}  // namespace

void emitInlineAsm(FunctionEmitter &emitter, const ir::Op &op) { InlineAsm(emitter, op).emit(); }

}  // namespace tritonc::codegen
