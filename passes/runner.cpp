// The pass registry and the loop that runs passes: see runner.h.
#include "passes/runner.h"

#include <algorithm>
#include <optional>

#include "ir/print.h"
#include "ir/verify.h"

namespace tritonc::passes {
namespace {

constexpr Pass kPasses[] = {
#define PASS(flag, function, summary) {flag, function, summary},
#include "passes/passes.def"
};

void verifyAfter(const ir::Module &module, const Pass &pass, const std::string &before) {
  if (ir::verify(module)) return;
  const std::string &found = module.context().diags().all().back().message.text;
  throw InternalError(
      fmt::format("pass `{}` broke the tile IR: {}\nthe module before it:\n{}", pass.flag, found, before));
}

Success runPass(ir::Module &module, const Pass &pass, const RunOptions &options) {
  std::optional<TimeReport::Scope> scope;
  if (options.time) scope.emplace(*options.time, std::string(pass.flag));
  std::string before = options.verifyEach ? ir::print(module) : std::string();
  TC_TRY_VOID(pass.run(module));
  if (options.verifyEach) verifyAfter(module, pass, before);
  bool prints = options.printAfter == "all" || options.printAfter == pass.flag;
  if (prints && options.print) options.print(ir::print(module));
  return {};
}

}  // namespace

std::span<const Pass> allPasses() { return kPasses; }

const Pass *findPass(std::string_view flag) {
  const Pass *found = std::ranges::find(kPasses, flag, &Pass::flag);
  return found == std::end(kPasses) ? nullptr : found;
}

Success runPasses(ir::Module &module, std::span<const Pass *const> passes, const RunOptions &options) {
  for (const Pass *pass : passes) TC_TRY_VOID(runPass(module, *pass, options));
  return {};
}

}  // namespace tritonc::passes
