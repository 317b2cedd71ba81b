// Narrow accumulators: let a thread add up its own elements in the loop where only their sum counts after it.
//
//   before   %t = for ..., %zeros (%i: i32, %acc: tile<2048xf32, #l>) {          (16 elements in each thread)
//              %next = addf %acc, %x : tile<2048xf32, #l>
//              yield %next
//            }
//            %s = reduce 0, %t {addf} : f32
//   after    %t = for ..., %zeros' (%i: i32, %acc: tile<512xf32, #m>) {          (4 elements)
//              %x0, %x1, %x2, %x3 = quarters of %x, by the registers of #l
//              %a = addf %acc, %x0 ... %next = addf %c, %x3 : tile<512xf32, #m>
//              yield %next
//            }
//            %s = reduce 0, %t {addf} : f32
//
// Needs    stage `laid_out`: which elements are in one thread.
// Keeps    integers exactly, floats up to the order of all combinations, those of the loop included: which elements are
//          combined when is open once only their total counts.
// How      looks for carried tiles that are combined with something once in each iteration and reduced after the loop,
//          by the same operation, and used for nothing else. Register bits that lead along the reduced axis alone are
//          cut off, highest first, until few enough accumulators are left to hide the latency of the operation: each
//          cut is a reshape, a transposition and a split, which rename registers.
// Cost     O(registers) for each accumulator. As many operations run as before; they need fewer registers.
// Leaves   accumulators whose initial value would count more than once, those in an `if`, and `while` loops.
#include <algorithm>
#include <array>
#include <optional>

#include "ir/builder.h"
#include "ir/clone.h"
#include "ir/layout_rules.h"
#include "ir/layout_shape.h"
#include "passes/carried_value.h"
#include "passes/combine_block.h"
#include "passes/pass.h"
#include "passes/rewriter.h"

namespace tritonc::passes {
namespace {

using ir::Block;
using ir::Builder;
using ir::InDim;
using ir::Op;
using ir::Opcode;
using ir::Type;
using ir::Value;

/// Accumulators a thread keeps: chains of dependent operations side by side.
constexpr unsigned kKeptBits = 2;

/// Bit `position` of the coordinate along `axis`; elements that differ in it alone are in one thread.
struct Cut {
  unsigned axis;
  unsigned position;
};

/// How a tile is halved at one bit of a coordinate: viewed with a dimension of size 2 of its own for the bit, which is
/// moved last and split off.
struct Halving {
  Halving(const ir::LinearLayout &layout, Cut cut) {
    int64_t low = int64_t{1} << cut.position;
    ir::DimVector view, shape = layout.shape();
    for (unsigned d = 0; d < shape.size(); ++d) {
      unsigned first = view.size();
      if (d == cut.axis) {
        view.push(shape[d] / (2 * low));
        view.push(2);
        view.push(low);
      } else {
        view.push(shape[d]);
      }
      for (unsigned i = first; i < view.size(); ++i)
        if (d != cut.axis || i != first + 1) order.push(i);
    }
    order.push(cut.axis + 1);
    shape[cut.axis] /= 2;
    viewed = ir::reshape(layout, view);
    moved = ir::permuteDims(viewed, order);
    half = *ir::split(moved);
    result = ir::reshape(half, shape);
  }

