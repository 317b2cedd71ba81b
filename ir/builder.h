// Makes operations at a place in a block.
#pragma once

#include <initializer_list>
#include <vector>

#include "ir/module.h"

namespace tritonc::ir {

class Builder {
public:
  explicit Builder(Function &function) : function_(function) {}
  /// Inserts before `op`, with its location.
  explicit Builder(Op *op) : function_(*op->parent()->function()) {
    setInsertionPoint(op);
    setLoc(op->loc());
  }

  Function &function() const { return function_; }
  Context &context() const { return function_.context(); }

  void setInsertionPoint(Op *before) { block_ = before->parent(), before_ = before; }
  void setInsertionPointToEnd(Block *block) { block_ = block, before_ = nullptr; }
  Block *block() const { return block_; }
  Loc loc() const { return loc_; }
  void setLoc(Loc loc) { loc_ = loc; }

  /// Puts a detached operation at the insertion point.
  Op *insert(Op *op);

  template <class A = NoAttrs>
  Op *create(Opcode opcode, std::span<Value *const> operands, std::span<const Type> results, const A &attrs = {}) {
    return insert(function_.create(opcode, loc_, operands, results, attrs));
  }
  template <class A = NoAttrs>
  Op *create(Opcode opcode, std::initializer_list<Value *> operands, std::initializer_list<Type> results,
             const A &attrs = {}) {
    return create(opcode, std::span<Value *const>(operands.begin(), operands.size()),
                  std::span<const Type>(results.begin(), results.size()), attrs);
  }

  /// An element-wise operation whose result type follows from its operands (arithmetic, comparisons, `select`,
  /// `addptr`).
  Value *elementwise(Opcode opcode, std::initializer_list<Value *> operands);
  /// An element-wise conversion to the element type `elem`.
  template <class A = NoAttrs> Value *convert(Opcode opcode, Value *value, Type elem, const A &attrs = {}) {
    return create(opcode, {value}, {context().withElem(value->type(), elem)}, attrs)->result();
  }

  Value *constant(Type type, uint64_t bits) { return function_.constant(type, bits); }
  Value *constantI32(int32_t value) { return constant(context().i32(), static_cast<uint32_t>(value)); }
  Value *constantI1(bool value) { return constant(context().i1(), value); }
  Value *constantFloat(ScalarKind kind, double value);

private:
  Function &function_;
  Block *block_ = nullptr;
  Op *before_ = nullptr;
  Loc loc_;
};

/// The same operation with other attributes, in the place of `op`, which is erased. It has no nested blocks.
template <class A> Op *withAttrs(Op *op, const A &attrs) {
  std::vector<Value *> operands;
  for (const Use &use : op->operands()) operands.push_back(use.value());
  std::vector<Type> types;
  for (const Value &result : op->results()) types.push_back(result.type());
  Op *changed = Builder(op).create(op->opcode(), operands, types, attrs);
  for (unsigned i = 0; i < op->numResults(); ++i) {
    changed->result(i)->setName(op->result(i)->name());
    op->result(i)->replaceAllUsesWith(changed->result(i));
  }
  op->erase();
  return changed;
}

/// The type of the result of an element-wise operation whose type rule determines it.
Type elementwiseResultType(Context &context, Opcode opcode, std::span<Value *const> operands);

}  // namespace tritonc::ir
