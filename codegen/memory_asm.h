// PTX text for accesses to memory that LLVM has no instruction for: under a predicate, with modifiers, atomic.
#pragma once

#include <string>

#include "codegen/emitter.h"
#include "codegen/memory_words.h"

namespace tritonc::codegen {

/// One call of text, put together operand by operand, results first. It has side effects: such calls stay in order with
/// each other and with memory. LLVM makes those with instructions of whole warps (`.sync`) depend on nothing more.
class AsmText {
public:
  explicit AsmText(FunctionEmitter &emitter) : emitter_(emitter) {}

  /// Each returns how the text names the operand: `$0`. PTX holds a byte in 16 bits, so the type is none of 8 bits.
  std::string result(llvm::Type *type);
  std::string argument(llvm::Value *value);
  /// An address, with its constant part as text: `[$2 + 16]`.
  std::string address(llvm::Value *pointer);
  /// `@$1 `, or nothing if null.
  std::string predicate(llvm::Value *condition);
  /// What result `index` holds before, for text that may not write it.
  void initialValue(unsigned index, llvm::Value *value);

  /// The values of the results.
  Regs emit(const std::string &text);

private:
  std::string next() const;

  FunctionEmitter &emitter_;
  llvm::SmallVector<llvm::Type *> results_;
  Regs arguments_;
  std::string constraints_;
};

/// A statement without operands, in order with the others.
void emitStatement(FunctionEmitter &emitter, const std::string &text);

/// `$0`, or `{$0, $1, $2, $3}`.
std::string operandList(llvm::ArrayRef<std::string> operands);

/// `.b16`, `.v4.b32`.
std::string typeText(const WordShape &shape);

/// The type of the register that holds a word, and a word in it and back.
llvm::Type *registerType(llvm::IRBuilder<> &builder, const WordShape &shape);
llvm::Value *toRegister(llvm::IRBuilder<> &builder, llvm::Value *word, const WordShape &shape);
llvm::Value *fromRegister(llvm::IRBuilder<> &builder, llvm::Value *value, const WordShape &shape);

}  // namespace tritonc::codegen
