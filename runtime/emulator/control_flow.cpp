// Where lanes that part at a branch meet again: before the first instruction of the block that every way from the
// branch to the end of the function goes through first, its immediate post-dominator.
#include <algorithm>

#include "runtime/emulator/decoder.h"

namespace tritonc::emulator {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

/// The blocks of a function; the last one stands for its end.
struct Graph {
  std::vector<uint32_t> first;
  std::vector<uint32_t> blockOf;
  std::vector<std::vector<uint32_t>> successors;
  std::vector<std::vector<uint32_t>> predecessors;

  uint32_t end() const { return static_cast<uint32_t>(first.size()); }
};

Graph makeGraph(const std::vector<Flow> &flows) {
  std::vector<bool> isFirst(flows.size() + 1);
  isFirst[0] = true;
  for (size_t i = 0; i < flows.size(); ++i) {
    if (flows[i].isBranch || flows[i].isEnd) isFirst[i + 1] = true;
    for (uint32_t target : flows[i].targets) isFirst[target] = true;
  }
  Graph graph;
  graph.blockOf.resize(flows.size());
  for (uint32_t i = 0; i < flows.size(); ++i) {
    if (isFirst[i]) graph.first.push_back(i);
    graph.blockOf[i] = static_cast<uint32_t>(graph.first.size() - 1);
  }
  graph.successors.resize(graph.end() + 1);
  graph.predecessors.resize(graph.end() + 1);
  for (uint32_t block = 0; block < graph.end(); ++block) {
    size_t last = (block + 1 < graph.end() ? graph.first[block + 1] : flows.size()) - 1;
    const Flow &flow = flows[last];
    std::vector<uint32_t> &next = graph.successors[block];
    for (uint32_t target : flow.targets) next.push_back(graph.blockOf[target]);
    if (flow.isEnd) next.push_back(graph.end());
    if ((!flow.isEnd && !flow.isBranch) || flow.isConditional)
      next.push_back(std::min<uint32_t>(block + 1, graph.end()));
    for (uint32_t to : next) graph.predecessors[to].push_back(block);
  }
  return graph;
}

/// Blocks in post-order of the reversed graph, the end last. Blocks that never reach the end are not there.
std::vector<uint32_t> reversePostOrder(const Graph &graph) {
  std::vector<uint32_t> order;
  std::vector<bool> seen(graph.end() + 1);
  std::vector<std::pair<uint32_t, size_t>> stack = {{graph.end(), 0}};
  seen[graph.end()] = true;
  while (!stack.empty()) {
    auto &[block, next] = stack.back();
    if (next == graph.predecessors[block].size()) {
      order.push_back(block);
      stack.pop_back();
      continue;
    }
    uint32_t to = graph.predecessors[block][next++];
    if (seen[to]) continue;
    seen[to] = true;
    stack.push_back({to, 0});
  }
  return order;
}

/// The algorithm of Cooper, Harvey and Kennedy on the reversed graph.
std::vector<uint32_t> immediatePostDominators(const Graph &graph) {
  std::vector<uint32_t> order = reversePostOrder(graph);
  std::vector<uint32_t> number(graph.end() + 1, kNone), result(graph.end() + 1, kNone);
  for (uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  result[graph.end()] = graph.end();
  auto meet = [&](uint32_t a, uint32_t b) {
    while (a != b) {
      while (number[a] < number[b]) a = result[a];
      while (number[b] < number[a]) b = result[b];
    }
    return a;
  };
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (size_t i = order.size(); i-- > 0;) {
      uint32_t block = order[i], best = kNone;
      if (block == graph.end()) continue;
      for (uint32_t next : graph.successors[block])
        if (number[next] != kNone && result[next] != kNone) best = best == kNone ? next : meet(best, next);
      if (best != result[block]) result[block] = best, isChanged = true;
    }
  }
  return result;
}

}  // namespace

void findMeetings(Function &function, const std::vector<Flow> &flows) {
  function.meetings.assign(flows.size(), kNoInst);
  Graph graph = makeGraph(flows);
  std::vector<uint32_t> dominators = immediatePostDominators(graph);
  for (uint32_t i = 0; i < flows.size(); ++i) {
    if (flows[i].isCall) function.code[i + 1].flags |= kMeetingPoint;
    if (!flows[i].isBranch) continue;
    uint32_t block = dominators[graph.blockOf[i]];
    if (block == kNone || block == graph.end()) continue;
    function.meetings[i] = graph.first[block];
    function.code[graph.first[block]].flags |= kMeetingPoint;
  }
}

}  // namespace tritonc::emulator
