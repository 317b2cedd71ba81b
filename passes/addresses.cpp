// Addresses: write each tile of pointers as a scalar base plus a small tile of offsets.
//
//   before   %o = addi %range, %start : tile<1024xi32>
//            %p = addptr %x, %o : tile<1024xptr<f32>>
//   after    %q = addptr %x, %start : ptr<f32>
//            %p = addptr %q, %range : tile<1024xptr<f32>>
//
//   before   for ... (%p: tile<64xptr<f32>>) { ... %next = addptr %p, 64 ... yield %next }
//   after    for ... (%q: ptr<f32>) { %p = addptr %q, %offsets ... %next = addptr %q, 64 ... yield %next }
//
// Needs    nothing; finds more after simplify.
// Keeps    every address, modulo 2^64. Offsets of fewer than 64 bits wrap, so such a sum is split only where the affine
//          analysis proves that it does not.
// How      one walk over `addptr` and the shape operations on pointers, operands before users; then pointers carried by
//          loops, outer loops first; then the walk again for what that exposed.
// Cost     O(operations).
// Leaves   products of a split sum that may wrap, as in `(pid * 64 + range) * stride` in 32 bits.
#include <optional>

#include "ir/builder.h"
#include "passes/affine.h"
#include "passes/dead_code.h"
#include "passes/pass.h"

namespace tritonc::passes {
namespace {

using ir::Block;
using ir::Builder;
using ir::Op;
using ir::Opcode;
using ir::Type;
using ir::Value;

/// A scalar base and a tile of offsets, in one `addptr`.
bool isNormal(const Value *pointer) {
  const Op *def = pointer->def();
  return def && def->opcode() == Opcode::AddPtr && !def->operand(0)->type().isTile() &&
         def->operand(1)->type().isTile();
}

/// offset = scalar + tile.
struct Split {
  Value *scalar;
  Value *tile;
};

/// Takes offsets apart, creating what it needs before an operation.
class Splitter {
public:
  Splitter(AffineAnalysis &analysis, Op *at) : analysis_(analysis), builder_(at) {}

  std::optional<Split> split(Value *offset) {
    Op *def = offset->def();
    if (!def || !offset->type().isTile()) return std::nullopt;
    if (def->opcode() == Opcode::AddI) return splitSum(def);
    if (def->opcode() == Opcode::MulI) return splitProduct(def);
    if (def->info().format == ir::Format::Shape) return splitShape(def);
    return std::nullopt;
  }

  Value *shapeLike(Op *shape, Value *operand) {
    Type type = builder_.context().withElem(shape->result()->type(), operand->type().elem());
    Op *copy = builder_.insert(builder_.function().createRaw(shape->opcode(), builder_.loc(), {&operand, 1},
                                                             std::span<const Type>(&type, 1), shape->rawAttrs()));
    return learned(copy);
  }

  Value *create(Opcode opcode, Value *a, Value *b) { return learned(builder_.elementwise(opcode, {a, b})->def()); }

private:
  Value *learned(Op *op) {
    analysis_.learn(*op);
    return op->result();
  }

  /// Wrapping at 64 bits is how addresses wrap.
  static bool wrapsAsAddresses(const Value *value) { return value->type().elemBits() == 64; }

  bool isExactSum(const Value *a, const Value *b) { return wrapsAsAddresses(a) || analysis_.sumIsExact(a, b); }
  bool isExactProduct(const Value *a, const Value *b) {
    WideInterval range = WideInterval(analysis_.facts(a).range) * WideInterval(analysis_.facts(b).range);
    return wrapsAsAddresses(a) || range.fits(a->type().elemBits());
  }

  std::optional<Split> splitSum(Op *sum) {
    Value *a = sum->operand(0), *b = sum->operand(1);
    if (!isExactSum(a, b)) return std::nullopt;
    if (!a->type().isTile()) return Split{a, b};
    if (!b->type().isTile()) return Split{b, a};
    for (auto [part, rest] : {std::pair(a, b), std::pair(b, a)}) {
      auto inner = split(part);
      if (inner && isExactSum(inner->tile, rest)) return Split{inner->scalar, create(Opcode::AddI, inner->tile, rest)};
    }
    return std::nullopt;
  }

  std::optional<Split> splitProduct(Op *product) {
    Value *sum = product->operand(0), *factor = product->operand(1);
    if (!sum->type().isTile()) std::swap(sum, factor);
    if (factor->type().isTile()) return std::nullopt;
    auto inner = split(sum);
    if (!inner || !isExactProduct(inner->scalar, factor) || !isExactProduct(inner->tile, factor)) return std::nullopt;
    return Split{create(Opcode::MulI, inner->scalar, factor), create(Opcode::MulI, inner->tile, factor)};
  }

  std::optional<Split> splitShape(Op *shape) {
    auto inner = split(shape->operand(0));
    if (!inner) return std::nullopt;
    return Split{inner->scalar, shapeLike(shape, inner->tile)};
  }

  AffineAnalysis &analysis_;
  Builder builder_;
};

class Normalizer {
public:
  explicit Normalizer(AffineAnalysis &analysis) : analysis_(analysis) {}

