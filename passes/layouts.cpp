// Layouts: choose where in the machine each element of each tile lives.
//
//   before   %v = load %p : tile<1024xf32>
//   after    #l0 = blocked<per_thread=[4], threads=[32], warps=[4], order=[0], shape=[1024]>
//            %v = load %p : tile<1024xf32, #l0>
//
// Needs    stage `tile`, and no dead code.
// Keeps    every value; only types change, and index arithmetic is copied. Sets stage `laid_out`.
// How      tiles that must agree form classes (layout_graph.cpp); accesses propose vectorised layouts
//          (layout_candidates.cpp), which are priced by sectors and instructions (layout_cost.cpp); the cheapest
//          combination is taken (layout_solver.cpp). Then types are set, and index arithmetic is made once for each
//          layout that needs it instead of being converted.
// Cost     O(operations + classes x candidates x accesses).
// Leaves   tiles that two users need in different layouts: a diagnostic, until conversions exist.
#include <map>

#include "passes/access_width.h"
#include "passes/layout_solver.h"
#include "passes/pass.h"

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
  Retyper(ir::Function &function, const LayoutGraph &graph, const std::vector<Layout> &layouts)
      : function_(function), graph_(graph), layouts_(layouts) {}

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
    LayoutGraph::ClassId id = graph_.classOf(value);
    if (id != LayoutGraph::kNoClass) setLayout(value, layouts_[id]);
  }
  void setLayout(Value *value, Layout layout) { value->setType(function_.context().withLayout(value->type(), layout)); }

  /// Gives operations the operands in the layouts that they need. Cloneable ones follow on demand.
  void fixBlock(Block &block) {
    // Copies are inserted before the operation that they copy, which has been passed already.
    for (Op &op : block) {
      for (Block *inner : op.blocks()) fixBlock(*inner);
      if (op.isTerminator()) continue;
      if (op.opcode() == Opcode::For) {
        fixYields(op, op.block());
        for (Value &result : op.results()) fixOperand(op, result.index() + 3, result.type().layout());
      } else if (op.opcode() == Opcode::If) {
        for (Block *inner : op.blocks()) fixYields(op, inner);
      } else if (isMemoryOp(op)) {
        if (op.operand(0)->type().isTile()) fixOperands(op, layouts_[graph_.classOfAnchor(op)]);
      } else if (op.isElementwise() && graph_.classOf(op.result()) != LayoutGraph::kNoClass) {
        fixOperands(op, op.result()->type().layout());
      }
    }
  }

  void fixYields(Op &op, Block *block) {
    for (Value &result : op.results()) fixOperand(*block->terminator(), result.index(), result.type().layout());
  }
  void fixOperands(Op &op, Layout layout) {
    for (unsigned i = 0; i < op.numOperands(); ++i) fixOperand(op, i, layout);
  }
  void fixOperand(Op &op, unsigned i, Layout layout) { op.setOperand(i, inLayout(op.operand(i), layout)); }

  /// The value in a layout; a cloneable one is copied unless it has that layout or none yet.
  Value *inLayout(Value *value, Layout layout) {
    if (!value->type().isTile() || !isCloneable(value)) return value;
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
      if (op->operand(i)->type().isTile()) fixOperand(*op, i, operandLayoutOf(*op, layout));
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

  Layout operandLayoutOf(const Op &op, Layout layout) {
    if (op.info().format != ir::Format::Shape) return layout;
    return function_.context().layout(operandLayout(op, *layout));
  }

  /// Cloneable operations that nobody asked for have no layout and no uses.
  void sweep(Block &block) {
    for (Op *op = block.back(), *prev; op; op = prev) {
      prev = op->prev();
      for (Block *inner : op->blocks()) sweep(*inner);
      bool isUnused = op->isPure() && op->result()->type().isTile() && !op->result()->type().layout();
      if (isUnused) op->erase();
    }
  }

  ir::Function &function_;
  const LayoutGraph &graph_;
  const std::vector<Layout> &layouts_;
  // Keys are ids and interned layouts; look-up only.
  std::map<std::pair<uint32_t, Layout>, Value *> made_;
  std::map<uint32_t, Value *> originals_;
};

}  // namespace

Success layouts(ir::Module &module) {
  if (module.stage() != ir::Stage::Tile) return {};
  for (const auto &function : module.functions()) {
    AffineAnalysis analysis(*function);
    LayoutGraph graph(*function);
    TC_TRY(std::vector<Layout> chosen, solveLayouts(graph, analysis, module));
    Retyper(*function, graph, chosen).run();
  }
  module.attrs.stage = ir::Stage::LaidOut;
  return {};
}

}  // namespace tritonc::passes
