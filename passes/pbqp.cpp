// Solves quadratic choice problems by reduction: see pbqp.h.
//
// A node without edges takes its cheapest choice (R0). A node with one edge is folded into its neighbour's costs (R1),
// one with two edges into an edge between its neighbours (R2); both are exact, and the node's choice follows once its
// neighbours have theirs. What cannot be reduced is searched exhaustively if it is small; else one node of highest
// degree is fixed to its locally cheapest choice (RN), and in the end choices are improved one by one.
#include "passes/pbqp.h"

#include <algorithm>

#include "ir/support/check.h"

namespace tritonc::passes {
namespace {

using NodeId = Pbqp::NodeId;

constexpr size_t kMaxStates = size_t{1} << 16;
constexpr int kMaxSweeps = 4;

int64_t sum(int64_t a, int64_t b) { return std::min(a + b, Pbqp::kImpossible); }

size_t cheapest(const std::vector<int64_t> &costs) {
  return static_cast<size_t>(std::ranges::min_element(costs) - costs.begin());
}

}  // namespace

class PbqpSolver {
public:
  explicit PbqpSolver(const Pbqp &problem)
      : problem_(problem), costs_(problem.nodes_), neighbours_(costs_.size()), isGone_(costs_.size()),
        choices_(costs_.size()) {
    for (const auto &[ends, matrix] : problem.edges_) connect(ends.first, ends.second, matrix);
  }

  std::vector<size_t> run() {
    while (reduceOne()) {
    }
    for (auto node = order_.rbegin(); node != order_.rend(); ++node)
      choices_[*node] = best(*node, eliminated_.at(*node));
    if (isHeuristic_) improve();
    return choices_;
  }

private:
  using Row = std::map<NodeId, Pbqp::Matrix>;

  /// Of choice `i` of `node` beside choice `j` of its neighbour.
  int64_t at(const Row &row, NodeId other, size_t i, size_t j) const {
    return row.at(other)[i * costs_[other].size() + j];
  }

  void connect(NodeId a, NodeId b, const Pbqp::Matrix &matrix) {
    size_t rows = costs_[a].size(), columns = costs_[b].size();
    auto &there = neighbours_[a].try_emplace(b, Pbqp::Matrix(rows * columns)).first->second;
    auto &back = neighbours_[b].try_emplace(a, Pbqp::Matrix(rows * columns)).first->second;
    for (size_t i = 0; i < rows; ++i)
      for (size_t j = 0; j < columns; ++j) {
        there[i * columns + j] = sum(there[i * columns + j], matrix[i * columns + j]);
        back[j * rows + i] = there[i * columns + j];
      }
  }

  /// Takes a node out; its choice is made after those of its neighbours.
  void eliminate(NodeId node) {
    isGone_[node] = true;
    order_.push_back(node);
    for (const auto &[other, matrix] : neighbours_[node]) neighbours_[other].erase(node);
    eliminated_[node] = std::move(neighbours_[node]);
    neighbours_[node].clear();
  }

  bool reduceOne() {
    NodeId lowest = costs_.size(), highest = costs_.size();
    for (NodeId node = 0; node < costs_.size(); ++node) {
      if (isGone_[node]) continue;
      auto degree = [&](NodeId id) { return neighbours_[id].size(); };
      if (lowest == costs_.size() || degree(node) < degree(lowest)) lowest = node;
      if (highest == costs_.size() || degree(node) > degree(highest)) highest = node;
    }
    if (lowest == costs_.size()) return false;
    switch (neighbours_[lowest].size()) {
    case 0: eliminate(lowest); break;
    case 1: foldIntoNode(lowest); break;
    case 2: foldIntoEdge(lowest); break;
    default:
      if (!searchRest()) fix(highest);
    }
    return true;
  }

  void foldIntoNode(NodeId node) {
    NodeId other = neighbours_[node].begin()->first;
    for (size_t j = 0; j < costs_[other].size(); ++j) {
      int64_t least = Pbqp::kImpossible;
      for (size_t i = 0; i < costs_[node].size(); ++i)
        least = std::min(least, sum(costs_[node][i], at(neighbours_[node], other, i, j)));
      costs_[other][j] = sum(costs_[other][j], least);
    }
    eliminate(node);
  }

  void foldIntoEdge(NodeId node) {
    const Row &row = neighbours_[node];
    NodeId a = row.begin()->first, b = row.rbegin()->first;
    Pbqp::Matrix matrix(costs_[a].size() * costs_[b].size(), Pbqp::kImpossible);
    for (size_t j = 0; j < costs_[a].size(); ++j)
      for (size_t k = 0; k < costs_[b].size(); ++k)
        for (size_t i = 0; i < costs_[node].size(); ++i) {
          int64_t &least = matrix[j * costs_[b].size() + k];
          least = std::min(least, sum(costs_[node][i], sum(at(row, a, i, j), at(row, b, i, k))));
        }
    eliminate(node);
    connect(a, b, matrix);
  }

