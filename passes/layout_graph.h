// The layout solver's view of a function: what needs a layout, and where conversions may stand.
//
// A *node* has one layout. Values joined by element-wise operations, loops and branches are one node; an operation with
// wishes or rules of its own (memory accesses, reductions, ...) is another, to which its results belong. *Edges* are
// the cuts: a value made in the layout of one node is used in that of another, and converted on the way if they do not
// fit. Cheap values that depend on nothing but scalars and indices are outside of all nodes: they are made again in
// each layout that somebody needs.
#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "ir/dim_vector.h"
#include "ir/module.h"

namespace tritonc::passes {

class LayoutGraph {
public:
  using NodeId = uint32_t;
  static constexpr NodeId kNoNode = UINT32_MAX;

  struct Node {
    ir::DimVector shape;
    /// The operation whose layout this is; null for element-wise values.
    ir::Op *op = nullptr;
    /// Element-wise operations, weighted by how often they run.
    int64_t work = 0;
    /// Exchanges of its values.
    std::vector<const ir::Op *> exchanges = {};
  };

  /// `value`, made in node `from`, is used in node `to`: by `user` if that has a rule for its operand, else as it is.
  struct Edge {
    ir::Value *value;
    NodeId from;
    NodeId to;
    const ir::Op *user;
    /// Which operand of `user` it is.
    unsigned operand;
    /// How often a conversion here would run.
    int64_t frequency;
  };

  explicit LayoutGraph(ir::Function &function);

  const std::vector<Node> &nodes() const { return nodes_; }
  const std::vector<Edge> &edges() const { return edges_; }

  /// kNoNode for scalars and cloneable values.
  NodeId nodeOf(const ir::Value *value) const { return valueNode_[value->id()]; }
  /// Of an operation that is a node of its own; else kNoNode.
  NodeId nodeOf(const ir::Op &op) const { return opNode_[op.id()]; }
  /// Whether the value is made again in each layout.
  bool isCloneable(const ir::Value *value) const { return cloneable_[value->id()]; }

  /// How often an operation runs, relative to the others, and how often a value is made.
  int64_t frequency(const ir::Op &op) const { return frequency_[op.id()]; }
  int64_t frequency(const ir::Value &value) const;

private:
  void findCloneable(const ir::Block &block);
  void findFrequencies(const ir::Block &block, int64_t frequency);
  void joinBlock(const ir::Block &block);
  void number(const ir::Function &function);
  void addEdges(const ir::Block &block);
  void addEdge(ir::Value *value, NodeId to, const ir::Op &user, const ir::Op *rule, unsigned operand);

  // Union-find over value ids.
  uint32_t find(uint32_t node);
  void join(const ir::Value *a, const ir::Value *b);
  bool isJoinable(const ir::Value *value) const;

  std::vector<uint32_t> parent_;
  std::vector<bool> cloneable_;
  std::vector<int64_t> frequency_;
  std::vector<NodeId> valueNode_;
  std::vector<NodeId> opNode_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  /// Positions of edges by value, target and user; for look-up only.
  std::map<std::tuple<uint32_t, NodeId, const ir::Op *, unsigned>, size_t> edgeIndex_;
};

/// Whether the operation is a node of its own, rather than joined with its operands.
bool isLayoutNode(const ir::Op &op);

/// The layout of a result of an operation that is a node, when the node has `layout`.
ir::LinearLayout producedLayout(const ir::Value &result, const ir::LinearLayout &layout);
/// The layout in which `user`, working in `layout`, takes an operand.
ir::LinearLayout requiredLayout(const ir::Op &user, unsigned operand, const ir::LinearLayout &layout);

/// The values that a block or a loop hands from one place to another: calls `visit(from, to)` for each such pair.
template <class Visit> void forEachHandover(const ir::Op &op, Visit &&visit);

}  // namespace tritonc::passes

template <class Visit> void tritonc::passes::forEachHandover(const ir::Op &op, Visit &&visit) {
  using ir::Opcode;
  auto handOver = [&](const ir::Op *terminator, unsigned first, auto &&target) {
    for (unsigned i = first; i < terminator->numOperands(); ++i) visit(terminator->operand(i), target(i - first));
  };
  auto resultOf = [&](unsigned i) { return op.result(i); };
  if (op.opcode() == Opcode::For) {
    for (unsigned i = 0; i < op.numResults(); ++i) {
      visit(op.operand(i + 3), op.result(i));
      visit(op.block()->arg(i + 1), op.result(i));
    }
    handOver(op.block()->terminator(), 0, resultOf);
  } else if (op.opcode() == Opcode::If) {
    for (const ir::Block *block : op.blocks()) handOver(block->terminator(), 0, resultOf);
  } else if (op.opcode() == Opcode::While) {
    auto argOf = [&](unsigned i) { return op.block(0)->arg(i); };
    for (unsigned i = 0; i < op.numOperands(); ++i) visit(op.operand(i), argOf(i));
    handOver(op.block(1)->terminator(), 0, argOf);
    handOver(op.block(0)->terminator(), 1, resultOf);
    for (unsigned i = 0; i < op.numResults(); ++i) visit(op.block(1)->arg(i), op.result(i));
  }
}
