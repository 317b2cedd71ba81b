// Dead code by marking what is alive, from the observable operations backwards: see dead_code.h.
#include "passes/dead_code.h"

#include <algorithm>

namespace tritonc::passes {
namespace {

using ir::Block;
using ir::Op;
using ir::Opcode;
using ir::Type;
using ir::Value;

class Liveness {
public:
  explicit Liveness(ir::Function &function) : liveValues_(function.numValueIds()), liveOps_(function.numOpIds()) {
    ir::walk(*function.body(), [&](Op &op) {
      if (isObservable(op)) markOp(&op);
    });
    while (!pending_.empty()) {
      Value *value = pending_.back();
      pending_.pop_back();
      trace(value);
    }
  }

  bool isLive(const Op &op) const { return liveOps_[op.id()]; }
  bool isLive(const Value *value) const { return liveValues_[value->id()]; }

private:
  static bool isObservable(const Op &op) {
    if (op.opcode() == Opcode::Load) return op.attrs<ir::LoadAttrs>().isVolatile;
    return op.effect() == ir::Effect::Write || op.opcode() == Opcode::Call || op.opcode() == Opcode::Return;
  }

  /// Marks an operation and those that it is nested in, with what decides whether they run.
  void markOp(Op *op) {
    if (!op || liveOps_[op->id()]) return;
    liveOps_[op->id()] = true;
    unsigned needed = op->numOperands();
    if (op->opcode() == Opcode::For) needed = 3;
    for (unsigned i = 0; i < needed; ++i) markValue(op->operand(i));
    markOp(op->parent()->parentOp());
  }

  void markValue(Value *value) {
    if (liveValues_[value->id()]) return;
    liveValues_[value->id()] = true;
    pending_.push_back(value);
  }

  void trace(Value *value) {
    if (Op *def = value->def()) {
      markOp(def);
      if (def->opcode() == Opcode::For) markCarried(def, value->index());
      if (def->opcode() == Opcode::If)
        for (Block *block : def->blocks()) markValue(block->terminator()->operand(value->index()));
    }
    Block *block = value->argBlock();
    if (!block || !block->parentOp()) return;
    markOp(block->parentOp());
    if (value->index() > 0) markCarried(block->parentOp(), value->index() - 1);
  }

  void markCarried(Op *loop, unsigned index) {
    Block *body = loop->block();
    markValue(loop->operand(index + 3));
    markValue(body->arg(index + 1));
    markValue(body->terminator()->operand(index));
    // The argument decides for the carried value as a whole.
    markValue(loop->result(index));
  }

  std::vector<bool> liveValues_;
  std::vector<bool> liveOps_;
  std::vector<Value *> pending_;
};

class Sweeper {
public:
  Sweeper(ir::Function &function, const Liveness &liveness) : function_(function), liveness_(liveness) {}

  bool run() {
    sweep(*function_.body());
    return changed_;
  }

private:
  /// Last operation first, so that uses go before definitions.
  void sweep(Block &block) {
    for (Op *op = block.back(), *prev; op; op = prev) {
      prev = op->prev();
      if (op->isTerminator()) continue;
      if (!liveness_.isLive(*op)) {
        op->erase();
        changed_ = true;
        continue;
      }
      if (op->numBlocks() > 0) prune(op);
    }
  }

  /// Drops the dead results, then sweeps what made them.
  void prune(Op *op) {
    std::vector<bool> keep;
    for (const Value &result : op->results()) keep.push_back(liveness_.isLive(&result));
    bool isComplete = std::ranges::find(keep, false) == keep.end();
    for (Block *block : op->blocks()) {
      if (!isComplete) setKept(block->terminator(), keep, /*fixed=*/0);
      sweep(*block);
    }
    if (!isComplete) rebuild(op, keep);
  }

  void setKept(Op *op, const std::vector<bool> &keep, unsigned fixed) {
    std::vector<Value *> operands;
    for (unsigned i = 0; i < op->numOperands(); ++i)
      if (i < fixed || keep[i - fixed]) operands.push_back(op->operand(i));
    function_.setOperands(op, operands);
  }

  /// The number of results is fixed when an operation is made, so another one takes over the blocks.
  void rebuild(Op *op, const std::vector<bool> &keep) {
    bool isLoop = op->opcode() == Opcode::For;
    setKept(op, keep, /*fixed=*/isLoop ? 3 : 1);
    std::vector<Value *> operands;
    for (const ir::Use &use : op->operands()) operands.push_back(use.value());
    std::vector<Type> types;
    for (unsigned i = 0; i < op->numResults(); ++i)
      if (keep[i]) types.push_back(op->result(i)->type());
    Op *slim = function_.createRaw(op->opcode(), op->loc(), operands, types, op->rawAttrs());
    slim->moveBefore(op);
    for (unsigned i = 0; i < op->numBlocks(); ++i) {
      for (Value *arg : op->block(i)->args()) {
        if (arg->index() > 0 && !keep[arg->index() - 1]) continue;
        Value *moved = function_.addArg(slim->block(i), arg->type(), arg->name());
        arg->replaceAllUsesWith(moved);
      }
      for (Op &inner : *op->block(i)) inner.moveToEnd(slim->block(i));
    }
    for (unsigned i = 0, to = 0; i < op->numResults(); ++i) {
      if (!keep[i]) continue;
      slim->result(to)->setName(op->result(i)->name());
      op->result(i)->replaceAllUsesWith(slim->result(to++));
    }
    op->erase();
    changed_ = true;
  }

  ir::Function &function_;
  const Liveness &liveness_;
  bool changed_ = false;
};

}  // namespace

bool removeDeadCode(ir::Function &function) {
  Liveness liveness(function);
  return Sweeper(function, liveness).run();
}

}  // namespace tritonc::passes
