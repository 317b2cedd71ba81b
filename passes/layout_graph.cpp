// Classes, edges and anchors of the layout solver: see layout_graph.h.
#include "passes/layout_graph.h"

#include <algorithm>
#include <numeric>

#include "ir/layout_rules.h"
#include "passes/access_width.h"

namespace tritonc::passes {
namespace {

using ir::Block;
using ir::Op;
using ir::Opcode;
using ir::Value;

/// Frequencies are fixed-point numbers with this one.
constexpr int64_t kOnce = 64;
constexpr int64_t kUnknownTrips = 32;
constexpr int64_t kMaxTrips = 1024;
constexpr int64_t kMaxFrequency = int64_t{1} << 32;

/// The number of iterations, or a guess.
int64_t tripCount(const Op &loop) {
  for (unsigned i = 0; i < 3; ++i)
    if (!loop.operand(i)->isConstant()) return kUnknownTrips;
  unsigned unused = 64 - loop.operand(0)->type().elemBits();
  auto number = [&](unsigned i) { return static_cast<int64_t>(loop.operand(i)->bits() << unused) >> unused; };
  int64_t step = number(2) == 0 ? 1 : number(2);
  return std::clamp<int64_t>((number(1) - number(0)) / step, 1, kMaxTrips);
}

struct AccessCount {
  int64_t all = 0;
  int64_t masked = 0;
};

AccessCount countAccesses(Block &block) {
  AccessCount count;
  ir::walk(block, [&](Op &op) {
    if (!isMemoryOp(op)) return;
    ++count.all;
    count.masked += MemoryOp(op).mask != nullptr;
  });
  return count;
}

/// Sixteenths of the executions of a branch that take block `index`. A block that does the other's accesses under masks
/// is the tail of a tiling, which few programs reach.
int64_t branchShare(const Op &branch, unsigned index) {
  AccessCount here = countAccesses(*branch.block(index)), there = countAccesses(*branch.block(1 - index));
  if (here.all != there.all || here.masked == there.masked) return 8;
  return here.masked > there.masked ? 1 : 15;
}

}  // namespace

LayoutGraph::LayoutGraph(ir::Function &function)
    : numValues_(function.numValueIds()), parent_(numValues_ + function.numOpIds()), cloneable_(numValues_),
      frequency_(function.numOpIds()), valueClass_(numValues_, kNoClass), storeClass_(function.numOpIds(), kNoClass) {
  std::iota(parent_.begin(), parent_.end(), 0u);
  findCloneable(*function.body());
  findFrequencies(*function.body(), kOnce);
  joinBlock(*function.body());
  number(function);
}

void LayoutGraph::findCloneable(const Block &block) {
  for (const Op &op : block) {
    bool isCheap = op.isPure() && op.info().traits != ir::Traits::Approximate && op.result()->type().isTile();
    auto isFree = [&](const ir::Use &use) { return !use.value()->type().isTile() || isCloneable(use.value()); };
    if (isCheap && std::ranges::all_of(op.operands(), isFree)) cloneable_[op.result()->id()] = true;
    for (const Block *inner : op.blocks()) findCloneable(*inner);
  }
}

void LayoutGraph::findFrequencies(const Block &block, int64_t frequency) {
  for (const Op &op : block) {
    frequency_[op.id()] = frequency;
    for (unsigned i = 0; i < op.numBlocks(); ++i) {
      bool isLoop = op.opcode() == Opcode::For;
      int64_t inner = isLoop ? frequency * tripCount(op) : frequency * branchShare(op, i) / 16;
      findFrequencies(*op.block(i), std::clamp<int64_t>(inner, 1, kMaxFrequency));
    }
  }
}

uint32_t LayoutGraph::find(uint32_t node) {
  while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
  return node;
}

void LayoutGraph::joinNode(uint32_t node, const Value *value) {
  if (!value || !value->type().isTile() || isCloneable(value)) return;
  uint32_t a = find(node), b = find(value->id());
  parent_[std::max(a, b)] = std::min(a, b);
}

void LayoutGraph::join(const Value *a, const Value *b) {
  if (a->type().isTile() && !isCloneable(a)) joinNode(a->id(), b);
}

void LayoutGraph::joinBlock(const Block &block) {
  for (const Op &op : block) {
    joinOp(op);
    for (const Block *inner : op.blocks()) joinBlock(*inner);
  }
}

void LayoutGraph::joinOp(const Op &op) {
  if (op.isElementwise() || op.opcode() == Opcode::Load)
    for (const ir::Use &use : op.operands()) join(op.result(), use.value());
  if (op.opcode() == Opcode::Store)
    for (const ir::Use &use : op.operands()) joinNode(storeNode(op), use.value());
  for (const Value &result : op.results()) {
    if (op.opcode() == Opcode::For) {
      const Block &body = *op.block();
      for (const Value *value :
           {op.operand(result.index() + 3), body.arg(result.index() + 1), body.terminator()->operand(result.index())})
        join(&result, value);
    }
    if (op.opcode() == Opcode::If)
      for (const Block *block : op.blocks()) join(&result, block->terminator()->operand(result.index()));
  }
}

/// Classes are numbered in the order in which the program meets them.
void LayoutGraph::number(const ir::Function &function) {
  std::vector<ClassId> classOfRoot(parent_.size(), kNoClass);
  auto classFor = [&](uint32_t node, ir::Type type) {
    ClassId &id = classOfRoot[find(node)];
    if (id == kNoClass) {
      id = static_cast<ClassId>(classes_.size());
      classes_.push_back({ir::DimVector(type.shape()), {}, 0});
    }
    return id;
  };
  auto enter = [&](const Value *value) {
    if (!value->type().isTile() || isCloneable(value)) return;
    valueClass_[value->id()] = classFor(value->id(), value->type());
  };
  ir::walk(*function.body(), [&](Op &op) {
    for (const Value &result : op.results()) enter(&result);
    for (const Block *block : op.blocks())
      for (const Value *arg : block->args()) enter(arg);
    bool isTileStore = op.opcode() == Opcode::Store && op.operand(0)->type().isTile();
    if (isTileStore) storeClass_[op.id()] = classFor(storeNode(op), op.operand(0)->type());
    if (isMemoryOp(op) && op.operand(0)->type().isTile()) classes_[classOfAnchor(op)].anchors.push_back(&op);
    if (op.numResults() != 1 || classOf(op.result()) == kNoClass) return;
    if (op.isElementwise()) classes_[classOf(op.result())].work += frequency(op);
    if (op.info().format == ir::Format::Shape) edges_.push_back({&op, classOf(op.operand(0)), classOf(op.result())});
  });
}

LayoutGraph::ClassId LayoutGraph::classOfAnchor(const Op &op) const {
  return op.opcode() == Opcode::Store ? storeClass_[op.id()] : classOf(op.result());
}

ir::LinearLayout operandLayout(const Op &shape, const ir::LinearLayout &layout) {
  if (shape.opcode() == Opcode::ExpandDims)
    return ir::expandDimsOperand(layout, static_cast<unsigned>(shape.attrs<ir::AxisAttrs>().axis));
  return ir::broadcastOperand(layout, ir::DimVector(shape.operand(0)->type().shape()));
}

}  // namespace tritonc::passes
