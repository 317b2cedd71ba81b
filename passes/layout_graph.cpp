// Nodes and edges of the layout solver: see layout_graph.h.
#include "passes/layout_graph.h"

#include <algorithm>
#include <numeric>

#include "ir/layout_rules.h"
#include "ir/layout_shape.h"
#include "ir/mma_layout.h"
#include "passes/access_width.h"
#include "passes/dot_selection.h"

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
  if (loop.opcode() == Opcode::While) return kUnknownTrips;
  for (unsigned i = 0; i < 3; ++i)
    if (!loop.operand(i)->isConstant()) return kUnknownTrips;
  // The distance of two 64-bit numbers may need more bits.
  auto number = [&](unsigned i) -> __int128 { return loop.operand(i)->signedBits(); };
  __int128 step = number(2) == 0 ? 1 : number(2);
  return static_cast<int64_t>(std::clamp<__int128>((number(1) - number(0)) / step, 1, kMaxTrips));
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

bool isTile(const Value *value) { return value->type().isTile(); }

/// Operations that cost little in each layout: those that work element by element or move nothing.
bool isCheap(const Op &op) {
  if (!op.isPure() || op.info().traits == ir::Traits::Approximate || op.numResults() != 1) return false;
  bool isSimple = op.isElementwise() || op.info().format == ir::Format::Source || op.info().format == ir::Format::Shape;
  return isSimple && isTile(op.result());
}

/// Whether the results have the layout of the operand.
bool keepsLayout(const Op &op, unsigned operand) {
  if (op.opcode() == Opcode::Gather) return operand == 1;
  return op.isElementwise() || op.opcode() == Opcode::Exchange;
}

/// The shape of the layout of an operation that is a node.
ir::DimVector nodeShape(const Op &op) {
  if (op.opcode() == Opcode::Join || op.opcode() == Opcode::Dot) return ir::DimVector(op.result()->type().shape());
  for (const ir::Use &use : op.operands())
    if (isTile(use.value())) return ir::DimVector(use.value()->type().shape());
  TC_UNREACHABLE("such an operation takes a tile");
}

}  // namespace

bool isLayoutNode(const Op &op) {
  switch (op.info().format) {
  case ir::Format::Load:
  case ir::Format::Store:
  case ir::Format::AtomicRmw:
  case ir::Format::AtomicCas: return isTile(op.operand(0));
  case ir::Format::Assert: return isTile(op.operand(0)) || (op.numOperands() > 1 && isTile(op.operand(1)));
  case ir::Format::Reduce:
  case ir::Format::Dot:
  case ir::Format::Join:
  case ir::Format::Split: return true;
  default: return false;
  }
}

ir::LinearLayout producedLayout(const Value &result, const ir::LinearLayout &layout) {
  const Op &op = *result.def();
  if (op.opcode() == Opcode::Reduce)
    return ir::reduceResult(layout, static_cast<unsigned>(op.attrs<ir::AxisAttrs>().axis));
  if (op.opcode() == Opcode::Split) return *ir::split(layout);
  return layout;
}

ir::LinearLayout requiredLayout(const Op &user, unsigned operand, const ir::LinearLayout &layout) {
  switch (user.opcode()) {
  case Opcode::Dot: {
    if (operand == 2) return layout;
    unsigned bits = user.operand(operand)->type().elemBits();
    if (user.attrs<ir::DotAttrs>().isWgmma) return ir::wgmmaFragment(layout, depthOf(user), bits);
    return ir::mmaOperand(layout, sideOf(operand), depthOf(user), bits);
  }
  case Opcode::ExpandDims:
    return ir::expandDimsOperand(layout, static_cast<unsigned>(user.attrs<ir::AxisAttrs>().axis));
  case Opcode::Broadcast: return ir::broadcastOperand(layout, ir::DimVector(user.operand(0)->type().shape()));
  case Opcode::Reshape: return ir::reshape(layout, ir::DimVector(user.operand(0)->type().shape()));
  case Opcode::Trans: return ir::permuteDims(layout, ir::inversePermutation(user.attrs<ir::OrderAttrs>().order));
  case Opcode::Join: return *ir::split(layout);
  default: return layout;
  }
}

LayoutGraph::LayoutGraph(ir::Function &function)
    : parent_(function.numValueIds()), cloneable_(function.numValueIds()), frequency_(function.numOpIds()),
      valueNode_(function.numValueIds(), kNoNode), opNode_(function.numOpIds(), kNoNode) {
  std::iota(parent_.begin(), parent_.end(), 0u);
  findCloneable(*function.body());
  findFrequencies(*function.body(), kOnce);
  joinBlock(*function.body());
  number(function);
  addEdges(*function.body());
}

int64_t LayoutGraph::frequency(const Value &value) const {
  const Op *op = value.def() ? value.def() : value.argBlock()->terminator();
  return frequency(*op);
}

