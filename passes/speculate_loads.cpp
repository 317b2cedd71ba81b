// Speculate loads: start loads before a branch where they are sure to be allowed.
//
//   before   if %c {
//              %x = load %p, %m : tile<1024xf32>
//              ...
//            }
//            store %p, %y, %m
//   after    %x = load %p, %m : tile<1024xf32>
//            if %c { ... }
//            store %p, %y, %m
//
// Needs    equal operations merged.
// Keeps    every value: nothing is written between the old place and the new one. The load touches no byte that the
//          program does not touch anyway: the same elements are accessed after the branch, or by both of its sides.
// How      one walk over the branches, inner ones first; a load moves if its operands exist before the branch and
//          nothing in its block writes before it.
// Cost     O(operations) for each load in a branch. The latency of the load passes while that of the condition does,
//          which matters most under a lock; where the branch is not taken the load is wasted.
// Leaves   volatile loads.
#include <vector>

#include "passes/access_width.h"
#include "passes/nesting.h"
#include "passes/pass.h"

namespace tritonc::passes {
namespace {

using ir::Block;
using ir::Op;
using ir::Opcode;

/// Whether the block accesses the same elements for certain, from `op` on. An assertion may be what makes them valid,
/// and an atomic operation what makes them ours.
bool accessesAgain(const Op *op, const MemoryOp &access) {
  for (; op && op->effect() != ir::Effect::Control; op = op->next()) {
    if (op->opcode() == Opcode::Assert || isAtomic(*op)) return false;
    if (!isMemoryOp(*op)) continue;
    MemoryOp other(*op);
    if (other.pointer == access.pointer && other.mask == access.mask) return true;
  }
  return false;
}

bool mayMove(const Op &load, const Op &branch, const Op &otherSide) {
  if (load.opcode() != Opcode::Load || load.attrs<ir::LoadAttrs>().isVolatile) return false;
  for (const ir::Use &use : load.operands())
    if (use.value() && isMadeInside(use.value(), branch)) return false;
  MemoryOp access(load);
  return accessesAgain(branch.next(), access) || accessesAgain(&otherSide, access);
}

void speculateFrom(Op &branch) {
  // Both sides may be each other's reason.
  std::vector<Op *> loads;
  for (unsigned side = 0; side < 2; ++side)
    for (Op &op : *branch.block(side)) {
      if (op.effect() == ir::Effect::Write || op.effect() == ir::Effect::Control) break;
      if (mayMove(op, branch, *branch.block(1 - side)->front())) loads.push_back(&op);
    }
  for (Op *load : loads) load->moveBefore(&branch);
}

void visit(Block &block) {
  for (Op &op : block) {
    for (Block *inner : op.blocks()) visit(*inner);
    if (op.opcode() == Opcode::If) speculateFrom(op);
  }
}

}  // namespace

Success speculateLoads(ir::Module &module) {
  for (const auto &function : module.functions()) visit(*function->body());
  return {};
}

}  // namespace tritonc::passes
