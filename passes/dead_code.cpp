// Dead code by marking what is alive, from the observable operations backwards: see dead_code.h.
#include "passes/dead_code.h"

#include <algorithm>
#include <type_traits>

namespace tritonc::passes {
namespace {

using ir::Block;
using ir::Op;
using ir::Opcode;
using ir::Type;
using ir::Value;

/// `reduce` and `scan`: their block and all results are kept or go as a whole.
bool combinesElements(const Op &op) { return op.info().format == ir::Format::Reduce; }

/// Operands that an operation needs whichever of its results are alive.
unsigned numFixedOperands(const Op &op) {
  if (op.opcode() == Opcode::For) return 3;
  if (op.opcode() == Opcode::While) return 0;
  return op.numOperands();
}

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
    for (unsigned i = 0; i < numFixedOperands(*op); ++i) markValue(op->operand(i));
    if (op->opcode() == Opcode::While) markValue(op->block(0)->terminator()->operand(0));
    if (combinesElements(*op))
      for (const ir::Use &use : op->block()->terminator()->operands()) markValue(use.value());
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
      if (def->opcode() == Opcode::While) markPassed(def, value->index());
      if (def->opcode() == Opcode::If)
        for (Block *block : def->blocks()) markValue(block->terminator()->operand(value->index()));
    }
    if (Block *block = value->argBlock(); block && block->parentOp()) traceArgument(block, value->index());
  }

  void traceArgument(Block *block, unsigned index) {
    Op *op = block->parentOp();
    markOp(op);
    if (op->opcode() == Opcode::For && index > 0) markCarried(op, index - 1);
    if (op->opcode() != Opcode::While) return;
    if (block == op->block(1)) return markPassed(op, index);
    markValue(op->operand(index));
    markValue(op->block(1)->terminator()->operand(index));
  }

  /// What `condition` passes on goes to the second block and to the results alike.
  void markPassed(Op *loop, unsigned index) {
    markValue(loop->block(0)->terminator()->operand(index + 1));
    markValue(loop->block(1)->arg(index));
    markValue(loop->result(index));
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

  using Kept = std::vector<bool>;

  template <class Range> Kept liveOf(Range &&values) const {
    Kept kept;
    for (auto &&value : values) {
      if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(value)>>)
        kept.push_back(liveness_.isLive(value));
      else
        kept.push_back(liveness_.isLive(&value));
    }
    return kept;
  }

  /// Drops the dead results and carried values, then sweeps what made them.
  void prune(Op *op) {
    Kept results = liveOf(op->results()), carried = results;
    if (op->opcode() == Opcode::While) carried = liveOf(op->block(0)->args());
    auto isComplete = [](const Kept &kept) { return std::ranges::find(kept, false) == kept.end(); };
    bool shrinks = !combinesElements(*op) && !(isComplete(results) && isComplete(carried));
    for (unsigned i = 0; i < op->numBlocks(); ++i) {
      bool isCondition = op->opcode() == Opcode::While && i == 0;
      if (shrinks) setKept(op->block(i)->terminator(), isCondition ? results : carried, /*fixed=*/isCondition);
      sweep(*op->block(i));
    }
    if (shrinks) rebuild(op, results, carried);
  }

  void setKept(Op *op, const Kept &keep, unsigned fixed) {
    std::vector<Value *> operands;
    for (unsigned i = 0; i < op->numOperands(); ++i)
      if (i < fixed || keep[i - fixed]) operands.push_back(op->operand(i));
    function_.setOperands(op, operands);
  }

  /// The number of results is fixed when an operation is made, so another one takes over the blocks.
  void rebuild(Op *op, const Kept &results, const Kept &carried) {
    unsigned fixed = op->opcode() == Opcode::For ? 3 : op->opcode() == Opcode::If ? 1 : 0;
    setKept(op, carried, fixed);
    std::vector<Value *> operands;
    for (const ir::Use &use : op->operands()) operands.push_back(use.value());
    std::vector<Type> types;
    for (unsigned i = 0; i < op->numResults(); ++i)
      if (results[i]) types.push_back(op->result(i)->type());
    Op *slim = function_.createRaw(op->opcode(), op->loc(), operands, types, op->rawAttrs());
    slim->moveBefore(op);
    for (unsigned i = 0; i < op->numBlocks(); ++i) {
      bool takesResults = op->opcode() == Opcode::While && i == 1;
      // The induction variable of `for` comes before what it carries.
      moveBlock(op->block(i), slim->block(i), takesResults ? results : carried, op->opcode() == Opcode::For);
    }
    for (unsigned i = 0, to = 0; i < op->numResults(); ++i) {
      if (!results[i]) continue;
      slim->result(to)->setName(op->result(i)->name());
      op->result(i)->replaceAllUsesWith(slim->result(to++));
    }
    op->erase();
    changed_ = true;
  }

  void moveBlock(Block *from, Block *to, const Kept &keep, unsigned fixed) {
    for (Value *arg : from->args()) {
      if (arg->index() >= fixed && !keep[arg->index() - fixed]) continue;
      arg->replaceAllUsesWith(function_.addArg(to, arg->type(), arg->name()));
    }
    for (Op &inner : *from) inner.moveToEnd(to);
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
