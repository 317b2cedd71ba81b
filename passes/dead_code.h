// Dead code: what no write, return or call depends on.
#pragma once

#include "ir/module.h"

namespace tritonc::passes {

/// Deletes operations, results of `if` and values carried by `for` that nothing observable depends on; whether there
/// were any. Loops are taken to end.
bool removeDeadCode(ir::Function &function);

}  // namespace tritonc::passes
