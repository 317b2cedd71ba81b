// Partitioned Boolean quadratic problems: one choice for each node, with costs of choices and of pairs of choices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace tritonc::passes {

class Pbqp {
public:
  using NodeId = size_t;

  /// Larger costs count as this one: choices that cannot be had.
  static constexpr int64_t kImpossible = int64_t{1} << 60;

  /// A node with the cost of each of its choices, of which there is at least one.
  NodeId addNode(std::vector<int64_t> costs);
  /// Adds to the costs of pairs: `costs[i * choices(b) + j]` for choice i of `a` and j of `b`, which are different
  /// nodes.
  void addEdge(NodeId a, NodeId b, const std::vector<int64_t> &costs);

  /// The choice of each node, of least total cost wherever reductions and a bounded search find that; the lowest
  /// numbers among equals as far as they go. Depends on the order of nodes only.
  std::vector<size_t> solve() const;
  int64_t costOf(const std::vector<size_t> &choices) const;

private:
  friend class PbqpSolver;
  using Matrix = std::vector<int64_t>;

  std::vector<std::vector<int64_t>> nodes_;
  /// Between nodes a < b.
  std::map<std::pair<NodeId, NodeId>, Matrix> edges_;
};

}  // namespace tritonc::passes
