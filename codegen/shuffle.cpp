#include "codegen/shuffle.h"

#include <llvm/IR/IntrinsicsNVPTX.h>

#include <algorithm>

#include "codegen/memory_words.h"
#include "codegen/thread_bits.h"
#include "codegen/thread_map.h"

namespace tritonc::codegen {
namespace {

/// All lanes take part: branches are uniform.
constexpr uint32_t kAllLanes = 0xffffffff;
/// The operand of `shfl` for a warp in one piece.
constexpr uint32_t kWholeWarp = 0x1f;

using llvm::Intrinsic::ID;

/// Moves a word of 32 bits, a narrower one in the low bits of such, or both halves of one of 64 bits.
llvm::Value *moveWord(FunctionEmitter &e, ID id, llvm::Value *word, llvm::Value *lane) {
  if (e.isSabotaged(SabotageKind::Shuffle)) return word;
  llvm::IRBuilder<> &b = e.builder();
  llvm::Type *type = word->getType();
  auto bits = static_cast<unsigned>(type->getPrimitiveSizeInBits());
  llvm::Value *integer = b.CreateBitCast(word, b.getIntNTy(bits));
  auto move = [&](llvm::Value *value) {
    return e.intrinsic(id, {b.getInt32(kAllLanes), value, lane, b.getInt32(kWholeWarp)});
  };
  llvm::Value *moved = nullptr;
  if (bits == 64) {
    llvm::Value *halves = b.CreateBitCast(integer, llvm::FixedVectorType::get(b.getInt32Ty(), 2));
    llvm::Value *result = llvm::PoisonValue::get(halves->getType());
    for (uint64_t i = 0; i < 2; ++i) result = b.CreateInsertElement(result, move(b.CreateExtractElement(halves, i)), i);
    moved = b.CreateBitCast(result, integer->getType());
  } else {
    moved = b.CreateTrunc(move(b.CreateZExt(integer, b.getInt32Ty())), integer->getType());
  }
  return b.CreateBitCast(moved, type);
}

Regs moveAll(FunctionEmitter &e, ID id, llvm::ArrayRef<llvm::Value *> values, llvm::Value *lane) {
  llvm::IRBuilder<> &b = e.builder();
  llvm::Type *elem = values[0]->getType();
  Regs result;
  for (unsigned width = std::max(4u / memoryBytes(elem), 1u); !values.empty();
       values = values.drop_front(std::min<size_t>(width, values.size()))) {
    while (width > values.size()) width /= 2;
    WordShape shape = wordShape(elem, width);
    Regs words = packWords(b, values.take_front(width), shape);
    for (llvm::Value *&word : words) word = moveWord(e, id, word, lane);
    result.append(unpackWords(b, words, elem, shape));
  }
  return result;
}

}  // namespace

Regs exchangeLanes(FunctionEmitter &e, llvm::ArrayRef<llvm::Value *> values, uint32_t mask) {
  return moveAll(e, llvm::Intrinsic::nvvm_shfl_sync_bfly_i32, values, e.builder().getInt32(mask));
}

Regs fetchLanes(FunctionEmitter &e, llvm::ArrayRef<llvm::Value *> values, llvm::Value *source) {
  return moveAll(e, llvm::Intrinsic::nvvm_shfl_sync_idx_i32, values, source);
}

Regs permuteByThread(FunctionEmitter &e, Regs values, std::span<const uint64_t> columns) {
  llvm::IRBuilder<> &b = e.builder();
  for (ThreadTerm term : threadTerms(columns)) {
    llvm::Value *isTaken = emitParity(b, e.threadIndex(), term.mask);
    if (e.isSabotaged(SabotageKind::Select)) isTaken = b.CreateNot(isTaken);
    Regs permuted;
    for (uint64_t reg = 0; reg < values.size(); ++reg)
      permuted.push_back(b.CreateSelect(isTaken, values[reg ^ term.vector], values[reg]));
    values = std::move(permuted);
  }
  return values;
}

}  // namespace tritonc::codegen