void LayoutGraph::findCloneable(const Block &block) {
  for (const Op &op : block) {
    auto isFree = [&](const ir::Use &use) { return !isTile(use.value()) || isCloneable(use.value()); };
    if (isCheap(op) && std::ranges::all_of(op.operands(), isFree)) cloneable_[op.result()->id()] = true;
    for (const Block *inner : op.blocks()) findCloneable(*inner);
  }
}

void LayoutGraph::findFrequencies(const Block &block, int64_t frequency) {
  for (const Op &op : block) {
    frequency_[op.id()] = frequency;
    for (unsigned i = 0; i < op.numBlocks(); ++i) {
      int64_t inner = frequency;
      if (op.opcode() == Opcode::For || op.opcode() == Opcode::While) inner *= tripCount(op);
      if (op.opcode() == Opcode::If) inner = inner * branchShare(op, i) / 16;
      findFrequencies(*op.block(i), std::clamp<int64_t>(inner, 1, kMaxFrequency));
    }
  }
}

uint32_t LayoutGraph::find(uint32_t node) {
  while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
  return node;
}

/// Results of operations that are nodes keep to those.
bool LayoutGraph::isJoinable(const Value *value) const {
  return isTile(value) && !isCloneable(value) && !(value->def() && isLayoutNode(*value->def()));
}

void LayoutGraph::join(const Value *a, const Value *b) {
  if (!isJoinable(a) || !isJoinable(b)) return;
  uint32_t x = find(a->id()), y = find(b->id());
  parent_[std::max(x, y)] = std::min(x, y);
}

void LayoutGraph::joinBlock(const Block &block) {
  for (const Op &op : block) {
    for (unsigned i = 0; i < op.numOperands(); ++i)
      if (keepsLayout(op, i)) join(op.result(), op.operand(i));
    for (const Value &result : op.results())
      if (op.isElementwise()) join(op.result(), &result);
    // A conversion of the mask would be wasted.
    if (op.opcode() == Opcode::Histogram && op.numOperands() > 1) join(op.operand(0), op.operand(1));
    forEachHandover(op, [&](const Value *from, const Value *to) { join(from, to); });
    for (const Block *inner : op.blocks()) joinBlock(*inner);
  }
}

/// Nodes are numbered in the order in which the program meets them.
void LayoutGraph::number(const ir::Function &function) {
  std::vector<NodeId> nodeOfRoot(parent_.size(), kNoNode);
  auto enter = [&](const Value *value) {
    if (!isJoinable(value)) return;
    NodeId &id = nodeOfRoot[find(value->id())];
    if (id == kNoNode) {
      id = static_cast<NodeId>(nodes_.size());
      nodes_.push_back({ir::DimVector(value->type().shape())});
    }
    valueNode_[value->id()] = id;
  };
  ir::walk(*function.body(), [&](Op &op) {
    if (isLayoutNode(op)) {
      auto id = static_cast<NodeId>(nodes_.size());
      nodes_.push_back({nodeShape(op), &op});
      opNode_[op.id()] = id;
      for (const Value &result : op.results())
        if (isTile(&result)) valueNode_[result.id()] = id;
      return;
    }
    for (const Value &result : op.results()) enter(&result);
    for (const Block *block : op.blocks())
      for (const Value *arg : block->args()) enter(arg);
    if (op.isElementwise() && nodeOf(op.result()) != kNoNode) nodes_[nodeOf(op.result())].work += frequency(op);
    if (op.opcode() == Opcode::Exchange) nodes_[nodeOf(op.result())].exchanges.push_back(&op);
  });
}

void LayoutGraph::addEdges(const Block &block) {
  for (const Op &op : block) {
    bool isShape = op.info().format == ir::Format::Shape;
    NodeId to = nodeOf(op);
    bool hasRule = isShape || op.opcode() == Opcode::Join || op.opcode() == Opcode::Dot;
    for (unsigned i = 0; i < op.numOperands(); ++i) {
      NodeId target = to == kNoNode && (isShape || keepsLayout(op, i)) ? nodeOf(op.result()) : to;
      if (target != kNoNode) addEdge(op.operand(i), target, op, hasRule ? &op : nullptr, i);
    }
    forEachHandover(op, [&](Value *from, const Value *target) { addEdge(from, nodeOf(target), op, nullptr, 0); });
    for (const Block *inner : op.blocks()) addEdges(*inner);
  }
}

void LayoutGraph::addEdge(Value *value, NodeId to, const Op &user, const Op *rule, unsigned operand) {
  if (!isTile(value) || isCloneable(value)) return;
  NodeId from = nodeOf(value);
  if (from == to && !rule && isJoinable(value)) return;
  int64_t made = frequency(*value), used = frequency(user);
  if (!rule) operand = 0;
  auto [entry, isNew] = edgeIndex_.try_emplace({value->id(), to, rule, operand}, edges_.size());
  if (isNew) {
    edges_.push_back({value, from, to, rule, operand, std::min(made, used)});
    return;
  }
  int64_t &frequency = edges_[entry->second].frequency;
  frequency = std::min(made, frequency + used);
}

}  // namespace tritonc::passes
