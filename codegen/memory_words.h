// Elements of a tile packed into the words that memory instructions move.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

/// How neighbouring elements travel: `count` words of type `word`, each of them `elementsPerWord` elements.
struct WordShape {
  llvm::Type *word;
  unsigned count;
  unsigned elementsPerWord;

  unsigned bits() const { return static_cast<unsigned>(word->getPrimitiveSizeInBits()); }
};

/// Elements of 32 and 64 bits are words of their own; smaller ones fill integers of 32 bits, or one if they are fewer.
WordShape wordShape(llvm::Type *elem, unsigned width);

/// Elements of one type as words.
Regs packWords(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> elements, const WordShape &shape);
/// The reverse. A boolean is a byte that is not 0.
Regs unpackWords(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> words, llvm::Type *elem,
                 const WordShape &shape);

}  // namespace tritonc::codegen
