// Layouts: choose where in the machine each element of each tile lives.
//
//   before   %v = load %p : tile<1024xf32>
//   after    #l0 = blocked<per_thread=[4], threads=[32], warps=[4], order=[0], shape=[1024]>
//            %v = load %p : tile<1024xf32, #l0>
//
// Needs    stage `tile`, and no dead code.
// Keeps    every value; types change, index arithmetic is copied, and conversions appear. Sets stage `laid_out`.
// How      values that are better off alike and operations with wishes are nodes of a graph (layout_graph.cpp);
//          accesses propose vectorised layouts, which spread through shape operations (layout_candidates.cpp); work is
//          priced by sectors, instructions and shuffles (layout_cost.cpp, reduction_plan.cpp), edges by what converting
//          takes (conversion_plan.cpp); the cheapest combination is taken (layout_solver.cpp, pbqp.cpp). Then types are
//          set, index arithmetic is made once for each layout that needs it, and everything else is converted where
//          that happens less often: after it is made or before it is used.
// Cost     O(operations + edges x candidates^2).
// Leaves   chains of element-wise operations in one layout: conversions stand at their ends only.
#include <map>
#include <tuple>

#include "ir/builder.h"
#include "passes/dot_selection.h"
#include "passes/layout_candidates.h"
#include "passes/layout_solver.h"
#include "passes/pass.h"
#include "passes/remarks.h"

namespace tritonc::passes {
namespace {

using ir::Block;
using ir::Layout;
using ir::Op;
using ir::Opcode;
using ir::Type;
using ir::Value;

/// Applies the solver's decision to a function.
class Retyper {
public:
  Retyper(ir::Function &function, const LayoutGraph &graph, const std::vector<Layout> &layouts,
          const ir::ModuleAttrs &attrs)
      : function_(function), graph_(graph), layouts_(layouts), warps_(attrs.warps), conversion_(attrs.target) {}

  void run() {
    ir::walk(*function_.body(), [&](Op &op) {
      for (Value &result : op.results()) retype(&result);
      for (Block *block : op.blocks())
        for (Value *arg : block->args()) retype(arg);
    });
    fixBlock(*function_.body());
    sweep(*function_.body());
  }

private:
  void retype(Value *value) {
    LayoutGraph::NodeId id = graph_.nodeOf(value);
    if (id == LayoutGraph::kNoNode) return;
    const Op *def = value->def();
    bool isProduced = def && isLayoutNode(*def);
    setLayout(value, isProduced ? interned(producedLayout(*value, *layouts_[id])) : layouts_[id]);
  }
  void setLayout(Value *value, Layout layout) { value->setType(function_.context().withLayout(value->type(), layout)); }
  Layout interned(const ir::LinearLayout &layout) { return function_.context().layout(layout); }

  /// Gives operations the operands in the layouts that they need. Cloneable ones follow on demand.
  void fixBlock(Block &block) {
    // Copies and conversions are inserted before the operation at hand or after one that has been passed already.
    for (Op &op : block) {
      for (Block *inner : op.blocks()) fixBlock(*inner);
      if (!op.isTerminator()) fixOp(op);
    }
  }

  void fixOp(Op &op) {
    LayoutGraph::NodeId id = graph_.nodeOf(op);
    if (id != LayoutGraph::kNoNode) {
      fixOperands(op, *layouts_[id]);
    } else if (op.opcode() == Opcode::Histogram) {
      fixAny(op, 0);
      if (op.numOperands() > 1) fixOperand(op, 1, layoutOf(op.operand(0)));
    } else if (op.opcode() == Opcode::Print) {
      for (unsigned i = 0; i < op.numOperands(); ++i) fixAny(op, i);
    } else if (op.numResults() > 0 && graph_.nodeOf(op.result()) != LayoutGraph::kNoNode && op.numBlocks() == 0) {
      fixOperands(op, *op.result()->type().layout());
    } else {
      fixHandovers(op);
    }
  }

  /// What goes into and out of the blocks of `for`, `if` and `while`.
  void fixHandovers(Op &op) {
    auto fixFrom = [&](Op *user, unsigned first, auto &&targets) {
      for (unsigned i = 0; i < targets.size(); ++i) fixOperand(*user, first + i, layoutOf(targets[i]));
    };
    switch (op.opcode()) {
    case Opcode::For:
      fixFrom(&op, 3, op.results());
      fixFrom(op.block()->terminator(), 0, op.results());
      break;
    case Opcode::If:
      for (Block *block : op.blocks()) fixFrom(block->terminator(), 0, op.results());
      break;
    case Opcode::While:
      fixFrom(&op, 0, op.block(0)->args());
      fixFrom(op.block(1)->terminator(), 0, op.block(0)->args());
      fixFrom(op.block(0)->terminator(), 1, op.results());
      break;
    default: break;
    }
  }
  static Layout layoutOf(const Value &value) { return value.type().layout(); }
  static Layout layoutOf(const Value *value) { return value->type().layout(); }

  /// Any layout will do.
  void fixAny(Op &op, unsigned i) {
    Type type = op.operand(i)->type();
    if (!type.isTile() || type.layout()) return;
    fixOperand(op, i, interned(layoutFor(rowMajor(type.rank()), ir::DimVector(type.shape()), warps_)));
  }

