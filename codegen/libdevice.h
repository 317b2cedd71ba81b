// NVIDIA's library of mathematical functions as LLVM bitcode.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

#include "ir/support/diagnostics.h"

namespace tritonc::codegen {

/// Whether the module calls functions of libdevice.
bool needsLibdevice(const llvm::Module &module);

/// Links in the functions that the module calls, from the file at `path` (empty: searched for), and inlines them.
/// Their code for f32 flushes subnormals.
Success linkLibdevice(llvm::Module &module, const std::string &path, Diagnostics &diags);

}  // namespace tritonc::codegen
