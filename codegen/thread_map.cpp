// Bit k of the thread index adds column k. Pairs (bit k of the index, bit b of the coordinate) with one difference b -
// k are one shift and one mask, so lane=[4, 8, 16, 32, 64], warp=[128, 256] is (tid << 2) & 508.
#include "codegen/thread_map.h"

#include <array>
#include <bit>

#include "codegen/thread_bits.h"

namespace tritonc::codegen {
namespace {

llvm::Value *disjointOr(llvm::IRBuilder<> &builder, llvm::Value *a, llvm::Value *b) {
  llvm::Value *result = builder.CreateOr(a, b);
  if (auto *op = llvm::dyn_cast<llvm::PossiblyDisjointInst>(result)) op->setIsDisjoint(true);
  return result;
}

}  // namespace

llvm::Value *emitThreadMap(llvm::IRBuilder<> &builder, llvm::Value *tid, std::span<const uint64_t> columns) {
  // A tile has at most 2^20 elements and a program 2^10 threads, so differences are within -9 .. 19.
  constexpr int kMost = 32;
  std::array<uint32_t, 2 * kMost> masks{};
  for (size_t bit = 0; bit < columns.size(); ++bit)
    for (int to = 0; columns[bit] >> to; ++to)
      if (columns[bit] >> to & 1) masks[static_cast<size_t>(to - static_cast<int>(bit) + kMost)] |= 1u << to;

  llvm::Value *result = nullptr;
  uint32_t seen = 0;
  uint64_t all = ir::lowMask(static_cast<unsigned>(columns.size()));
  for (int shift = -kMost; shift < kMost; ++shift) {
    uint32_t mask = masks[static_cast<unsigned>(shift + kMost)];
    if (mask == 0) continue;
    llvm::Value *term = shift < 0 ? builder.CreateLShr(tid, static_cast<uint64_t>(-shift))
                                  : builder.CreateShl(tid, static_cast<uint64_t>(shift));
    uint64_t reach = shift < 0 ? all >> -shift : all << shift;
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

llvm::Value *emitThreadMap(llvm::IRBuilder<> &builder, llvm::Value *tid, const ir::LinearLayout &layout) {
  return emitThreadMap(builder, tid, threadColumns(layout));
}

llvm::Value *emitParity(llvm::IRBuilder<> &builder, llvm::Value *tid, uint64_t mask) {
  llvm::Value *bits = builder.CreateAnd(tid, mask);
  if (std::has_single_bit(mask)) return builder.CreateIsNotNull(bits);
  llvm::Value *count = builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, bits);
  return builder.CreateIsNotNull(builder.CreateAnd(count, 1));
}

}  // namespace tritonc::codegen
