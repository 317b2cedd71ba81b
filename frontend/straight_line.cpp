#include "frontend/straight_line.h"

#include "ir/builder.h"

namespace tritonc::frontend {
namespace {

bool isPure(const ir::Block &block) {
  for (const ir::Op &op : block)
    if (!op.isPure() && !op.isTerminator()) return false;
  return true;
}

}  // namespace

const ir::Op *flattenBranches(ir::Block &block, ir::Context &context) {
  for (ir::Op &op : block) {
    if (op.isPure() || op.isTerminator()) continue;
    if (op.opcode() != ir::Opcode::If) return &op;
    for (ir::Block *side : op.blocks()) {
      if (const ir::Op *wrong = flattenBranches(*side, context)) return wrong;
      for (ir::Op &inner : *side)
        if (!inner.isTerminator()) inner.moveBefore(&op);
    }
    ir::Builder builder(&op);
    for (unsigned i = 0; i < op.numResults(); ++i) {
      ir::Value *a = op.block(0)->terminator()->operand(i), *b = op.block(1)->terminator()->operand(i);
      ir::Value *chosen = builder.create(ir::Opcode::Select, {op.operand(0), a, b}, {op.result(i)->type()})->result();
      op.result(i)->replaceAllUsesWith(chosen);
    }
    op.erase();
  }
  TC_CHECK(isPure(block), "what is not pure was found or flattened");
  return nullptr;
}

}  // namespace tritonc::frontend
