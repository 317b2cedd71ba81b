// Slots of rings of buffers, as far as they can be told apart.
#pragma once

#include <limits>

#include "ir/op.h"

namespace tritonc::passes {

/// Whether an access of the operation goes to a slot that the loop counts.
bool countsSlots(const ir::Op &loop, const ir::Op &access);

/// An unknown number of iterations, or more than any ring has slots.
constexpr int64_t kUnknownAge = std::numeric_limits<int64_t>::max();

/// Whether two buffers of one ring are different slots for certain, when `age` iterations of the loop that counts them
/// lie between the accesses, the one through `earlier` first.
bool areOtherSlots(const ir::Value *earlier, const ir::Value *later, int64_t age);

}  // namespace tritonc::passes
