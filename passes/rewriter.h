// Rewriter: changes to a function with a worklist of the operations that they may make simpler.
#pragma once

#include <initializer_list>
#include <vector>

#include "ir/builder.h"

namespace tritonc::passes {

/// Whether the value is a constant scalar; uniform tiles are scalars too (ir/builder.h).
inline bool isConstant(const ir::Value *value, uint64_t bits) { return value->isConstant() && value->bits() == bits; }

/// What a `broadcast` of a scalar repeats, or null.
ir::Value *broadcastScalar(const ir::Value *value);

/// Whether the value is zero, as a scalar or spread over a tile.
inline bool isZero(const ir::Value *value) {
  const ir::Value *scalar = broadcastScalar(value);
  return isConstant(scalar ? scalar : value, 0);
}

class Rewriter {
public:
  /// Every operation of the function is on the list at first, in order.
  explicit Rewriter(ir::Function &function);

  ir::Function &function() const { return function_; }
  ir::Context &context() const { return function_.context(); }

  /// The next operation to look at, or null. Operations that died since they were pushed are skipped.
  ir::Op *next();

  /// Creates an operation before `at` and puts it on the list.
  template <class A = ir::NoAttrs>
  ir::Op *create(ir::Op *at, ir::Opcode opcode, std::initializer_list<ir::Value *> operands, ir::Type result,
                 const A &attrs = {}) {
    ir::Op *op = ir::Builder(at).create(opcode, operands, {result}, attrs);
    push(op);
    return op;
  }
  /// An element-wise operation before `at` whose type follows from its operands.
  ir::Value *elementwise(ir::Op *at, ir::Opcode opcode, std::initializer_list<ir::Value *> operands);
  /// The same operation as `op` on other operands and with another result type, before it.
  ir::Value *copyOf(ir::Op *op, std::span<ir::Value *const> operands, ir::Type result);

  /// Puts `value` in the place of the only result of `op` and erases `op`. A scalar that stands for a tile is
  /// broadcast.
  void replace(ir::Op *op, ir::Value *value);
  /// The same for all results.
  void replaceAll(ir::Op *op, std::span<ir::Value *const> values);
  /// Changes an operand and puts both the operation and the old operand's on the list.
  void setOperand(ir::Op *op, unsigned index, ir::Value *value);
  void setOperands(ir::Op *op, std::span<ir::Value *const> operands);
  /// Erases an operation without uses.
  void erase(ir::Op *op);
  void push(ir::Op *op);
  void pushUsers(const ir::Value *value);

private:
  void pushDefs(const ir::Op *op);
  void markErased(ir::Op *op);

  enum class State : uint8_t { Idle, Listed, Erased };
  State &state(const ir::Op *op);

  ir::Function &function_;
  std::vector<ir::Op *> list_;
  size_t head_ = 0;
  std::vector<State> states_;
};

}  // namespace tritonc::passes
