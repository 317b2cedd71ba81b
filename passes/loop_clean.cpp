// Loop clean: move operations that give the same value in every iteration before the loop.
//
//   before   for ... { %s = muli %n, 4 : i32 ... }
//   after    %s = muli %n, 4 : i32
//            for ... { ... }
//
// Needs    nothing.
// Keeps    every value. Pure operations have no undefined behaviour, so they may run where the loop would not.
// How      innermost loops first, one walk over each body in order: an operation all of whose operands come from
//          outside moves out, and may then be moved out of the next loop.
// Cost     O(operations x depth).
// Leaves   loads: they may only move when the loop runs at least once and writes nothing. Operations inside an `if` of
//          the loop: most iterations may not need them.
#include <algorithm>

#include "passes/pass.h"

namespace tritonc::passes {
namespace {

using ir::Block;
using ir::Op;
using ir::Value;

bool isDefinedIn(const Value *value, const Op &loop) {
  const Block *home = value->def() ? value->def()->parent() : value->argBlock();
  return home && home->parentOp() == &loop;
}

/// Whether the operation, with the blocks inside it, uses nothing that the loop defines.
bool isInvariant(const Op &op, const Op &loop) {
  if (std::ranges::any_of(op.operands(), [&](const ir::Use &use) { return isDefinedIn(use.value(), loop); }))
    return false;
  for (const Block *block : op.blocks())
    for (const Op &inner : *block)
      if (!isInvariant(inner, loop)) return false;
  return true;
}

void hoistFrom(Op &loop) {
  for (Block *body : loop.blocks())
    for (Op &op : *body)
      if (op.isPure() && isInvariant(op, loop)) op.moveBefore(&loop);
}

void cleanBlock(Block &block) {
  for (Op &op : block) {
    for (Block *inner : op.blocks()) cleanBlock(*inner);
    if (op.opcode() == ir::Opcode::For || op.opcode() == ir::Opcode::While) hoistFrom(op);
  }
}

}  // namespace

Success loopClean(ir::Module &module) {
  for (const auto &function : module.functions()) cleanBlock(*function->body());
  return {};
}

}  // namespace tritonc::passes
