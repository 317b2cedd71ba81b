// What `@triton.autotune` and `@triton.heuristics` say of a kernel (language.md 5.4, 5.5).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "frontend/lowering.h"

namespace tritonc::frontend {

/// A `triton.Config`.
struct TuneConfig {
  /// Names and values of meta-parameters, in the order of the dict.
  std::vector<std::pair<std::string, Value>> metas;
  /// `num_warps`, `num_ctas`, `num_stages` and `maxnreg`, as Triton prints them.
  std::vector<std::pair<std::string, Value>> options;
  /// Opaque if the compiler cannot compute the config or its dict.
  Value whole;

  /// The value that a parameter of this name gets; null if the config says nothing.
  const Value *find(std::string_view name) const;
  /// As Triton prints it: `BLOCK: 128, num_warps: 4, num_ctas: 1, num_stages: 3, maxnreg: None`.
  std::string text() const;
};

/// A function that computes a parameter from the others.
struct Heuristic {
  std::string name;
  Value function;
};

struct Tuning {
  /// Of the decorator `autotune`; invalid without.
  SourceRange autotune;
  /// The value of its `configs`; opaque if the compiler cannot compute it.
  Value list;
  std::vector<TuneConfig> configs;
  std::vector<std::string> key;
  /// Of the decorator `heuristics`; invalid without.
  SourceRange heuristicsRange;
  /// In the order in which a launch computes them.
  std::vector<Heuristic> heuristics;
};

/// What the decorators of a kernel say. What the compiler cannot compute is opaque, not an error.
Result<Tuning> tuningOf(Lowering &lowering, const FunctionInfo &kernel);

}  // namespace tritonc::frontend
