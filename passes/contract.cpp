// Contract: turn a product that is only added to something into one operation with one rounding.
//
//   before   %p = mulf %a, %b : tile<64xf32>
//            %s = addf %p, %c : tile<64xf32>
//   after    %s = fma %a, %b, %c : tile<64xf32>
//
// Needs    constants on the right of commutative operations (simplify).
// Keeps    values up to the rounding of the product; `--no-fp-fusion` leaves the pass out.
// How      one walk over sums and differences whose product has no other use: a * b + c, a * b - c = a * b + (-c) and
//          c - a * b = (-a) * b + c. Flipping a sign is exact, so these are the fused forms. When both operands are
//          products the left one is taken.
// Cost     O(operations).
// Leaves   products with several uses: contracting them would compute them twice. f8 and i-typed sums are none of ours.
#include "ir/builder.h"
#include "passes/pass.h"

namespace tritonc::passes {
namespace {

using ir::Builder;
using ir::Op;
using ir::Opcode;
using ir::Value;

/// The product, if this use is its only one and fma exists at its width.
Op *contractibleProduct(const Value *value) {
  Op *def = value->def();
  if (!def || def->opcode() != Opcode::MulF || !value->hasOneUse()) return nullptr;
  return value->type().elemBits() >= 16 ? def : nullptr;
}

/// A product of scalars in a sum of tiles stays one scalar multiplication: as `fma` it would be one for each element
/// at no saving.
bool isSameWork(const Op *product, const Op *sum) {
  return product->result()->type().isTile() == sum->result()->type().isTile();
}

/// The fused form of a sum or difference, or null.
Value *fuse(Op *op) {
  bool isDifference = op->opcode() == Opcode::SubF;
  for (unsigned side : {0u, 1u}) {
    Op *product = contractibleProduct(op->operand(side));
    if (!product || !isSameWork(product, op)) continue;
    Builder builder(op);
    Value *a = product->operand(0), *b = product->operand(1), *c = op->operand(1 - side);
    if (isDifference) {
      Value *&flipped = side == 0 ? c : a;
      flipped = builder.elementwise(Opcode::NegF, {flipped});
    }
    return builder.create(Opcode::Fma, {a, b, c}, {op->result()->type()})->result();
  }
  return nullptr;
}

void contractFunction(ir::Function &function) {
  ir::walk(*function.body(), [](Op &op) {
    if (op.opcode() != Opcode::AddF && op.opcode() != Opcode::SubF) return;
    Value *fused = fuse(&op);
    if (!fused) return;
    Op *left = op.operand(0)->def(), *right = op.operand(1)->def();
    fused->setName(op.result()->name());
    op.result()->replaceAllUsesWith(fused);
    op.erase();
    for (Op *product : {left, right})
      if (product && product->isPure() && !product->result()->hasUses()) {
        product->erase();
        break;
      }
  });
}

}  // namespace

Success contract(ir::Module &module) {
  for (const auto &function : module.functions()) contractFunction(*function);
  return {};
}

}  // namespace tritonc::passes
