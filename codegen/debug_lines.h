// Source locations as LLVM debug metadata: just enough for `.loc` lines with the calls that led there.
#pragma once

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <string>
#include <unordered_map>
#include <vector>

#include "ir/module.h"

namespace tritonc::codegen {

class DebugLines {
public:
  enum class Mode : bool { Off, On };
  DebugLines(Mode mode, llvm::Module &module, ir::Context &context);

  /// Makes `function`, which `source` becomes, the scope of its locations.
  void addFunction(llvm::Function &function, const ir::Function &source);
  /// Null when line tables are off.
  llvm::DILocation *location(ir::Loc loc, llvm::Function &function);
  void finish();

private:
  llvm::DIFile *file(uint32_t id);
  llvm::DISubprogram *subprogram(std::string_view name, uint32_t file, unsigned line);

  llvm::LLVMContext &llvm_;
  ir::Context &context_;
  llvm::DIBuilder builder_;
  llvm::DICompileUnit *unit_ = nullptr;
  std::vector<llvm::DIFile *> files_;
  /// Functions of the source whose text was inlined, by file and name.
  std::unordered_map<std::string, llvm::DISubprogram *> inlined_;
};

}  // namespace tritonc::codegen
