// Negation and absolute value of integers of 16 bits.
#pragma once

#include <llvm/IR/Function.h>

namespace tritonc::codegen {

/// Writes -x in 16 bits as ~x + 1, and |x| as the maximum of that and x. ptxas (13.0, and that of the drivers we have
/// seen) takes `neg.s16`, `sub.s16` from zero and `abs.s16` not to wrap: a conversion to a wider type finds 32768 where
/// -(-32768) is -32768. LLVM would turn the sum back into a difference, so this is the last step before it prints, and
/// PTX text.
void writeShortNegations(llvm::Function &function);

}  // namespace tritonc::codegen
