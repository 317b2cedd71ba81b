// Elements of a tile packed into the words that memory instructions move.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

/// How `width` neighbouring elements travel: `count` integers of `bits` bits.
struct WordShape {
  unsigned bits;
  unsigned count;
  unsigned elementsPerWord;
};

/// Elements of 64 bits are words of their own; smaller ones fill words of 32 bits, or one word if they are fewer.
WordShape wordShape(unsigned elemBits, unsigned width);

/// The elements, all of the LLVM type of `elem`, as words.
Regs packWords(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> elements, const WordShape &shape);
/// The reverse. A boolean is a byte that is not 0.
Regs unpackWords(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> words, llvm::Type *elem,
                 const WordShape &shape);

}  // namespace tritonc::codegen
