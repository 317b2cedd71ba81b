// The worklist of the simplifier: see rewriter.h.
#include "passes/rewriter.h"

namespace tritonc::passes {

using ir::Op;
using ir::Opcode;
using ir::Type;
using ir::Use;
using ir::Value;

Value *broadcastScalar(const Value *value) {
  const Op *def = value->def();
  if (!def || def->opcode() != Opcode::Broadcast || def->operand(0)->type().isTile()) return nullptr;
  return def->operand(0);
}

Rewriter::Rewriter(ir::Function &function) : function_(function) {
  ir::walk(*function.body(), [&](Op &op) { push(&op); });
}

Op *Rewriter::next() {
  while (head_ < list_.size()) {
    Op *op = list_[head_++];
    State &mark = state(op);
    if (mark == State::Erased) continue;
    mark = State::Idle;
    return op;
  }
  return nullptr;
}

Value *Rewriter::elementwise(Op *at, Opcode opcode, std::initializer_list<Value *> operands) {
  Value *value = ir::Builder(at).elementwise(opcode, operands);
  push(value->def());
  return value;
}

Value *Rewriter::copyOf(Op *op, std::span<Value *const> operands, Type result) {
  Op *copy = ir::Builder(op).insert(
      function_.createRaw(op->opcode(), op->loc(), operands, std::span<const Type>(&result, 1), op->rawAttrs()));
  push(copy);
  return copy->result();
}

void Rewriter::replace(Op *op, Value *value) { replaceAll(op, std::span<Value *const>(&value, 1)); }

void Rewriter::replaceAll(Op *op, std::span<Value *const> values) {
  for (unsigned i = 0; i < op->numResults(); ++i) {
    Value *result = op->result(i);
    if (!result->hasUses()) continue;
    Value *value = values[i];
    if (result->type().isTile() && !value->type().isTile())
      value = create(op, Opcode::Broadcast, {value}, result->type())->result();
    if (!value->isConstant() && value->name().empty()) value->setName(result->name());
    pushUsers(result);
    result->replaceAllUsesWith(value);
  }
  erase(op);
}

void Rewriter::setOperand(Op *op, unsigned index, Value *value) {
  if (Op *def = op->operand(index)->def()) push(def);
  op->setOperand(index, value);
  push(op);
}

void Rewriter::setOperands(Op *op, std::span<Value *const> operands) {
  pushDefs(op);
  function_.setOperands(op, operands);
  push(op);
}

void Rewriter::erase(Op *op) {
  pushDefs(op);
  markErased(op);
  op->erase();
}

void Rewriter::push(Op *op) {
  State &mark = state(op);
  if (mark != State::Idle) return;
  mark = State::Listed;
  list_.push_back(op);
}

void Rewriter::pushUsers(const Value *value) {
  for (Use *use = value->firstUse(); use; use = use->next()) push(use->user());
}

void Rewriter::pushDefs(const Op *op) {
  for (const Use &use : op->operands())
    if (Op *def = use.value()->def()) push(def);
}

void Rewriter::markErased(Op *op) {
  for (ir::Block *block : op->blocks())
    for (Op &inner : *block) {
      pushDefs(&inner);
      markErased(&inner);
    }
  state(op) = State::Erased;
}

Rewriter::State &Rewriter::state(const Op *op) {
  if (op->id() >= states_.size()) states_.resize(function_.numOpIds(), State::Idle);
  return states_[op->id()];
}

}  // namespace tritonc::passes
