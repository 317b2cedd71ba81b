// The rewrite rules of `simplify` that look at one operation and the definitions of its operands.
#pragma once

#include "passes/rewriter.h"

namespace tritonc::passes {

/// Applies the first rule that matches; whether one did. `op` may be erased then. No rule makes a program slower.
bool applyRules(Rewriter &rewriter, ir::Op *op);

}  // namespace tritonc::passes
