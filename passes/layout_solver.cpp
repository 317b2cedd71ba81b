// The layout solver: see layout_solver.h.
//
// Edges lead from results to operands, so the layouts of classes that are nobody's operand, the *roots*, determine all
// others. Components of the graph are independent. In each, every root gets candidates from the wishes of the anchors
// below it, and the cheapest combination that gives no class two layouts wins; the first one of equals.
#include "passes/layout_solver.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "passes/layout_candidates.h"
#include "passes/layout_cost.h"

namespace tritonc::passes {
namespace {

using ir::Layout;
using ClassId = LayoutGraph::ClassId;
using Edge = LayoutGraph::Edge;

/// Combinations of candidates that are tried in a component; beyond, roots keep fewer candidates.
constexpr size_t kMaxCombinations = 1024;

struct Root {
  ClassId id;
  std::vector<Layout> candidates;
};

class Solver {
public:
  Solver(const LayoutGraph &graph, const AffineAnalysis &analysis, const ir::Module &module)
      : graph_(graph), analysis_(analysis), module_(module), layouts_(graph.classes().size()) {}

  Result<std::vector<Layout>> run() {
    for (const std::vector<ClassId> &component : components()) TC_TRY_VOID(solve(component));
    return std::move(layouts_);
  }

private:
  std::vector<std::vector<ClassId>> components() const {
    std::vector<ClassId> leader(graph_.classes().size());
    std::iota(leader.begin(), leader.end(), 0u);
    // Labels fall until they agree across edges; graphs have few edges.
    for (bool changed = true; changed;) {
      changed = false;
      for (const Edge &edge : graph_.edges()) {
        ClassId low = std::min(leader[edge.operand], leader[edge.result]);
        changed |= leader[edge.operand] != low || leader[edge.result] != low;
        leader[edge.operand] = leader[edge.result] = low;
      }
    }
    std::vector<std::vector<ClassId>> result;
    for (ClassId id = 0; id < leader.size(); ++id) {
      std::vector<ClassId> members;
      for (ClassId other = id; leader[id] == id && other < leader.size(); ++other)
        if (leader[other] == id) members.push_back(other);
      if (!members.empty()) result.push_back(std::move(members));
    }
    return result;
  }

  Success solve(const std::vector<ClassId> &component) {
    std::vector<Root> roots;
    for (ClassId id : component) {
      auto isOperand = [&](const Edge &edge) { return edge.operand == id; };
      if (std::ranges::none_of(graph_.edges(), isOperand)) roots.push_back({id, candidatesOf(id)});
    }
    limitCombinations(roots);
    std::optional<int64_t> bestCost;
    std::vector<Layout> best;
    conflict_ = nullptr;
    std::vector<size_t> choice(roots.size());
    do {
      std::vector<Layout> trial(layouts_.size());
      for (size_t i = 0; i < roots.size(); ++i) trial[roots[i].id] = roots[i].candidates[choice[i]];
      if (!propagate(component, trial)) continue;
      int64_t cost = costOf(component, trial);
      if (bestCost && cost >= *bestCost) continue;
      bestCost = cost;
      best = std::move(trial);
    } while (advance(choice, roots));
    if (!bestCost) return failConflict();
    for (ClassId id : component) layouts_[id] = best[id];
    return {};
  }

  /// The next combination; false after the last one.
  static bool advance(std::vector<size_t> &choice, const std::vector<Root> &roots) {
    for (size_t i = 0; i < choice.size(); ++i) {
      if (++choice[i] < roots[i].candidates.size()) return true;
      choice[i] = 0;
    }
    return false;
  }

  static void limitCombinations(std::vector<Root> &roots) {
    auto combinations = [&] {
      size_t product = 1;
      for (const Root &root : roots) product = std::min(product * root.candidates.size(), kMaxCombinations + 1);
      return product;
    };
    while (combinations() > kMaxCombinations) {
      auto most = std::ranges::max_element(roots, {}, [](const Root &root) { return root.candidates.size(); });
      if (most->candidates.size() == 1) return;
      most->candidates.pop_back();
    }
  }

  std::vector<Layout> candidatesOf(ClassId root) const {
    std::vector<Preference> preferences;
    collect(root, [](Preference preference) { return preference; }, preferences);
    if (preferences.empty()) {
      // Nobody in memory cares: row-major, one element at a time.
      ir::DimVector order;
      for (unsigned d = graph_.classes()[root].shape.size(); d-- > 0;) order.push(d);
      preferences.push_back({order, 1});
    }
    std::vector<Layout> candidates;
    for (const Preference &preference : preferences) {
      Layout layout =
          module_.context().layout(layoutFor(preference, graph_.classes()[root].shape, module_.attrs.warps));
      if (std::ranges::find(candidates, layout) == candidates.end()) candidates.push_back(layout);
    }
    return candidates;
  }

  /// The wishes of the anchors in a class and in those that it determines, as wishes for the class at the top.
  void collect(ClassId id, const std::function<Preference(Preference)> &toTop, std::vector<Preference> &into) const {
    for (const ir::Op *anchor : graph_.classes()[id].anchors) {
      const ir::Value *pointer = anchor->operand(0);
      for (const Preference &preference : preferencesOf(analysis_.facts(pointer), pointer->type()))
        into.push_back(toTop(preference));
    }
    for (const Edge &edge : graph_.edges()) {
      if (edge.result != id) continue;
      collect(edge.operand, [&](Preference wish) { return toTop(throughShape(*edge.op, std::move(wish))); }, into);
    }
  }

  /// Fills in what the roots determine; false when a class gets two layouts or none.
  bool propagate(const std::vector<ClassId> &component, std::vector<Layout> &trial) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Edge &edge : graph_.edges()) {
        Layout result = trial[edge.result];
        if (!result) continue;
        Layout operand = module_.context().layout(operandLayout(*edge.op, *result));
        Layout &slot = trial[edge.operand];
        if (slot && slot != operand) {
          conflict_ = edge.op;
          return false;
        }
        changed |= slot == nullptr;
        slot = operand;
      }
    }
    return std::ranges::all_of(component, [&](ClassId id) { return trial[id] != nullptr; });
  }

  int64_t costOf(const std::vector<ClassId> &component, const std::vector<Layout> &trial) const {
    int64_t cost = 0;
    for (ClassId id : component) {
      const LayoutGraph::Class &members = graph_.classes()[id];
      cost += members.work * elementwiseCost(*trial[id]);
      for (const ir::Op *anchor : members.anchors)
        cost += graph_.frequency(*anchor) * accessCost(*anchor, *trial[id], analysis_);
    }
    return cost;
  }

  Failed failConflict() const {
    TC_CHECK(conflict_, "shape operations only add dimensions or elements, so their edges form no circle");
    return module_.context().error(conflict_->loc(), DiagId::NeedsConversion,
                                   "a tile of shape {} is needed in two layouts; conversions between layouts are not "
                                   "supported yet",
                                   ir::print(conflict_->operand(0)->type()));
  }

  const LayoutGraph &graph_;
  const AffineAnalysis &analysis_;
  const ir::Module &module_;
  std::vector<Layout> layouts_;
  const ir::Op *conflict_ = nullptr;
};

}  // namespace

Result<std::vector<Layout>> solveLayouts(const LayoutGraph &graph, const AffineAnalysis &analysis,
                                         const ir::Module &module) {
  return Solver(graph, analysis, module).run();
}

}  // namespace tritonc::passes
