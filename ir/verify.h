// Checks that a module keeps the promises that passes rely on. The list of promises opens verify.cpp.
#pragma once

#include "ir/module.h"

namespace tritonc::ir {

/// Reports the first broken promise of each function as an `ir-invalid` error at the operation.
Success verify(const Module &module);

}  // namespace tritonc::ir