  /// Tries every combination of the nodes left, if they are few.
  bool searchRest() {
    std::vector<NodeId> rest;
    size_t states = 1;
    for (NodeId node = 0; node < costs_.size(); ++node) {
      if (isGone_[node]) continue;
      rest.push_back(node);
      states *= costs_[node].size();
      if (states > kMaxStates) return false;
    }
    std::vector<size_t> found(rest.size());
    bound_ = INT64_MAX;
    search(rest, 0, 0, found);
    for (size_t i = 0; i < rest.size(); ++i) settle(rest[i], found[i]);
    return true;
  }

  void search(const std::vector<NodeId> &rest, size_t index, int64_t cost, std::vector<size_t> &found) {
    if (cost >= bound_) return;
    if (index == rest.size()) {
      bound_ = cost;
      for (size_t i = 0; i < rest.size(); ++i) found[i] = choices_[rest[i]];
      return;
    }
    NodeId node = rest[index];
    for (size_t i = 0; i < costs_[node].size(); ++i) {
      int64_t total = sum(cost, costs_[node][i]);
      for (const auto &[other, matrix] : neighbours_[node])
        if (other < node) total = sum(total, at(neighbours_[node], other, i, choices_[other]));
      choices_[node] = i;
      search(rest, index + 1, total, found);
    }
  }

  void fix(NodeId node) {
    isHeuristic_ = true;
    std::vector<int64_t> total = costs_[node];
    for (size_t i = 0; i < total.size(); ++i)
      for (const auto &[other, matrix] : neighbours_[node]) {
        int64_t least = Pbqp::kImpossible;
        for (size_t j = 0; j < costs_[other].size(); ++j)
          least = std::min(least, sum(costs_[other][j], at(neighbours_[node], other, i, j)));
        total[i] = sum(total[i], least);
      }
    settle(node, cheapest(total));
  }

  /// Gives a node its choice and its neighbours the costs that follow.
  void settle(NodeId node, size_t choice) {
    for (const auto &[other, matrix] : neighbours_[node])
      for (size_t j = 0; j < costs_[other].size(); ++j)
        costs_[other][j] = sum(costs_[other][j], at(neighbours_[node], other, choice, j));
    for (const auto &[other, matrix] : neighbours_[node]) neighbours_[other].erase(node);
    neighbours_[node].clear();
    isGone_[node] = true;
    choices_[node] = choice;
  }

  size_t best(NodeId node, const Row &row) const {
    std::vector<int64_t> total = costs_[node];
    for (const auto &[other, matrix] : row)
      for (size_t i = 0; i < total.size(); ++i) total[i] = sum(total[i], at(row, other, i, choices_[other]));
    return cheapest(total);
  }

  void improve() {
    PbqpSolver whole(problem_);
    for (int sweep = 0; sweep < kMaxSweeps; ++sweep)
      for (NodeId node = 0; node < costs_.size(); ++node) {
        whole.choices_ = choices_;
        choices_[node] = whole.best(node, whole.neighbours_[node]);
      }
  }

  const Pbqp &problem_;
  std::vector<std::vector<int64_t>> costs_;
  std::vector<Row> neighbours_;
  std::vector<bool> isGone_;
  std::vector<size_t> choices_;
  std::vector<NodeId> order_;
  std::map<NodeId, Row> eliminated_;
  int64_t bound_ = 0;
  bool isHeuristic_ = false;
};

Pbqp::NodeId Pbqp::addNode(std::vector<int64_t> costs) {
  TC_CHECK(!costs.empty(), "every node has a choice");
  nodes_.push_back(std::move(costs));
  return nodes_.size() - 1;
}

void Pbqp::addEdge(NodeId a, NodeId b, const std::vector<int64_t> &costs) {
  TC_CHECK(a != b, "an edge joins two nodes");
  size_t rows = nodes_[a].size(), columns = nodes_[b].size();
  bool isSwapped = a > b;
  Matrix &matrix = edges_.try_emplace(std::minmax(a, b), Matrix(rows * columns)).first->second;
  for (size_t i = 0; i < rows; ++i)
    for (size_t j = 0; j < columns; ++j) {
      int64_t &cell = isSwapped ? matrix[j * rows + i] : matrix[i * columns + j];
      cell = sum(cell, costs[i * columns + j]);
    }
}

std::vector<size_t> Pbqp::solve() const { return PbqpSolver(*this).run(); }

int64_t Pbqp::costOf(const std::vector<size_t> &choices) const {
  int64_t total = 0;
  for (NodeId node = 0; node < nodes_.size(); ++node) total = sum(total, nodes_[node][choices[node]]);
  for (const auto &[ends, matrix] : edges_)
    total = sum(total, matrix[choices[ends.first] * nodes_[ends.second].size() + choices[ends.second]]);
  return total;
}

}  // namespace tritonc::passes
