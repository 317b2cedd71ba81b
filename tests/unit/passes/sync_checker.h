// Checks the barriers of a scheduled kernel by following every thread to every byte of shared memory.
#pragma once

#include <string>

#include "ir/module.h"

namespace tritonc::passes {

/// Two accesses of different threads to one byte, at least one a write, with no barrier between that both pass; empty
/// if there are none. Branches are followed both ways, and loops twice, with what either way left behind. Knows nothing
/// of how the pass decides: layouts are applied place by place.
std::string findRace(const ir::Module &module);

}  // namespace tritonc::passes
