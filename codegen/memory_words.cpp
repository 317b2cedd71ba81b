#include "codegen/memory_words.h"

#include <algorithm>

namespace tritonc::codegen {
namespace {

/// The element as an integer of its size in memory.
llvm::Value *toInteger(llvm::IRBuilder<> &b, llvm::Value *element) {
  llvm::Type *type = element->getType();
  if (type->isIntegerTy(1)) return b.CreateZExt(element, b.getInt8Ty());
  if (type->isPointerTy()) return b.CreatePtrToInt(element, b.getInt64Ty());
  return b.CreateBitCast(element, b.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits())));
}

llvm::Value *fromInteger(llvm::IRBuilder<> &b, llvm::Value *integer, llvm::Type *elem) {
  if (elem->isIntegerTy(1)) return b.CreateIsNotNull(integer);
  if (elem->isPointerTy()) return b.CreateIntToPtr(integer, elem);
  return b.CreateBitCast(integer, elem);
}

llvm::Value *packWord(llvm::IRBuilder<> &b, llvm::ArrayRef<llvm::Value *> elements, llvm::Type *type) {
  if (elements[0]->getType() == type) return elements[0];
  if (elements.size() == 1) return toInteger(b, elements[0]);
  unsigned bits = type->getIntegerBitWidth();
  unsigned elemBits = bits / static_cast<unsigned>(elements.size());
  if (elemBits == 16) {
    // One instruction in PTX: mov.b32 %r, {%rs, %rs}.
    llvm::Value *pair = llvm::PoisonValue::get(llvm::FixedVectorType::get(elements[0]->getType(), 2));
    for (uint64_t i = 0; i < 2; ++i) pair = b.CreateInsertElement(pair, elements[i], i);
    return b.CreateBitCast(pair, b.getInt32Ty());
  }
  llvm::Value *word = b.getIntN(bits, 0);
  for (unsigned i = 0; i < elements.size(); ++i) {
    llvm::Value *wide = b.CreateZExt(toInteger(b, elements[i]), word->getType());
    word = b.CreateOr(word, b.CreateShl(wide, i * elemBits));
  }
  return word;
}

void unpackWord(llvm::IRBuilder<> &b, llvm::Value *word, llvm::Type *elem, unsigned count, Regs &elements) {
  if (count == 1) {
    elements.push_back(word->getType() == elem ? word : fromInteger(b, word, elem));
    return;
  }
  unsigned elemBits = word->getType()->getIntegerBitWidth() / count;
  if (elemBits == 16) {
    llvm::Value *pair = b.CreateBitCast(word, llvm::FixedVectorType::get(elem, 2));
    for (uint64_t i = 0; i < 2; ++i) elements.push_back(b.CreateExtractElement(pair, i));
    return;
  }
  for (unsigned i = 0; i < count; ++i)
    elements.push_back(fromInteger(b, b.CreateTrunc(b.CreateLShr(word, i * elemBits), b.getIntNTy(elemBits)), elem));
}

llvm::Type *vectorType(const WordShape &shape) {
  return shape.count == 1 ? shape.word : llvm::FixedVectorType::get(shape.word, shape.count);
}

llvm::Align alignmentOf(const WordShape &shape) { return llvm::Align(uint64_t{shape.bits()} / 8 * shape.count); }

}  // namespace

unsigned memoryBytes(llvm::Type *elem) {
  return elem->isPointerTy() ? 8 : std::max(static_cast<unsigned>(elem->getPrimitiveSizeInBits()) / 8, 1u);
}

WordShape wordShape(llvm::Type *elem, unsigned width) {
  if (elem->isFloatTy() || elem->isDoubleTy()) return {elem, width, 1};
  unsigned elemBits = 8 * memoryBytes(elem);
  unsigned bits = std::min(elemBits * width, std::max(elemBits, 32u));
  return {llvm::Type::getIntNTy(elem->getContext(), bits), elemBits * width / bits, bits / elemBits};
}

Regs packWords(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> elements, const WordShape &shape) {
  Regs words;
  for (; !elements.empty(); elements = elements.drop_front(shape.elementsPerWord))
    words.push_back(packWord(builder, elements.take_front(shape.elementsPerWord), shape.word));
  return words;
}

Regs unpackWords(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> words, llvm::Type *elem,
                 const WordShape &shape) {
  Regs elements;
  for (llvm::Value *word : words) unpackWord(builder, word, elem, shape.elementsPerWord, elements);
  return elements;
}

llvm::Value *accessPlace(FunctionEmitter &e, llvm::Value *pointer, unsigned bytes) {
  if (!e.isSabotaged(SabotageKind::Address)) return pointer;
  return e.builder().CreateConstGEP1_32(e.builder().getInt8Ty(), pointer, bytes);
}

llvm::Value *accessPlace(FunctionEmitter &e, llvm::Value *pointer, const WordShape &shape) {
  return accessPlace(e, pointer, shape.count * shape.bits() / 8);
}

Regs loadWords(llvm::IRBuilder<> &builder, llvm::Value *pointer, const WordShape &shape) {
  llvm::Value *loaded = builder.CreateAlignedLoad(vectorType(shape), pointer, alignmentOf(shape));
  if (shape.count == 1) return {loaded};
  Regs words;
  for (uint64_t i = 0; i < shape.count; ++i) words.push_back(builder.CreateExtractElement(loaded, i));
  return words;
}

void storeWords(llvm::IRBuilder<> &builder, llvm::Value *pointer, const WordShape &shape,
                llvm::ArrayRef<llvm::Value *> words) {
  llvm::Value *stored = words[0];
  if (shape.count > 1) {
    stored = llvm::PoisonValue::get(vectorType(shape));
    for (uint64_t i = 0; i < shape.count; ++i) stored = builder.CreateInsertElement(stored, words[i], i);
  }
  builder.CreateAlignedStore(stored, pointer, alignmentOf(shape));
}

}  // namespace tritonc::codegen
