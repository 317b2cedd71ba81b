// The solver of quadratic choice problems against enumeration.
#include "passes/pbqp.h"

#include <gtest/gtest.h>

#include <random>

namespace tritonc::passes {
namespace {

struct Problem {
  Pbqp pbqp;
  std::vector<size_t> sizes;
};

Problem randomProblem(std::mt19937 &random, size_t nodes, size_t choices, size_t edges) {
  Problem problem;
  auto costs = [&](size_t count) {
    std::vector<int64_t> result(count);
    for (int64_t &cost : result) cost = random() % 16 == 0 ? Pbqp::kImpossible : random() % 100;
    return result;
  };
  for (size_t i = 0; i < nodes; ++i) {
    problem.sizes.push_back(1 + random() % choices);
    problem.pbqp.addNode(costs(problem.sizes.back()));
  }
  for (size_t i = 0; i < edges; ++i) {
    size_t a = random() % nodes, b = random() % nodes;
    if (a != b) problem.pbqp.addEdge(a, b, costs(problem.sizes[a] * problem.sizes[b]));
  }
  return problem;
}

int64_t leastCost(const Problem &problem) {
  std::vector<size_t> choices(problem.sizes.size());
  int64_t least = INT64_MAX;
  for (bool more = true; more;) {
    least = std::min(least, problem.pbqp.costOf(choices));
    more = false;
    for (size_t i = 0; i < choices.size() && !more; ++i) {
      more = ++choices[i] < problem.sizes[i];
      if (!more) choices[i] = 0;
    }
  }
  return least;
}

TEST(Pbqp, FindsTheCheapestChoice) {
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    Problem problem = randomProblem(random, 1 + random() % 7, 4, random() % 14);
    ASSERT_EQ(problem.pbqp.costOf(problem.pbqp.solve()), leastCost(problem)) << i;
  }
}

TEST(Pbqp, TakesTheFirstOfEquals) {
  Pbqp pbqp;
  auto a = pbqp.addNode({3, 3}), b = pbqp.addNode({0, 0, 0});
  pbqp.addEdge(b, a, {1, 1, 1, 1, 1, 1});
  EXPECT_EQ(pbqp.solve(), (std::vector<size_t>{0, 0}));
}

TEST(Pbqp, SolvesWhatIsTooLargeToSearch) {
  std::mt19937 random(2);
  for (int i = 0; i < 5; ++i) {
    // A dense graph of 12^30 combinations; no choice may be improvable by itself.
    Problem problem = randomProblem(random, 30, 12, 200);
    std::vector<size_t> found = problem.pbqp.solve();
    int64_t cost = problem.pbqp.costOf(found);
    for (size_t node = 0; node < found.size(); ++node)
      for (size_t choice = 0; choice < problem.sizes[node]; ++choice) {
        std::vector<size_t> other = found;
        other[node] = choice;
        EXPECT_GE(problem.pbqp.costOf(other), std::min(cost, Pbqp::kImpossible));
      }
    EXPECT_EQ(problem.pbqp.solve(), found);
  }
}

}  // namespace
}  // namespace tritonc::passes
