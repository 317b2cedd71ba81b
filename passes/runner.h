// Runs passes over a module: verifies, prints and times between them.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "ir/support/time_report.h"
#include "passes/pass.h"

namespace tritonc::passes {

#ifdef NDEBUG
inline constexpr bool kVerifyEachByDefault = false;
#else
inline constexpr bool kVerifyEachByDefault = true;
#endif

struct RunOptions {
  /// Check the invariants after every pass.
  bool verifyEach = kVerifyEachByDefault;
  /// The flag of the pass to print after, or `all`; nothing is printed when empty.
  std::string printAfter;
  /// Takes the module as loadable text, once for each pass that `printAfter` names.
  std::function<void(std::string_view text)> print;
  /// Gets one phase for each pass, if given.
  TimeReport *time = nullptr;
};

/// Runs the passes in order and stops at the first that fails. A pass that breaks the IR is an `InternalError`, which
/// names the pass and holds the module as it was before it.
Success runPasses(ir::Module &module, std::span<const Pass *const> passes, const RunOptions &options);

}  // namespace tritonc::passes
