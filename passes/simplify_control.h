// The rewrite rules of `simplify` for operations with blocks.
#pragma once

#include "passes/rewriter.h"

namespace tritonc::passes {

/// Applies the first rule that matches; whether one did. `op` may be erased then.
bool applyControlRules(Rewriter &rewriter, ir::Op *op);

}  // namespace tritonc::passes