  void fixOperands(Op &op, const ir::LinearLayout &layout) {
    for (unsigned i = 0; i < op.numOperands(); ++i)
      if (takesAnyLayout(op, i) && !isFragment(op, i, layout))
        fixAny(op, i);
      else if (op.operand(i)->type().isTile())
        fixOperand(op, i, interned(requiredLayout(op, i, layout)));
  }
  /// Whether `wgmma` takes the operand from registers.
  bool isFragment(const Op &dot, unsigned i, const ir::LinearLayout &accumulator) {
    if (dot.opcode() != Opcode::Dot) return false;
    Layout layout = dot.operand(i)->type().layout();
    return dot.attrs<ir::DotAttrs>().isWgmma && layout &&
           planFactor(dot, i, layout, accumulator, conversion_).isFragment;
  }
  void fixOperand(Op &op, unsigned i, Layout layout) { op.setOperand(i, inLayout(op.operand(i), layout, &op)); }

  Value *inLayout(Value *value, Layout layout, Op *user) {
    if (!value->type().isTile()) return value;
    if (isCloneable(value)) return madeAgain(value, layout);
    return value->type().layout() == layout ? value : converted(value, layout, user);
  }

  /// The value in a layout for a user: converted right after it was made, or before the user if that runs less often.
  Value *converted(Value *value, Layout layout, Op *user) {
    Block *home = value->def() ? value->def()->parent() : value->argBlock();
    for (Block *block = user->parent();; block = block->parentOp()->parent()) {
      auto found = converted_.find({value->id(), layout, block});
      if (found != converted_.end()) return found->second;
      if (block == home) break;
    }
    bool isAtUser = graph_.frequency(*user) < graph_.frequency(*value);
    Op *before = isAtUser ? user : value->def() ? value->def()->next() : home->front();
    ir::Builder builder(before);
    if (value->def()) builder.setLoc(value->def()->loc());
    Type type = function_.context().withLayout(value->type(), layout);
    Value *result = builder.create(Opcode::ConvertLayout, {value}, {type})->result();
    converted_[{value->id(), layout, before->parent()}] = result;
    return result;
  }

  /// A cloneable value in a layout: copied unless it has that layout or none yet.
  Value *madeAgain(Value *value, Layout layout) {
    auto [entry, isNew] = made_.try_emplace({value->id(), layout});
    if (!isNew) return entry->second;
    Op *op = value->def();
    if (value->type().layout()) {
      op = copyOf(op);
      op->result()->setName(value->name());
    }
    Value *made = op->result();
    setLayout(made, layout);
    made_[{value->id(), layout}] = made;
    for (unsigned i = 0; i < op->numOperands(); ++i)
      if (op->operand(i)->type().isTile())
        op->setOperand(i, madeAgain(op->operand(i), interned(requiredLayout(*op, i, *layout))));
    return made;
  }

  /// Operands of a copy are looked up under the value that they are a version of.
  Op *copyOf(Op *op) {
    std::vector<Value *> operands;
    for (const ir::Use &use : op->operands()) operands.push_back(original(use.value()));
    Type type = op->result()->type();
    Op *copy = function_.createRaw(op->opcode(), op->loc(), operands, {&type, 1}, op->rawAttrs());
    copy->moveBefore(op);
    originals_[copy->result()->id()] = op->result();
    return copy;
  }

  Value *original(Value *value) const {
    auto found = originals_.find(value->id());
    return found == originals_.end() ? value : found->second;
  }

  bool isCloneable(const Value *value) const { return !originals_.contains(value->id()) && graph_.isCloneable(value); }

  /// Cloneable operations that nobody asked for have no layout and no uses.
  void sweep(Block &block) {
    for (Op *op = block.back(), *prev; op; op = prev) {
      prev = op->prev();
      for (Block *inner : op->blocks()) sweep(*inner);
      if (op->isPure() && op->numResults() == 1 && isLeftOver(op->result()->type())) op->erase();
    }
  }

  static bool isLeftOver(Type type) { return type.isTile() && !type.layout(); }

  ir::Function &function_;
  const LayoutGraph &graph_;
  const std::vector<Layout> &layouts_;
  int64_t warps_;
  ConversionCosts conversion_;
  // Keys are ids and interned layouts; look-up only.
  std::map<std::pair<uint32_t, Layout>, Value *> made_;
  /// By value, layout and the block from whose users on it is there.
  std::map<std::tuple<uint32_t, Layout, const Block *>, Value *> converted_;
  std::map<uint32_t, Value *> originals_;
};

}  // namespace

Success layouts(ir::Module &module) {
  if (module.stage() != ir::Stage::Tile) return {};
  for (const auto &function : module.functions()) {
    AffineAnalysis analysis(*function);
    remarkNarrowAccesses(*function, analysis, module.attrs.warps);
    selectDots(*function, module.attrs);
    LayoutGraph graph(*function);
    std::vector<Layout> chosen = solveLayouts(graph, analysis, module);
    Retyper(*function, graph, chosen, module.attrs).run();
  }
  module.attrs.stage = ir::Stage::LaidOut;
  return {};
}

}  // namespace tritonc::passes
