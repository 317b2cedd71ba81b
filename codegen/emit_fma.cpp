// Each thread adds up its own accumulators, from what it reads of rows of A and columns of B in shared memory:
//
//   loop:  phis of the step and the accumulators
//          for a few elements along K   ld.shared.v4.f32 of A and of B, and fma.rn.f32 for each accumulator
//          step + 1 < steps ? loop : exit
//
// The steps are unrolled as far as that many instructions stay few, and all of them where there are few in all.
#include "codegen/emit_fma.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>

#include "codegen/buffer_access.h"
#include "codegen/emit_shared.h"
#include "codegen/memory_words.h"
#include "codegen/sabotage.h"
#include "codegen/thread_map.h"
#include "ir/fma_layout.h"

namespace tritonc::codegen {
namespace {

using ir::DotSide;
using ir::InDim;

/// Multiplications in the body of the loop.
constexpr unsigned kUnrolled = 512;
constexpr unsigned kVectorBytes = 16;

unsigned depthBits(const ir::Op &op) { return ir::log2Exact(op.operand(0)->type().shape().back()); }

/// The elements along K that one pass through the body should cover: whole vectors.
uint64_t depthOfStep(const ir::Op &op) {
  ir::Type type = op.result()->type();
  uint64_t few = std::max<uint64_t>(kUnrolled / numRegs(type), kVectorBytes / type.elemBytes());
  return std::min(uint64_t{1} << depthBits(op), std::bit_floor(few));
}

/// An operand in shared memory, of which registers are loaded when they are first asked for.
class Operand {
public:
  Operand(FunctionEmitter &e, const ir::Op &op, DotSide side)
      : e_(e), value_(op.operand(side == DotSide::A ? 0 : 1)), accumulator_(*op.result()->type().layout()), side_(side),
        depthBits_(depthBits(op)), access_(planAccess()) {
    for (uint64_t first = 0; first < numRegisters(); first += access_.width)
      for (uint64_t i = 0; i < access_.width; ++i) groups_[access_.run.oldRegister(first + i)] = {first, i};
  }

  /// Whether elements that differ in this bit of their place along K are in the same order in their vectors.
  bool keepsOrder(unsigned bit) const { return access_.offsets.column(InDim::Register, bit) % access_.width == 0; }

  /// From here on, registers are those of a step, whose number holds these bits of the place along K.
  void enter(llvm::Value *step, uint64_t bits) {
    addresses_.emplace(e_, e_.scalar(value_), access_.offsets, value_->type().elemBytes());
    std::vector<uint64_t> columns;
    uint64_t mask = 0;
    for (unsigned bit = 0; bit < depthBits_; ++bit) {
      if (!(bits >> bit & 1)) continue;
      columns.push_back(access_.offsets.column(InDim::Register, bit));
      mask |= columns.back();
    }
    if (!columns.empty()) addresses_->flip(emitThreadMap(e_.builder(), step, columns), mask);
  }

  /// The factor of accumulator `index`, so deep in the step.
  llvm::Value *get(uint64_t index, uint64_t depth) {
    auto [first, number] = groups_.at(ir::fmaRegister(accumulator_, side_, index) << depthBits_ | depth);
    Regs &group = loaded_[first];
    if (group.empty()) {
      WordShape shape = wordShape(e_.type(value_->type().elem()), access_.width);
      group = loadWords(e_.builder(), addresses_->get(access_.run.oldRegister(first)), shape);
    }
    return group[number];
  }

private:
  struct Member {
    uint64_t first, number;
  };

  BufferAccess planAccess() const {
    ir::LinearLayout buffer = *value_->type().layout();
    if (e_.sabotage()) buffer = e_.sabotage()->breakSwizzle(buffer);
    ir::LinearLayout registers = ir::fmaOperand(accumulator_, side_, int64_t{1} << depthBits_);
    return planBufferAccess(registers, buffer, value_->type().elemBytes());
  }
  uint64_t numRegisters() const { return uint64_t{1} << access_.run.registerBasis.size(); }

  FunctionEmitter &e_;
  const ir::Value *value_;
  const ir::LinearLayout &accumulator_;
  DotSide side_;
  unsigned depthBits_;
  BufferAccess access_;
  /// By register: the number of the first of its group in the order of memory, and its own in the group.
  std::map<uint64_t, Member> groups_;
  std::optional<SharedAddresses> addresses_;
  std::map<uint64_t, Regs> loaded_;
};

/// The bits of a place along K that the number of a step holds; the others are unrolled.
uint64_t bitsOfSteps(const ir::Op &op, const Operand &a, const Operand &b) {
  unsigned left = depthBits(op) - ir::log2Exact(static_cast<int64_t>(depthOfStep(op)));
  uint64_t bits = 0;
  for (unsigned bit = depthBits(op); left > 0 && bit-- > 0;) {
    if (!a.keepsOrder(bit) || !b.keepsOrder(bit)) continue;
    bits |= uint64_t{1} << bit;
    --left;
  }
  return bits;
}

}  // namespace

void emitFmaDot(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  Operand left(e, op, DotSide::A), right(e, op, DotSide::B);
  uint64_t stepBits = bitsOfSteps(op, left, right);
  Regs sums = e.regs(op.operand(2));
  auto emitStep = [&](llvm::Value *step) {
    for (Operand *operand : {&left, &right}) operand->enter(step, stepBits);
    for (uint64_t k = 0; k < uint64_t{1} << depthBits(op); ++k)
      for (uint64_t i = 0; (k & stepBits) == 0 && i < sums.size(); ++i)
        sums[i] = e.intrinsic(llvm::Intrinsic::fma, {left.get(i, k), right.get(i, k), sums[i]}, {sums[i]->getType()});
  };
  if (stepBits == 0) {
    emitStep(nullptr);
    return e.set(op.result(), std::move(sums));
  }
  llvm::BasicBlock *before = b.GetInsertBlock();
  auto makeBlock = [&](const char *name) { return llvm::BasicBlock::Create(e.llvm(), name, before->getParent()); };
  llvm::BasicBlock *loop = makeBlock("depth"), *exit = makeBlock("product");
  b.CreateBr(loop);
  b.SetInsertPoint(loop);
  auto makePhi = [&](llvm::Value *start) {
    llvm::PHINode *phi = b.CreatePHI(start->getType(), 2);
    phi->addIncoming(start, before);
    return phi;
  };
  llvm::PHINode *step = makePhi(b.getInt32(0));
  llvm::SmallVector<llvm::PHINode *> phis;
  for (llvm::Value *&sum : sums) {
    phis.push_back(makePhi(sum));
    sum = phis.back();
  }
  emitStep(step);
  llvm::Value *next = b.CreateAdd(step, b.getInt32(1));
  step->addIncoming(next, loop);
  for (auto [phi, sum] : llvm::zip(phis, sums)) phi->addIncoming(sum, loop);
  b.CreateCondBr(b.CreateICmpULT(next, b.getInt32(1u << std::popcount(stepBits))), loop, exit);
  b.SetInsertPoint(exit);
  e.set(op.result(), std::move(sums));
}

}  // namespace tritonc::codegen
