// Simplify: fold constants and identities, merge equal operations and delete those that nothing depends on.
//
//   before   %0 = addi %i, 0 : i32
//            %1 = broadcast %0 : tile<64xi32>
//            %2 = addi %1, %t : tile<64xi32>
//            %3 = addi %t, %i : tile<64xi32>
//   after    %2 = addi %t, %i : tile<64xi32>
//
// Needs    nothing; runs in every stage.
// Keeps    every specified value bit for bit (a NaN may become another), every write, and the order of accesses.
// How      a worklist of local rules (simplify_rules.cpp, simplify_control.cpp), then equal operations are merged by
//          hash-consing (merge_equal.cpp) and dead ones swept away (dead_code.cpp), until nothing changes; then what
//          follows from value ranges (use_ranges.cpp), and from the start if that was anything.
// Cost     O(operations) a round; a second round runs only after a change that no rule saw.
// Leaves   loops with one iteration.
#include <algorithm>

#include "passes/dead_code.h"
#include "passes/merge_equal.h"
#include "passes/pass.h"
#include "passes/simplify_control.h"
#include "passes/simplify_rules.h"
#include "passes/use_ranges.h"

namespace tritonc::passes {
namespace {

bool isDead(const ir::Op &op) {
  auto hasUses = [](const ir::Value &value) { return value.hasUses(); };
  return op.isPure() && std::ranges::none_of(op.results(), hasUses);
}

void runRules(ir::Function &function) {
  Rewriter rewriter(function);
  while (ir::Op *op = rewriter.next()) {
    if (isDead(*op))
      rewriter.erase(op);
    else if (op->numBlocks() > 0)
      applyControlRules(rewriter, op);
    else
      applyRules(rewriter, op);
  }
}

void simplifyFunction(ir::Function &function) {
  bool changed = true;
  while (changed) {
    runRules(function);
    changed = mergeEqualOps(function);
    changed |= removeDeadCode(function);
    // Ranges are computed for the whole function, so only once the rest is done.
    if (!changed) changed = useRanges(function);
  }
}

}  // namespace

Success simplify(ir::Module &module) {
  for (const auto &function : module.functions()) simplifyFunction(*function);
  return {};
}

}  // namespace tritonc::passes
