// Sink reductions: add up whole tiles in a loop, and reduce once after it.
//
//   before   %s = for ..., 0.0 : f32 (%i: i32, %acc: f32) {
//              %r = reduce 0, %x {addf} : f32
//              %next = addf %acc, %r : f32
//              yield %next
//            }
//   after    %t = for ..., %zeros : tile<1024xf32> (%i: i32, %acc: tile<1024xf32>) {
//              %next = addf %acc, %x : tile<1024xf32>
//              yield %next
//            }
//            %r = reduce 0, %t {addf} : f32
//            %s = addf 0.0, %r : f32
//
// Needs    stage `tile`; constants on the right of commutative operations.
// Keeps    integers exactly, floats up to the order of all combinations, those of the loop included; a loop that never
//          runs gives its initial value exactly, since the tile starts with what the operation ignores.
// How      innermost loops first, so that a sum over two loops sinks twice: looks for carried values that are combined
//          with a reduction by the operation of the reduction, and used for nothing else.
// Cost     O(operations) for each reduction that moves. At run time each thread holds its part of the tile through the
//          loop instead of shuffling, and waiting for other warps, in each iteration; tiles of more than 32 elements a
//          thread would crowd out other values and stay.
// Leaves   reductions of several operands, and those inside an `if` of the loop.
#include <limits>
#include <optional>

#include "ir/builder.h"
#include "ir/clone.h"
#include "passes/carried_value.h"
#include "passes/combine_block.h"
#include "passes/pass.h"

namespace tritonc::passes {
namespace {

using ir::Block;
using ir::Builder;
using ir::Op;
using ir::Opcode;
using ir::Type;
using ir::Value;

constexpr int64_t kMaxElementsPerThread = 32;

/// The value that an associative and commutative operation ignores; null for other operations.
Value *neutralElement(Builder &builder, Opcode opcode, Type elem) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  auto number = [&](double value) { return builder.constantFloat(elem.scalar(), value); };
  uint64_t ones = ~uint64_t{0}, sign = uint64_t{1} << (elem.elemBits() - 1);
  switch (opcode) {
  // A sum with +0 would lose the sign of -0.
  case Opcode::AddF: return number(-0.0);
  case Opcode::MulF: return number(1.0);
  case Opcode::MinF: return number(kInfinity);
  case Opcode::MaxF: return number(-kInfinity);
  // These ignore a NaN beside a number, and give one for nothing but NaNs.
  case Opcode::MinNumF:
  case Opcode::MaxNumF: return number(std::numeric_limits<double>::quiet_NaN());
  case Opcode::AddI:
  case Opcode::OrI:
  case Opcode::XorI:
  case Opcode::MaxUI: return builder.constant(elem, 0);
  case Opcode::MulI: return builder.constant(elem, 1);
  case Opcode::AndI:
  case Opcode::MinUI: return builder.constant(elem, ones);
  case Opcode::MinSI: return builder.constant(elem, sign - 1);
  case Opcode::MaxSI: return builder.constant(elem, sign);
  default: return nullptr;
  }
}

struct Sum {
  unsigned index;
  /// acc = acc op reduce(tile).
  Op *combine;
  Op *reduce;
};

class Sinker {
public:
  explicit Sinker(int64_t threads) : threads_(threads) {}

  void visit(Block &block) {
    for (Op &op : block) {
      for (Block *inner : op.blocks()) visit(*inner);
      if (op.opcode() == Opcode::For) sinkFrom(&op);
    }
  }

private:
  void sinkFrom(Op *loop) {
    for (unsigned i = 0; i < loop->numResults(); ++i)
      if (auto sum = findSum(*loop, i)) loop = sink(loop, *sum);
  }

  std::optional<Sum> findSum(const Op &loop, unsigned index) const {
    Block *body = loop.block();
    const Value *acc = body->arg(index + 1), *next = body->terminator()->operand(index);
    Op *combine = next->def();
    if (!acc->hasOneUse() || !next->hasOneUse() || !combine || combine->parent() != body) return std::nullopt;
    if (combine->numOperands() != 2 || acc->firstUse()->user() != combine) return std::nullopt;
    unsigned side = combine->operand(0) == acc ? 1 : 0;
    Op *reduce = combine->operand(side)->def();
    if (!reduce || reduce->opcode() != Opcode::Reduce || reduce->parent() != body || reduce->numOperands() != 1 ||
        !reduce->result()->hasOneUse() || combinedBy(*reduce->block()) != combine->opcode())
      return std::nullopt;
    const Value *tile = reduce->operand(0);
    const Block *home = tile->def() ? tile->def()->parent() : tile->argBlock();
    // One reduction before the loop would do.
    if (home != body || tile->type().numElements() > kMaxElementsPerThread * threads_) return std::nullopt;
    Builder builder(combine);
    if (!neutralElement(builder, combine->opcode(), tile->type().elem())) return std::nullopt;
    return Sum{index, combine, reduce};
  }

  /// The loop that takes the old one's place.
  Op *sink(Op *loop, const Sum &sum) {
    Value *init = loop->operand(sum.index + 3);
    Type type = sum.reduce->operand(0)->type();
    Opcode opcode = sum.combine->opcode();
    Builder before(loop);
    before.setLoc(sum.combine->loc());
    Value *neutral = neutralElement(before, opcode, type.elem());
    Value *start = before.create(Opcode::Broadcast, {neutral}, {type})->result();
    Op *wider = retypeCarried(loop, sum.index, start);
    // Where the loop carries the tile, it is an argument of the new loop now.
    Value *tile = sum.reduce->operand(0);

    Builder inside(sum.combine);
    Value *acc = wider->block()->arg(sum.index + 1);
    Value *next = inside.create(opcode, {acc, tile}, {type})->result();
    next->setName(sum.combine->result()->name());
    wider->block()->terminator()->setOperand(sum.index, next);

    Builder after(loop);
    after.setLoc(sum.reduce->loc());
    ir::Cloner cloner(after);
    cloner.map(tile, wider->result(sum.index));
    Value *reduced = cloner.clone(*sum.reduce)->result();
    after.setLoc(sum.combine->loc());
    Value *total = after.create(opcode, {init, reduced}, {loop->result(sum.index)->type()})->result();
    total->setName(loop->result(sum.index)->name());
    loop->result(sum.index)->replaceAllUsesWith(total);
    sum.combine->erase();
    sum.reduce->erase();
    loop->erase();
    return wider;
  }

  int64_t threads_;
};

}  // namespace

Success sinkReductions(ir::Module &module) {
  if (module.stage() != ir::Stage::Tile) return {};
  for (const auto &function : module.functions()) Sinker(module.numThreads()).visit(*function->body());
  return {};
}

}  // namespace tritonc::passes
