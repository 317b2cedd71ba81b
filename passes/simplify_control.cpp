// Rewrite rules of `simplify` for operations with blocks; each says why it is sound.
#include "passes/simplify_control.h"

#include <optional>

namespace tritonc::passes {
namespace {

using ir::Block;
using ir::Op;
using ir::Opcode;
using ir::Value;

std::vector<Value *> operandValues(const Op *op, unsigned from = 0) {
  std::vector<Value *> values;
  for (unsigned i = from; i < op->numOperands(); ++i) values.push_back(op->operand(i));
  return values;
}

/// Moves the operations of `block`, without its terminator, before `op`, and returns what the terminator yielded.
std::vector<Value *> inlineBlock(Op *op, Block *block) {
  std::vector<Value *> yields = operandValues(block->terminator());
  for (Op &inner : *block)
    if (!inner.isTerminator()) inner.moveBefore(op);
  return yields;
}

/// A known condition: only one block can run.
bool inlineKnownIf(Rewriter &rewriter, Op *op) {
  if (!op->operand(0)->isConstant()) return false;
  rewriter.replaceAll(op, inlineBlock(op, op->block(op->operand(0)->bits() ? 0 : 1)));
  return true;
}

/// Both blocks yield the same value from outside, or true and false: the result is known without the branch.
bool forwardIfResults(Rewriter &rewriter, Op *op) {
  const Op *thenYield = op->block(0)->terminator(), *elseYield = op->block(1)->terminator();
  bool changed = false;
  for (unsigned i = 0; i < op->numResults(); ++i) {
    Value *result = op->result(i), *yes = thenYield->operand(i), *no = elseYield->operand(i);
    if (!result->hasUses()) continue;
    Value *known = nullptr;
    // Equal values cannot come from inside: a block does not see what the other one defines.
    if (yes == no) known = yes;
    if (result->type() == rewriter.context().i1() && isConstant(yes, 1) && isConstant(no, 0)) known = op->operand(0);
    if (!known) continue;
    rewriter.pushUsers(result);
    result->replaceAllUsesWith(known);
    changed = true;
  }
  return changed;
}

/// The signed or unsigned value of a constant.
std::optional<__int128> boundOf(const Value *value, bool isUnsigned) {
  if (!value->isConstant()) return std::nullopt;
  if (isUnsigned) return static_cast<__int128>(value->bits());
  return value->signedBits();
}

/// A loop whose bounds are constants in the wrong order does not run: its results are the initial values.
bool removeEmptyLoop(Rewriter &rewriter, Op *op) {
  const auto &attrs = op->attrs<ir::ForAttrs>();
  auto lower = boundOf(op->operand(0), attrs.isUnsigned), upper = boundOf(op->operand(1), attrs.isUnsigned);
  if (!lower || !upper) return false;
  bool runs = attrs.isDescending ? *lower > *upper : *lower < *upper;
  if (runs) return false;
  rewriter.replaceAll(op, operandValues(op, 3));
  return true;
}

/// A loop whose bounds are constants no further apart than the step runs once: what is in it takes its place.
bool inlineSingleIteration(Rewriter &rewriter, Op *op) {
  const auto &attrs = op->attrs<ir::ForAttrs>();
  auto lower = boundOf(op->operand(0), attrs.isUnsigned), upper = boundOf(op->operand(1), attrs.isUnsigned);
  auto step = boundOf(op->operand(2), /*isUnsigned=*/false);
  if (!lower || !upper || !step) return false;
  bool endsAfterOne =
      attrs.isDescending ? *step < 0 && *lower + *step <= *upper : *step > 0 && *lower + *step >= *upper;
  if (!endsAfterOne) return false;
  Block *body = op->block();
  for (unsigned i = 0; i < body->numArgs(); ++i) {
    rewriter.pushUsers(body->arg(i));
    body->arg(i)->replaceAllUsesWith(op->operand(i == 0 ? 0 : i + 2));
  }
  rewriter.replaceAll(op, inlineBlock(op, body));
  return true;
}

/// A carried value that each iteration passes on unchanged is its initial value.
bool forwardInvariants(Rewriter &rewriter, Op *op) {
  Block *body = op->block();
  bool changed = false;
  for (unsigned i = 0; i < op->numResults(); ++i) {
    Value *init = op->operand(i + 3), *arg = body->arg(i + 1), *next = body->terminator()->operand(i);
    if (next != arg && next != init) continue;
    for (Value *value : {arg, op->result(i)}) {
      if (!value->hasUses()) continue;
      rewriter.pushUsers(value);
      value->replaceAllUsesWith(init);
      changed = true;
    }
  }
  return changed;
}

/// A loop whose condition is false from the start: its first block runs once.
bool removeEmptyWhile(Rewriter &rewriter, Op *op) {
  Block *before = op->block(0);
  const Value *condition = before->terminator()->operand(0);
  if (!condition->isConstant() || condition->bits() != 0) return false;
  for (unsigned i = 0; i < op->numOperands(); ++i) {
    rewriter.pushUsers(before->arg(i));
    before->arg(i)->replaceAllUsesWith(op->operand(i));
  }
  std::vector<Value *> passed = inlineBlock(op, before);
  passed.erase(passed.begin());
  rewriter.replaceAll(op, passed);
  return true;
}

/// Along an axis of size 1 there is nothing to combine: the operands in another shape are the results. A scalar is not
/// a tile of another shape.
bool removeTrivialReduce(Rewriter &rewriter, Op *op) {
  ir::Type type = op->operand(0)->type();
  auto axis = static_cast<size_t>(op->attrs<ir::AxisAttrs>().axis);
  if (type.rank() == 1 || type.shape()[axis] != 1) return false;
  std::vector<Value *> values;
  for (Value &result : op->results())
    values.push_back(rewriter.create(op, Opcode::Reshape, {op->operand(result.index())}, result.type())->result());
  rewriter.replaceAll(op, values);
  return true;
}

}  // namespace

bool applyControlRules(Rewriter &rewriter, Op *op) {
  if (op->opcode() == Opcode::If) return inlineKnownIf(rewriter, op) || forwardIfResults(rewriter, op);
  if (op->opcode() == Opcode::For)
    return removeEmptyLoop(rewriter, op) || inlineSingleIteration(rewriter, op) || forwardInvariants(rewriter, op);
  if (op->opcode() == Opcode::While) return removeEmptyWhile(rewriter, op);
  if (op->opcode() == Opcode::Reduce) return removeTrivialReduce(rewriter, op);
  return false;
}

}  // namespace tritonc::passes
