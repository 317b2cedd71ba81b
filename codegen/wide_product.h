// Both halves of a 32-bit product by one instruction.
#pragma once

#include "codegen/emitter.h"

namespace tritonc::codegen {

/// Emits a `muli` or `mulhui` together with the operation of its block that computes the other half of the same
/// product, whichever of the two comes first. False if there is no such operation or the product is not of 32 bits.
bool emitWideProduct(FunctionEmitter &emitter, const ir::Op &op);

}  // namespace tritonc::codegen
