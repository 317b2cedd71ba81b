// Values that loops carry.
#pragma once

#include <span>

#include "ir/module.h"

namespace tritonc::passes {

/// Gives a `for` a carried value of another type, with the initial value `start`: a new loop before the old one takes
/// over its body, results and the other carried values. The old loop is left for the caller to erase, with the uses of
/// its old argument and result number `index` in place; its other arguments and results have no uses any more.
ir::Op *retypeCarried(ir::Op *loop, unsigned index, ir::Value *start);

/// Gives a `for` more carried values, after those that it has: a new loop in its place, with more arguments and
/// results. The old loop is erased; the terminator is left for the caller to complete.
ir::Op *addCarried(ir::Op *loop, std::span<ir::Value *const> starts);

}  // namespace tritonc::passes
