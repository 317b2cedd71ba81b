// Values that loops carry: see carried_value.h.
#include "passes/carried_value.h"

#include <vector>

namespace tritonc::passes {

using ir::Op;
using ir::Type;
using ir::Value;

Op *retypeCarried(Op *loop, unsigned index, Value *start) {
  ir::Function &function = *loop->parent()->function();
  std::vector<Value *> operands;
  for (const ir::Use &use : loop->operands()) operands.push_back(use.value());
  operands[index + 3] = start;
  std::vector<Type> types;
  for (const Value &result : loop->results()) types.push_back(result.type());
  types[index] = start->type();
  Op *retyped = function.createRaw(loop->opcode(), loop->loc(), operands, types, loop->rawAttrs());
  retyped->moveBefore(loop);
  for (Value *arg : loop->block()->args()) {
    bool isCarried = arg->index() == index + 1;
    Value *moved = function.addArg(retyped->block(), isCarried ? start->type() : arg->type(), arg->name());
    if (!isCarried) arg->replaceAllUsesWith(moved);
  }
  for (Op &inner : *loop->block()) inner.moveToEnd(retyped->block());
  for (Value &result : loop->results()) {
    if (result.index() == index) continue;
    retyped->result(result.index())->setName(result.name());
    result.replaceAllUsesWith(retyped->result(result.index()));
  }
  return retyped;
}

Op *addCarried(Op *loop, std::span<Value *const> starts) {
  ir::Function &function = *loop->parent()->function();
  std::vector<Value *> operands;
  for (const ir::Use &use : loop->operands()) operands.push_back(use.value());
  std::vector<Type> types;
  for (const Value &result : loop->results()) types.push_back(result.type());
  for (Value *start : starts) {
    operands.push_back(start);
    types.push_back(start->type());
  }
  Op *longer = function.createRaw(loop->opcode(), loop->loc(), operands, types, loop->rawAttrs());
  longer->moveBefore(loop);
  for (Value *arg : loop->block()->args())
    arg->replaceAllUsesWith(function.addArg(longer->block(), arg->type(), arg->name()));
  for (Value *start : starts) function.addArg(longer->block(), start->type());
  for (Op &inner : *loop->block()) inner.moveToEnd(longer->block());
  for (Value &result : loop->results()) {
    longer->result(result.index())->setName(result.name());
    result.replaceAllUsesWith(longer->result(result.index()));
  }
  loop->erase();
  return longer;
}

}  // namespace tritonc::passes
