// Bit k of the thread index adds column k. Pairs (bit k of the index, bit b of the coordinate) with one difference b -
// k are one shift and one mask, so lane=[4, 8, 16, 32, 64], warp=[128, 256] is (tid << 2) & 508.
#include "codegen/thread_map.h"

#include <array>

namespace tritonc::codegen {
namespace {

using ir::InDim;

llvm::Value *disjointOr(llvm::IRBuilder<> &builder, llvm::Value *a, llvm::Value *b) {
  llvm::Value *result = builder.CreateOr(a, b);
  if (auto *op = llvm::dyn_cast<llvm::PossiblyDisjointInst>(result)) op->setIsDisjoint(true);
  return result;
}

/// The columns of `tid.x`: lanes are its low 5 bits, warps the rest.
template <class Visit> void forEachThreadColumn(const ir::LinearLayout &layout, Visit &&visit) {
  unsigned bit = 0;
  for (InDim dim : {InDim::Lane, InDim::Warp})
    for (uint64_t column : layout.columns(dim)) visit(bit++, column);
}

}  // namespace

llvm::Value *emitThreadMap(llvm::IRBuilder<> &builder, llvm::Value *tid, const ir::LinearLayout &layout) {
  // A tile has at most 2^20 elements and a program 2^10 threads, so differences are within -9 .. 19.
  constexpr int kMost = 32;
  std::array<uint32_t, 2 * kMost> masks{};
  unsigned numBits = layout.inBits(InDim::Lane) + layout.inBits(InDim::Warp);
  forEachThreadColumn(layout, [&](unsigned bit, uint64_t column) {
    for (int to = 0; column >> to; ++to)
      if (column >> to & 1) masks[static_cast<unsigned>(to - static_cast<int>(bit) + kMost)] |= 1u << to;
  });

  llvm::Value *result = nullptr;
  uint32_t seen = 0;
  for (int shift = -kMost; shift < kMost; ++shift) {
    uint32_t mask = masks[static_cast<unsigned>(shift + kMost)];
    if (mask == 0) continue;
    llvm::Value *term = shift < 0 ? builder.CreateLShr(tid, static_cast<uint64_t>(-shift))
                                  : builder.CreateShl(tid, static_cast<uint64_t>(shift));
    uint64_t reach = shift < 0 ? ir::lowMask(numBits) >> -shift : ir::lowMask(numBits) << shift;
    if (mask != reach) term = builder.CreateAnd(term, mask);
    if (!result)
      result = term;
    else if ((seen & mask) == 0)
      result = disjointOr(builder, result, term);
    else
      result = builder.CreateXor(result, term);
    seen |= mask;
  }
  return result ? result : builder.getInt32(0);
}

uint64_t threadMask(const ir::LinearLayout &layout) {
  uint64_t mask = 0;
  forEachThreadColumn(layout, [&](unsigned, uint64_t column) { mask |= column; });
  return mask;
}

uint32_t copyMask(const ir::LinearLayout &layout) {
  ir::Place masks = layout.freeVariableMasks();
  return static_cast<uint32_t>(masks[InDim::Lane] | masks[InDim::Warp] << layout.inBits(InDim::Lane));
}

}  // namespace tritonc::codegen
