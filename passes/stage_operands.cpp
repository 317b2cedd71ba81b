// Stage operands: bring operands to shared memory where `wgmma` or, for products by `fma`, each thread reads them.
//
//   before   %d = dot %a, %b, %acc : tile<128x64xf32, #warpgroup>
//   after    %s = local_alloc : shared<128x64xf16, #swizzled>
//            local_store %a, %s
//            %t = local_alloc : shared<64x64xf16, #swizzled>
//            local_store %b, %t
//            %d = dot %s, %t, %acc : tile<128x64xf32, #warpgroup>
//
// Needs    stage `laid_out`.
// Keeps    every value, once `synchronize` has put barriers between.
// How      which products those are, and the swizzle of a buffer for `wgmma`, dot_selection.h says; that for `fma` is
//          the one of a conversion to what the threads read. A tile is stored right after it is made, once for each
//          order in which products want it. A first operand that `layouts` has made a fragment of stays in registers.
// Cost     O(operations).
// Leaves   fragments that would be dearer than buffers.
#include <map>

#include "ir/builder.h"
#include "ir/fma_layout.h"
#include "passes/conversion_plan.h"
#include "passes/dot_selection.h"
#include "passes/pass.h"

namespace tritonc::passes {
namespace {

using ir::Op;
using ir::Value;

class Stager {
public:
  Stager(ir::Context &context, int64_t target) : context_(context), target_(target) {}

  void stage(Op &dot) {
    for (unsigned i = 0; i < 2; ++i)
      if (dot.operand(i)->type().isTile() && !isFragment(dot, i)) dot.setOperand(i, staged(dot, i));
  }

private:
  /// Whether `layouts` has prepared the operand for `wgmma` to take from registers.
  static bool isFragment(const Op &dot, unsigned operand) {
    ir::Type type = dot.operand(operand)->type();
    return operand == 0 && dot.attrs<ir::DotAttrs>().isWgmma &&
           *type.layout() == ir::wgmmaFragment(*dot.result()->type().layout(), depthOf(dot), type.elemBits());
  }

  ir::LinearLayout bufferFor(const Op &dot, unsigned operand) const {
    ir::Type type = dot.operand(operand)->type();
    unsigned bits = type.elemBits();
    ir::DotSide side = sideOf(operand);
    if (dot.attrs<ir::DotAttrs>().isFma) {
      ir::LinearLayout read = ir::fmaOperand(*dot.result()->type().layout(), side, depthOf(dot));
      return planConversion(*type.layout(), read, bits, target_, Route::Shared).shared;
    }
    ir::WgmmaOrder order = wgmmaOrderFor(*type.layout(), side, bits);
    return ir::wgmmaBuffer(ir::DimVector(type.shape()), side, bits, order);
  }

  Value *staged(const Op &dot, unsigned operand) {
    Value *tile = dot.operand(operand);
    ir::Type type = tile->type();
    ir::Layout layout = context_.layout(bufferFor(dot, operand));
    Value *&buffer = staged_[{tile->id(), layout}];
    if (!buffer) {
      ir::Builder builder(tile->def() ? tile->def()->next() : tile->argBlock()->front());
      ir::Type shared = context_.shared(type.shape(), type.elem(), layout);
      buffer = builder.create(ir::Opcode::LocalAlloc, {}, {shared}, ir::AllocAttrs{})->result();
      builder.create(ir::Opcode::LocalStore, {tile, buffer}, {});
    }
    return buffer;
  }

  ir::Context &context_;
  int64_t target_;
  /// For look-up only, so that the order of addresses has no influence.
  std::map<std::pair<uint32_t, ir::Layout>, Value *> staged_;
};

}  // namespace

Success stageOperands(ir::Module &module) {
  if (module.stage() != ir::Stage::LaidOut) return {};
  for (const auto &function : module.functions()) {
    Stager stager(module.context(), module.attrs.target);
    ir::walk(*function->body(), [&](Op &op) {
      if (op.opcode() == ir::Opcode::Dot && takesAnyLayout(op, 0)) stager.stage(op);
    });
  }
  return {};
}

}  // namespace tritonc::passes
