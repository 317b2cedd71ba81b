// The type rules of the tile IR, one for each `TypeRule` of ops.def.
#pragma once

#include "ir/module.h"

namespace tritonc::ir {

/// What is wrong with the types of an operation whose operands and results are as many as its format says; null if
/// nothing is.
const char *brokenTypeRule(const Module &module, const Function &function, const Op &op);

}  // namespace tritonc::ir
