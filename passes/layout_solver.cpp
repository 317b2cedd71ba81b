// The layout solver: see layout_solver.h.
//
// Accesses propose layouts for themselves. Proposals spread along edges, through the exact transforms of shape
// operations and reductions, until every node has had a look at what its neighbours would like. Then one quadratic
// choice problem (pbqp.h) weighs the work of each node in each of its layouts against the conversions between them.
#include "passes/layout_solver.h"

#include <algorithm>

#include "ir/fma_layout.h"
#include "passes/access_width.h"
#include "passes/conversion_plan.h"
#include "passes/dot_selection.h"
#include "passes/layout_candidates.h"
#include "passes/layout_cost.h"
#include "passes/pbqp.h"
#include "passes/reduction_plan.h"

namespace tritonc::passes {
namespace {

using ir::Layout;
using NodeId = LayoutGraph::NodeId;
using Edge = LayoutGraph::Edge;

/// Pointers are also joined and split.
bool isAccess(const ir::Op &op) { return isMemoryOp(op) || isAtomic(op); }

/// Layouts considered for a node.
constexpr size_t kMaxCandidates = 12;

class Solver {
public:
  Solver(const LayoutGraph &graph, const AffineAnalysis &analysis, const ir::Module &module)
      : graph_(graph), analysis_(analysis), module_(module), candidates_(graph.nodes().size()),
        conversion_(module.attrs.target) {}

  std::vector<Layout> run() {
    for (NodeId id = 0; id < candidates_.size(); ++id) propose(id);
    spread();
    for (NodeId id = 0; id < candidates_.size(); ++id) {
      if (!candidates_[id].empty()) continue;
      // A component without accesses.
      consider(id, layoutFor(rowMajor(node(id).shape.size()), node(id).shape, module_.attrs.warps));
      spread();
    }
    return choose();
  }

private:
  const LayoutGraph::Node &node(NodeId id) const { return graph_.nodes()[id]; }

  bool consider(NodeId id, const ir::LinearLayout &wish) {
    Layout layout = module_.context().layout(legalized(node(id).op, wish));
    std::vector<Layout> &known = candidates_[id];
    if (known.size() >= kMaxCandidates || std::ranges::find(known, layout) != known.end()) return false;
    known.push_back(layout);
    return true;
  }

  void propose(NodeId id) {
    const ir::Op *op = node(id).op;
    if (op && op->opcode() == ir::Opcode::Dot)
      for (const ir::LinearLayout &layout : dotLayouts(*op, module_.attrs.warps)) consider(id, layout);
    if (!node(id).exchanges.empty())
      for (const ir::LinearLayout &layout : exchangeLayouts(*node(id).exchanges.front(), module_.attrs.warps))
        consider(id, layout);
    if (!op || !isAccess(*op)) return;
    const ir::Value *pointer = op->operand(0);
    for (const Preference &preference : preferencesOf(analysis_.facts(pointer), pointer->type()))
      consider(id, layoutFor(preference, node(id).shape, module_.attrs.warps));
  }

  void spread() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Edge &edge : graph_.edges()) {
        // Copies: the lists may grow, even for an edge from a node to itself.
        for (Layout layout : std::vector(candidates_[edge.from]))
          if (auto wish = alongEdge(edge, *layout)) changed |= consider(edge.to, *wish);
        for (Layout layout : std::vector(candidates_[edge.to]))
          if (auto wish = againstEdge(edge, *layout)) changed |= consider(edge.from, *wish);
      }
    }
  }

  std::vector<Layout> choose() {
    Pbqp problem;
    for (NodeId id = 0; id < candidates_.size(); ++id) {
      std::vector<int64_t> costs;
      for (Layout layout : candidates_[id]) costs.push_back(nodeCost(id, *layout));
      for (const Edge &edge : graph_.edges())
        for (size_t i = 0; edge.from == id && edge.to == id && i < costs.size(); ++i)
          costs[i] += edgeCost(edge, candidates_[id][i], candidates_[id][i]);
      problem.addNode(std::move(costs));
    }
    for (const Edge &edge : graph_.edges()) {
      if (edge.from == edge.to) continue;
      std::vector<int64_t> costs;
      for (Layout from : candidates_[edge.from])
        for (Layout to : candidates_[edge.to]) costs.push_back(edgeCost(edge, from, to));
      problem.addEdge(edge.from, edge.to, costs);
    }
    std::vector<size_t> choices = problem.solve();
    std::vector<Layout> layouts;
    for (NodeId id = 0; id < choices.size(); ++id) layouts.push_back(candidates_[id][choices[id]]);
    return layouts;
  }

  int64_t nodeCost(NodeId id, const ir::LinearLayout &layout) const {
    const ir::Op *op = node(id).op;
    if (!op) {
      int64_t cost = node(id).work * elementwiseCost(layout);
      for (const ir::Op *exchange : node(id).exchanges)
        cost += graph_.frequency(*exchange) * exchangeCost(*exchange, layout);
      return cost;
    }
    int64_t frequency = graph_.frequency(*op);
    if (isAccess(*op)) return frequency * accessCost(*op, layout, analysis_);
    int64_t warps = module_.attrs.warps;
    if (op->opcode() == ir::Opcode::Reduce) return frequency * warps * reductionCost(*op, layout);
    if (op->opcode() == ir::Opcode::Dot) return frequency * warps * dotCost(*op, layout);
    if (op->opcode() == ir::Opcode::Scan) return frequency * warps * scanCost(*op, layout);
    return 0;
  }

  int64_t edgeCost(const Edge &edge, Layout from, Layout to) {
    const ir::Op *def = edge.value->def();
    ir::Context &context = module_.context();
    if (def && isLayoutNode(*def)) from = context.layout(producedLayout(*edge.value, *from));
    if (edge.user && takesAnyLayout(*edge.user, edge.operand)) {
      int64_t cost = 0;
      if (edge.user->attrs<ir::DotAttrs>().isFma)
        cost = conversion_(from, context.layout(ir::fmaOperand(*to, sideOf(edge.operand), depthOf(*edge.user))),
                           edge.value->type().elemBits(), Route::Shared);
      else
        cost = planFactor(*edge.user, edge.operand, from, *to, conversion_).cost;
      return edge.frequency * module_.attrs.warps * cost;
    }
    if (edge.user) to = context.layout(requiredLayout(*edge.user, edge.operand, *to));
    bool isStreamed = edge.user && isStreamedTo(*edge.user, edge.operand, module_.attrs);
    int64_t cost = conversion_(from, to, edge.value->type().elemBits(), isStreamed ? Route::Shared : Route::Any);
    return edge.frequency * module_.attrs.warps * cost;
  }

  const LayoutGraph &graph_;
  const AffineAnalysis &analysis_;
  const ir::Module &module_;
  std::vector<std::vector<Layout>> candidates_;
  ConversionCosts conversion_;
};

}  // namespace

std::vector<Layout> solveLayouts(const LayoutGraph &graph, const AffineAnalysis &analysis, const ir::Module &module) {
  return Solver(graph, analysis, module).run();
}

}  // namespace tritonc::passes
