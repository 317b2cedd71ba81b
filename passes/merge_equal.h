// Common subexpressions: equal operations become one.
#pragma once

#include "ir/module.h"

namespace tritonc::passes {

/// Replaces an operation by an equal one that is always executed before it; whether any was. Reads count as equal
/// when nothing between them may have written; volatile ones never do. The replaced operations stay, without uses.
bool mergeEqualOps(ir::Function &function);

}  // namespace tritonc::passes
