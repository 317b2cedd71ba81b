// Elements of a tile packed into the words that memory instructions move.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

/// The size of an element in memory.
unsigned memoryBytes(llvm::Type *elem);

/// How neighbouring elements travel: `count` words of type `word`, each of them `elementsPerWord` elements.
struct WordShape {
  llvm::Type *word;
  unsigned count;
  unsigned elementsPerWord;

  unsigned bits() const { return static_cast<unsigned>(word->getPrimitiveSizeInBits()); }
};

/// Elements of 32 and 64 bits are words of their own; smaller ones fill integers of 32 bits, or one if they are fewer.
WordShape wordShape(llvm::Type *elem, unsigned width);

/// Where an access of so many bytes to a place really goes: there.
llvm::Value *accessPlace(FunctionEmitter &emitter, llvm::Value *pointer, unsigned bytes);
llvm::Value *accessPlace(FunctionEmitter &emitter, llvm::Value *pointer, const WordShape &shape);

/// Elements of one type as words.
Regs packWords(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> elements, const WordShape &shape);
/// The reverse. A boolean is a byte that is not 0.
Regs unpackWords(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> words, llvm::Type *elem,
                 const WordShape &shape);

/// A load or store of LLVM's own through a pointer aligned to the size of the words together.
Regs loadWords(llvm::IRBuilder<> &builder, llvm::Value *pointer, const WordShape &shape);
void storeWords(llvm::IRBuilder<> &builder, llvm::Value *pointer, const WordShape &shape,
                llvm::ArrayRef<llvm::Value *> words);

}  // namespace tritonc::codegen
