// Small arrays on the stack, as scalars.
#pragma once

#include <llvm/IR/Function.h>

namespace tritonc::codegen {

/// Turns arrays of a few elements that are indexed by values known at run time only into one register for each element
/// and selects. On a GPU they would live in local memory, which is global memory: libdevice has such arrays in `sin`,
/// `cos` and `tan`. Arrays whose address is used otherwise stay.
void dissolveLocalArrays(llvm::Function &function);

}  // namespace tritonc::codegen
