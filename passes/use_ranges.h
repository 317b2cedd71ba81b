// Simplifications that follow from value ranges.
#pragma once

#include "ir/module.h"

namespace tritonc::passes {

/// Decides comparisons whose operands cannot meet, turns signed division of numbers that are not negative into the
/// cheaper unsigned one, and divides 64-bit numbers that fit 32 bits as such; whether anything changed.
bool useRanges(ir::Function &function);

}  // namespace tritonc::passes
