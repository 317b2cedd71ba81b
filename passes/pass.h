// Passes: functions that rewrite a module of tile IR. passes.def lists them.
#pragma once

#include <span>
#include <string_view>

#include "ir/module.h"

namespace tritonc::passes {

/// A failed pass has emitted a diagnostic about the user's kernel.
using PassFunction = Success (*)(ir::Module &module);

/// A row of passes.def.
struct Pass {
  std::string_view flag;
  PassFunction run;
  std::string_view summary;
};

#define PASS(flag, function, summary) Success function(ir::Module &module);
#include "passes/passes.def"

/// Every pass, in the order of passes.def.
std::span<const Pass> allPasses();
/// The pass of that flag (without dashes), or null.
const Pass *findPass(std::string_view flag);

}  // namespace tritonc::passes
