// LLVM's NVPTX backend and the passes that run before it.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

#include "codegen/target.h"

namespace tritonc::codegen {

std::unique_ptr<llvm::TargetMachine> createTargetMachine(Target target, int ptxVersion);

/// A short fixed pipeline: the tile IR has been simplified already, so little is left to find.
void optimize(llvm::Module &module, llvm::TargetMachine &machine);

std::string printPtx(llvm::Module &module, llvm::TargetMachine &machine);

}  // namespace tritonc::codegen
