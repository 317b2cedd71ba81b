// Stage operands: bring the operands of warpgroups' products to shared memory, where `wgmma` reads them.
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
// How      which products those are, and the swizzle of a buffer, dot_selection.h says. A tile is stored right after it
//          is made, once for each order in which products want it.
// Cost     O(operations).
// Leaves   a first operand that is computed in registers there, though `wgmma` could take it from them.
#include <map>

#include "ir/builder.h"
#include "passes/dot_selection.h"
#include "passes/pass.h"

namespace tritonc::passes {
namespace {

using ir::Op;
using ir::Value;

class Stager {
public:
  explicit Stager(ir::Context &context) : context_(context) {}

  void stage(Op &dot) {
    for (unsigned i = 0; i < 2; ++i)
      if (dot.operand(i)->type().isTile())
        dot.setOperand(i, staged(dot.operand(i), i == 0 ? ir::DotSide::A : ir::DotSide::B));
  }

private:
  Value *staged(Value *tile, ir::DotSide side) {
    ir::Type type = tile->type();
    unsigned bits = type.elemBits();
    ir::WgmmaOrder order = wgmmaOrderFor(*type.layout(), side, bits);
    ir::Layout layout = context_.layout(ir::wgmmaBuffer(ir::DimVector(type.shape()), side, bits, order));
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
  /// For look-up only, so that the order of addresses has no influence.
  std::map<std::pair<uint32_t, ir::Layout>, Value *> staged_;
};

}  // namespace

Success stageOperands(ir::Module &module) {
  if (module.stage() != ir::Stage::LaidOut) return {};
  for (const auto &function : module.functions()) {
    Stager stager(module.context());
    ir::walk(*function->body(), [&](Op &op) {
      if (takesAnyLayout(op, 0)) stager.stage(op);
    });
  }
  return {};
}

}  // namespace tritonc::passes