  ir::DimVector order;
  ir::LinearLayout viewed, moved, half, result;
};

std::array<Value *, 2> halve(Builder &builder, Value *tile, Cut cut) {
  ir::Context &context = builder.context();
  auto typeOf = [&](const ir::LinearLayout &layout) {
    return context.tile(layout.shape(), tile->type().elem(), context.layout(layout));
  };
  Halving plan(*tile->type().layout(), cut);
  Value *viewed = builder.create(Opcode::Reshape, {tile}, {typeOf(plan.viewed)})->result();
  Value *moved = builder.create(Opcode::Trans, {viewed}, {typeOf(plan.moved)}, ir::OrderAttrs{plan.order})->result();
  Op *split = builder.create(Opcode::Split, {moved}, {typeOf(plan.half), typeOf(plan.half)});
  std::array<Value *, 2> halves;
  for (unsigned i = 0; i < 2; ++i)
    halves[i] = builder.create(Opcode::Reshape, {split->result(i)}, {typeOf(plan.result)})->result();
  return halves;
}

/// The parts of a tile, all of one type, in the order of its elements.
std::vector<Value *> parts(Builder &builder, Value *tile, const std::vector<Cut> &cuts) {
  std::vector<Value *> result{tile};
  if (!tile->type().isTile()) return result;
  for (Cut cut : cuts) {
    std::vector<Value *> halves;
    for (Value *part : result)
      for (Value *half : halve(builder, part, cut)) halves.push_back(half);
    result = std::move(halves);
  }
  return result;
}

struct Accumulator {
  unsigned index;
  /// acc op x, or fma x, y, acc.
  Op *combine;
  unsigned accOperand;
  Op *reduce;
  Value *init;
  std::vector<Cut> cuts;
};

/// Whether combining the constant once for each accumulator is the same for any number of them.
bool countsOnce(Opcode opcode, const Value *init) {
  uint64_t bits = init->bits();
  ir::Type type = init->type();
  switch (opcode) {
  case Opcode::AddF: return (bits << 1 & ir::lowMask(type.elemBits())) == 0;  // +0 or -0
  case Opcode::AddI:
  case Opcode::XorI: return bits == 0;
  case Opcode::MulI: return bits == 1;
  case Opcode::AndI:
  case Opcode::OrI:
  case Opcode::MinSI:
  case Opcode::MaxSI:
  case Opcode::MinUI:
  case Opcode::MaxUI:
  case Opcode::MinF:
  case Opcode::MaxF:
  case Opcode::MinNumF:
  case Opcode::MaxNumF: return true;
  default: return false;
  }
}

/// The register bits that lead along the axis alone, highest coordinate first, but for the last few.
std::vector<Cut> findCuts(const ir::LinearLayout &layout, unsigned axis) {
  if (layout.rank() + 2 > ir::kMaxRank) return {};  // a cut needs two more dimensions for a while
  unsigned lower = 0;
  for (unsigned d = axis + 1; d < layout.rank(); ++d) lower += layout.outBits(d);
  std::vector<Cut> cuts;
  unsigned kept = layout.inBits(InDim::Register);
  for (unsigned position = layout.outBits(axis); position-- > 0 && kept > kKeptBits;) {
    uint64_t bit = uint64_t{1} << (lower + position);
    auto registers = layout.columns(InDim::Register);
    bool isRegister = std::ranges::find(registers, bit) != registers.end();
    bool isAlone = std::ranges::count_if(layout.columns(), [&](uint64_t column) { return (column & bit) != 0; }) == 1;
    if (!isRegister || !isAlone) continue;
    cuts.push_back({axis, position});
    --kept;
  }
  return cuts;
}

std::optional<Accumulator> findAccumulator(Op &loop, unsigned index) {
  Value *result = loop.result(index);
  if (!result->type().isTile() || !result->hasOneUse()) return std::nullopt;
  Op *reduce = result->firstUse()->user();
  if (reduce->opcode() != Opcode::Reduce || reduce->numOperands() != 1) return std::nullopt;
  std::optional<Opcode> opcode = combinedBy(*reduce->block());
  Value *init = broadcastScalar(loop.operand(index + 3));
  if (!opcode || !init || !init->isConstant() || !countsOnce(*opcode, init)) return std::nullopt;

  const Block *body = loop.block();
  const Value *acc = body->arg(index + 1), *next = body->terminator()->operand(index);
  Op *combine = next->def();
  if (!acc->hasOneUse() || !next->hasOneUse() || !combine || combine->parent() != body) return std::nullopt;
  const ir::Use *use = acc->firstUse();
  if (use->user() != combine) return std::nullopt;
  unsigned operand = combine->operand(0) == acc ? 0 : combine->operand(1) == acc ? 1 : 2;
  bool isSum = combine->opcode() == Opcode::Fma && *opcode == Opcode::AddF && operand == 2;
  bool isPlain = combine->opcode() == *opcode && combine->numOperands() == 2;
  if (!isSum && !isPlain) return std::nullopt;
  auto axis = static_cast<unsigned>(reduce->attrs<ir::AxisAttrs>().axis);
  std::vector<Cut> cuts = findCuts(*result->type().layout(), axis);
  if (cuts.empty()) return std::nullopt;
  return Accumulator{index, combine, operand, reduce, init, std::move(cuts)};
}

/// The chain of combinations with the parts of the other operands.
Value *combineParts(const Accumulator &found, Value *acc) {
  Builder builder(found.combine);
  std::vector<std::vector<Value *>> operands;
  for (unsigned i = 0; i < found.combine->numOperands(); ++i)
    operands.push_back(i == found.accOperand ? std::vector<Value *>{}
                                             : parts(builder, found.combine->operand(i), found.cuts));
  for (size_t part = 0; part < size_t{1} << found.cuts.size(); ++part) {
    std::vector<Value *> args;
    for (const std::vector<Value *> &values : operands)
      args.push_back(values.empty() ? acc : values[values.size() == 1 ? 0 : part]);
    Type type = acc->type();
    acc = builder.create(found.combine->opcode(), args, {&type, 1})->result();
  }
  acc->setName(found.combine->result()->name());
  return acc;
}

/// The layout of the accumulator that is left. None if the reduction would leave its result elsewhere.
std::optional<ir::LinearLayout> narrowLayout(const Accumulator &found) {
  const ir::LinearLayout &wide = *found.reduce->operand(0)->type().layout();
  ir::LinearLayout layout = wide;
  for (Cut cut : found.cuts) layout = Halving(layout, cut).result;
  unsigned axis = found.cuts.front().axis;
  return ir::reduceResult(layout, axis) == ir::reduceResult(wide, axis) ? std::optional(layout) : std::nullopt;
}

/// The loop that takes the old one's place.
Op *narrow(Op *loop, const Accumulator &found, const ir::LinearLayout &layout) {
  Builder before(loop);
  ir::Context &context = before.context();
  Type type = context.tile(layout.shape(), found.init->type(), context.layout(layout));
  Value *start = before.create(Opcode::Broadcast, {found.init}, {type})->result();
  Op *narrower = retypeCarried(loop, found.index, start);
  Value *next = combineParts(found, narrower->block()->arg(found.index + 1));
  narrower->block()->terminator()->setOperand(found.index, next);

  Builder after(found.reduce);
  ir::Cloner cloner(after);
  cloner.map(loop->result(found.index), narrower->result(found.index));
  Value *reduced = cloner.clone(*found.reduce)->result();
  reduced->setName(found.reduce->result()->name());
  found.reduce->result()->replaceAllUsesWith(reduced);
  found.reduce->erase();
  found.combine->erase();
  loop->erase();
  return narrower;
}

void visit(Block &block) {
  for (Op *op = block.front(); op; op = op->next()) {
    for (Block *inner : op->blocks()) visit(*inner);
    if (op->opcode() != Opcode::For) continue;
    for (unsigned i = 0; i < op->numResults(); ++i) {
      auto found = findAccumulator(*op, i);
      if (!found) continue;
      if (auto layout = narrowLayout(*found)) op = narrow(op, *found, *layout);
    }
  }
}

}  // namespace

Success narrowAccumulators(ir::Module &module) {
  if (module.stage() != ir::Stage::LaidOut) return {};
  for (const auto &function : module.functions()) visit(*function->body());
  return {};
}

}  // namespace tritonc::passes
