// Reads the text form of the tile IR (grammar: ir/README.md).
#pragma once

#include <memory>

#include "ir/module.h"

namespace tritonc::ir {

/// Syntax only: whether operations fit their operands is the verifier's question (ir/verify.h). Operations get the
/// range of their mnemonic as location. Reports the first fault.
Result<std::unique_ptr<Module>> parseModule(Context &context, const SourceFile &file);

}  // namespace tritonc::ir
