#include "ir/builder.h"

#include "ir/float_format.h"

namespace tritonc::ir {

Op *Builder::insert(Op *op) {
  TC_CHECK(block_, "the caller chooses a place first");
  if (before_)
    op->moveBefore(before_);
  else
    op->moveToEnd(block_);
  return op;
}

Type elementwiseResultType(Context &context, Opcode opcode, std::span<Value *const> operands) {
  TypeRule rule = info(opcode).rule;
  Value *elemSource = operands[rule == TypeRule::Select ? 1 : 0];
  bool isCompare = rule == TypeRule::CompareInt || rule == TypeRule::CompareFloat;
  Type elem = isCompare ? context.i1() : elemSource->type().elem();
  for (Value *operand : operands)
    if (operand->type().isTile()) return context.withElem(operand->type(), elem);
  return elem;
}

Value *Builder::elementwise(Opcode opcode, std::initializer_list<Value *> operands) {
  Type type = elementwiseResultType(context(), opcode, {operands.begin(), operands.size()});
  return create(opcode, operands, {type})->result();
}

Value *Builder::constantFloat(ScalarKind kind, double value) {
  return constant(context().scalar(kind), encodeFloat(kind, value));
}

}  // namespace tritonc::ir
