// Registers of a tile that hold equal elements.
#pragma once

#include <vector>

#include "ir/op.h"
#include "passes/affine.h"

namespace tritonc::codegen {

/// For each register of the value the first one that holds an equal element in every thread, as far as the facts tell:
/// a mask `range < n` with n a multiple of 16 is equal for 16 neighbours.
std::vector<unsigned> firstEqualRegisters(const ir::Value *value, const passes::AffineAnalysis &affine);

}  // namespace tritonc::codegen
