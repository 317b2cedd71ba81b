#include "codegen/debug_lines.h"

#include <fmt/format.h>
#include <llvm/IR/Module.h>

namespace tritonc::codegen {
namespace {

llvm::StringRef toRef(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

DebugLines::DebugLines(Mode mode, llvm::Module &module, ir::Context &context)
    : llvm_(module.getContext()), context_(context), builder_(module) {
  files_.resize(context.sources().size());
  if (mode == Mode::Off) return;
  module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  llvm::DIFile *main = files_.empty() ? builder_.createFile("kernel", "") : file(0);
  unit_ = builder_.createCompileUnit(llvm::dwarf::DW_LANG_Python, main, "tritonc", /*isOptimized=*/true, /*Flags=*/"",
                                     /*RV=*/0, /*SplitName=*/"", llvm::DICompileUnit::DebugDirectivesOnly);
}

llvm::DIFile *DebugLines::file(uint32_t id) {
  if (id == SourceRange::kNoFile || id >= files_.size()) return unit_->getFile();
  if (!files_[id]) files_[id] = builder_.createFile(context_.sources().file(id).path(), "");
  return files_[id];
}

llvm::DISubprogram *DebugLines::subprogram(std::string_view name, uint32_t fileId, unsigned line) {
  auto *type = builder_.createSubroutineType(builder_.getOrCreateTypeArray({}));
  return builder_.createFunction(file(fileId), toRef(name), toRef(name), file(fileId), line, type, line,
                                 llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
}

void DebugLines::addFunction(llvm::Function &function, const ir::Function &source) {
  if (!unit_) return;
  SourceRange range = context_.info(source.loc()).range;
  unsigned line = range.isValid() ? context_.sources().file(range.file).position(range.begin).line : 0;
  function.setSubprogram(subprogram(source.name(), range.file, line));
}

llvm::DILocation *DebugLines::location(ir::Loc loc, llvm::Function &function) {
  if (!unit_) return nullptr;
  const ir::LocInfo &info = context_.info(loc);
  if (!info.range.isValid()) return llvm::DILocation::get(llvm_, 0, 0, function.getSubprogram());
  SourceFile::Position at = context_.sources().file(info.range.file).position(info.range.begin);
  llvm::DISubprogram *scope = function.getSubprogram();
  llvm::DILocation *inlinedAt = info.inlinedAt.isValid() ? location(info.inlinedAt, function) : nullptr;
  if (inlinedAt) {
    llvm::DISubprogram *&entry = inlined_[fmt::format("{}:{}", info.range.file, info.function)];
    if (!entry) entry = subprogram(info.function, info.range.file, at.line);
    scope = entry;
  }
  return llvm::DILocation::get(llvm_, at.line, at.column, scope, inlinedAt);
}

void DebugLines::finish() {
  if (unit_) builder_.finalize();
}

}  // namespace tritonc::codegen
