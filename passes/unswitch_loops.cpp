// Unswitch loops: decide before a loop what each of its iterations would decide alike.
//
//   before   for ... { if %full { A } else { B }  C }
//   after    if %full { for ... { if 1 { A } else { B }  C } } else { for ... { if 0 { A } else { B }  C } }
//
// Needs    simplify, which takes the known branches apart. Finds more after version-masks.
// Keeps    every value: the condition depends on nothing in the loop.
// How      only loops that `pipeline-loops` may pipeline, for which loads must not lie under a branch; of one loop the
//          first such `if` that holds a load.
// Cost     O(operations); each loop is copied once at most.
// Leaves   loops that gain nothing but a jump less in each iteration.
#include <algorithm>
#include <vector>

#include "ir/clone.h"
#include "passes/dot_selection.h"
#include "passes/nesting.h"
#include "passes/pass.h"

namespace tritonc::passes {
namespace {

using ir::Builder;
using ir::Op;
using ir::Opcode;
using ir::Value;

/// Whether the value is the same in each iteration, and may be computed before the loop.
bool isInvariant(const Value *value, const Op &loop) {
  if (value->isConstant() || !isMadeInside(value, loop)) return true;
  const Op *def = value->def();
  return def && def->parent() == loop.block() && def->isPure() && def->numBlocks() == 0 &&
         std::ranges::all_of(def->operands(), [&](const ir::Use &use) { return isInvariant(use.value(), loop); });
}

void moveOut(const Value *value, Op &loop) {
  if (value->isConstant() || !isMadeInside(value, loop)) return;
  Op *def = value->def();
  for (const ir::Use &use : def->operands()) moveOut(use.value(), loop);
  def->moveBefore(&loop);
}

bool holdsLoad(const Op &branch) {
  bool found = false;
  for (ir::Block *block : branch.blocks())
    ir::walk(*block, [&](const Op &op) { found |= op.opcode() == Opcode::Load; });
  return found;
}

Op *findBranch(const Op &loop) {
  for (Op &op : *loop.block())
    if (op.opcode() == Opcode::If && holdsLoad(op) && isInvariant(op.operand(0), loop)) return &op;
  return nullptr;
}

void unswitch(Op *loop, Op *branch) {
  Value *condition = branch->operand(0);
  moveOut(condition, *loop);
  Builder builder(loop);
  builder.setLoc(branch->loc());
  std::vector<ir::Type> types;
  for (const Value &result : loop->results()) types.push_back(result.type());
  Op *choice = builder.create(Opcode::If, std::span<Value *const>(&condition, 1), std::span<const ir::Type>(types));
  for (unsigned i = 0; i < types.size(); ++i) loop->result(i)->replaceAllUsesWith(choice->result(i));

  auto finish = [&](ir::Block *block, Op *version) {
    builder.setInsertionPointToEnd(block);
    std::vector<Value *> yields;
    for (Value &result : version->results()) yields.push_back(&result);
    builder.create(Opcode::Yield, yields, {});
  };
  Value *yes = builder.constant(condition->type(), 1), *no = builder.constant(condition->type(), 0);
  // The copy is made while the branch knows that it is taken.
  branch->setOperand(0, yes);
  builder.setInsertionPointToEnd(choice->block(0));
  Op *copy = ir::Cloner(builder).clone(*loop);
  finish(choice->block(0), copy);
  branch->setOperand(0, no);
  loop->moveToEnd(choice->block(1));
  finish(choice->block(1), loop);
}

}  // namespace

Success unswitchLoops(ir::Module &module) {
  for (const auto &function : module.functions()) {
    std::vector<Op *> loops;
    ir::walk(*function->body(), [&](Op &op) {
      if (op.opcode() == Opcode::For && asksForStages(op, module.attrs)) loops.push_back(&op);
    });
    for (Op *loop : loops)
      if (Op *branch = findBranch(*loop)) unswitch(loop, branch);
  }
  return {};
}

}  // namespace tritonc::passes