  void run(ir::Function &function) {
    ir::walk(*function.body(), [&](Op &op) {
      if (op.numResults() != 1 || !op.result()->type().isTile() || !op.result()->type().isPtrLike()) return;
      if (op.info().format == ir::Format::Shape) hoistBase(&op);
      if (op.opcode() == Opcode::AddPtr) normalize(&op);
    });
  }

private:
  static void replace(Op *op, Value *value) {
    value->setName(op->result()->name());
    op->result()->replaceAllUsesWith(value);
  }

  /// shape(base + offsets) = base + shape(offsets).
  void hoistBase(Op *op) {
    if (!isNormal(op->operand(0))) return;
    Op *pointer = op->operand(0)->def();
    Value *offsets = Splitter(analysis_, op).shapeLike(op, pointer->operand(1));
    replace(op, addPointer(op, pointer->operand(0), offsets)->result());
  }

  void normalize(Op *op) {
    while (Op *better = improve(op)) {
      replace(op, better->result());
      op = better;
    }
  }

  Op *addPointer(Op *at, Value *base, Value *offset) {
    return Splitter(analysis_, at).create(Opcode::AddPtr, base, offset)->def();
  }

  /// The same addresses nearer to the normal form, or null.
  Op *improve(Op *op) {
    Value *base = op->operand(0), *offset = op->operand(1);
    if (Value *narrow = beforeExtension(offset)) return addPointer(op, base, narrow);
    if (isNormal(base)) return improveChain(op, base->def(), offset);
    if (base->type().isTile()) return nullptr;
    auto parts = Splitter(analysis_, op).split(offset);
    return parts ? addPointer(op, addPointer(op, base, parts->scalar)->result(), parts->tile) : nullptr;
  }

  /// base + first + second.
  Op *improveChain(Op *op, Op *first, Value *second) {
    Value *base = first->operand(0), *offset = first->operand(1);
    if (!second->type().isTile()) return addPointer(op, addPointer(op, base, second)->result(), offset);
    bool isExact =
        second->type() == offset->type() && (offset->type().elemBits() == 64 || analysis_.sumIsExact(offset, second));
    if (isExact) return addPointer(op, base, Splitter(analysis_, op).create(Opcode::AddI, offset, second));
    auto parts = Splitter(analysis_, op).split(second);
    if (!parts) return nullptr;
    Value *scalarBase = addPointer(op, base, parts->scalar)->result();
    return addPointer(op, addPointer(op, scalarBase, offset)->result(), parts->tile);
  }

  /// `addptr` extends the sign itself.
  Value *beforeExtension(const Value *offset) {
    const Op *def = offset->def();
    if (!def) return nullptr;
    bool isSigned = def->opcode() == Opcode::ExtSI;
    bool isPositive = def->opcode() == Opcode::ExtUI && analysis_.facts(def->operand(0)).range.isNonNegative();
    return isSigned || isPositive ? def->operand(0) : nullptr;
  }

  AffineAnalysis &analysis_;
};

// ---- Pointers carried by loops. ----

/// The `addptr` operations with scalar offsets that lead from the carried argument to what is yielded for it, first one
/// first; nothing if there is anything else on the way.
std::optional<std::vector<Op *>> incrementsOf(const Op &loop, unsigned index) {
  const Block *body = loop.block();
  std::vector<Op *> chain;
  Value *value = body->terminator()->operand(index);
  while (value != body->arg(index + 1)) {
    Op *def = value->def();
    if (!def || def->opcode() != Opcode::AddPtr || def->operand(1)->type().isTile()) return std::nullopt;
    chain.insert(chain.begin(), def);
    value = def->operand(0);
  }
  return chain;
}

/// Makes `value` a scalar pointer; its uses see the tile that begins there, created before `at`.
void becomeScalar(Value *value, Value *base, Value *offsets, Op *at) {
  Op *tile = Builder(at).elementwise(Opcode::AddPtr, {base, offsets})->def();
  value->replaceAllUsesWith(tile->result());
  tile->setOperand(0, value);
  value->setType(base->type());
}

/// Carries the scalar base instead of the tile, if there is one.
bool carryBase(Op &loop, unsigned index) {
  Value *init = loop.operand(index + 3);
  if (!init->type().isTile() || !init->type().isPtrLike() || !isNormal(init)) return false;
  auto increments = incrementsOf(loop, index);
  if (!increments) return false;
  Value *base = init->def()->operand(0), *offsets = init->def()->operand(1);
  Block *body = loop.block();
  Value *next = body->arg(index + 1);
  becomeScalar(next, base, offsets, body->front());
  for (Op *increment : *increments)
    next = Builder(increment).elementwise(Opcode::AddPtr, {next, increment->operand(1)});
  body->terminator()->setOperand(index, next);
  loop.setOperand(index + 3, base);
  becomeScalar(loop.result(index), base, offsets, loop.next());
  return true;
}

bool carryBases(ir::Function &function) {
  bool changed = false;
  ir::walk(*function.body(), [&](Op &op) {
    if (op.opcode() != Opcode::For) return;
    for (unsigned i = 0; i < op.numResults(); ++i) changed |= carryBase(op, i);
  });
  return changed;
}

void normalizePointers(ir::Function &function) {
  AffineAnalysis analysis(function);
  Normalizer(analysis).run(function);
}

}  // namespace

Success addresses(ir::Module &module) {
  for (const auto &function : module.functions()) {
    normalizePointers(*function);
    if (carryBases(*function)) normalizePointers(*function);
    // The old sums would look like users of the offsets to later passes.
    removeDeadCode(*function);
  }
  return {};
}

}  // namespace tritonc::passes
