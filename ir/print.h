// The text form of the tile IR (grammar: ir/README.md). `parseModule(print(m))` gives the same module again.
#pragma once

#include <string>

#include "ir/module.h"

namespace tritonc::ir {

std::string print(const Module &module);
/// One function, without the layouts that its types name.
std::string print(const Function &function);
/// The literal of a constant without its type: `-1`, `true`, `0.5`, `inf`, `0x7fc00000` (bits) for a NaN, a pointer or
/// an f8 infinity.
std::string printLiteral(Type type, uint64_t bits);

}  // namespace tritonc::ir
