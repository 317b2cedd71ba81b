// Tile IR in stage `scheduled` -> LLVM IR -> PTX.
#pragma once

#include <string>

#include "codegen/sabotage.h"
#include "codegen/target.h"
#include "ir/module.h"
#include "ir/support/time_report.h"

namespace tritonc::codegen {

struct EmitOptions {
  Target target;
  /// 10 * major + minor.
  int ptxVersion = defaultPtxVersion(Target{});
  /// `.loc` lines. LLVM IR has the chain of inlined calls too; LLVM 19 prints the innermost place only.
  bool lineInfo = true;
  /// Code for `assert`, which is nothing otherwise.
  bool debug = false;
  /// `--libdevice`: the bitcode of the library; empty searches (codegen/toolkit_search.h).
  std::string libdevice;
  /// The most registers that a thread may use; 0 leaves it to ptxas.
  int maxRegisters = 0;
  /// KernelInfo as one line of JSON, put into the PTX as a comment; empty leaves it out.
  std::string infoJson;
  /// Counts the sites that can be sabotaged and breaks one of them; null: nothing is.
  Sabotage *sabotage = nullptr;
};

/// The text of the LLVM module as it goes to the NVPTX backend. A tile that is too large for its threads, and a
/// function of libdevice without a file of it, is a diagnostic in the module's context.
Result<std::string> emitLlvm(const ir::Module &module, const EmitOptions &options, TimeReport &times);

/// PTX text: the same bytes for the same module and options.
Result<std::string> emitPtx(const ir::Module &module, const EmitOptions &options, TimeReport &times);

/// The symbol of a function: dots become underscores, every other byte that is no letter, digit or `_` becomes `$` and
/// two hexadecimal digits. `_` and `WARP_SZ`, which PTX does not take as names, get a `$` in front.
std::string symbolOf(std::string_view functionName);

}  // namespace tritonc::codegen
