// What the builders of memory instructions have in common (ops_memory.cpp).
#pragma once

#include <optional>

#include "runtime/emulator/builder.h"
#include "runtime/emulator/race.h"

namespace tritonc::emulator {

/// The space that the modifiers name; nothing for generic addresses.
std::optional<Space> memorySpace(Builder &b);
/// The elements that `.v4` and its like ask for.
uint8_t vectorCount(Builder &b);
/// Fills `order` and `scope`.
Success readMemoryModifiers(Builder &b);

}  // namespace tritonc::emulator
