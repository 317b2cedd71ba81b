// The file is read lazily: of its functions only those that are called, directly or not, are parsed.
#include "codegen/libdevice.h"

#include <fmt/ranges.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>

#include <algorithm>
#include <array>

#include "codegen/toolkit_search.h"

namespace tritonc::codegen {
namespace {

constexpr const char *kPrefix = "__nv_";

Result<std::string> requireLibdevice(const std::string &path, Diagnostics &diags) {
  ToolkitSearch search = findLibdevice(path);
  if (search.path) return *search.path;
  return diags.error({}, DiagId::LibdeviceNotFound,
                     "the kernel calls functions of libdevice, which was not found; looked at {}; give the path of "
                     "`libdevice.10.bc` with `--libdevice` or in TRITONC_LIBDEVICE",
                     fmt::join(search.tried, ", "));
}

Failed reportBad(const std::string &path, const std::string &problem, Diagnostics &diags) {
  return diags.error({}, DiagId::BadLibdevice, "`{}` is no libdevice that this compiler can use", path)
      .note({}, "LLVM says: {}", problem);
}

// ---- Conversions toward zero ----

/// A type as the intrinsics, PTX and the constraints of its assembler spell it.
struct Spelling {
  llvm::StringRef intrinsic, ptx;
  char constraint;
};
constexpr auto kSpellings = std::to_array<Spelling>({{"i", "s32", 'r'},
                                                     {"ui", "u32", 'r'},
                                                     {"ll", "s64", 'l'},
                                                     {"ull", "u64", 'l'},
                                                     {"f", "f32", 'f'},
                                                     {"d", "f64", 'd'}});

const Spelling *spellingOf(llvm::StringRef name) {
  const auto *found = std::ranges::find(kSpellings, name, &Spelling::intrinsic);
  return found == kSpellings.end() ? nullptr : found;
}

/// `cvt` in place of an intrinsic like `llvm.nvvm.i2f.rz`, or null. InstCombine takes these for conversions of its own,
/// which round to nearest or are undefined out of range.
llvm::InlineAsm *truncatingConversion(const llvm::Function &intrinsic) {
  llvm::StringRef name = intrinsic.getName();
  if (!name.consume_front("llvm.nvvm.")) return nullptr;
  llvm::StringRef flush = name.consume_back(".ftz") ? ".ftz" : "";
  if (!name.consume_back(".rz")) return nullptr;
  auto [fromName, toName] = name.split('2');
  const Spelling *from = spellingOf(fromName), *to = spellingOf(toName);
  if (!from || !to) return nullptr;
  bool toInteger = intrinsic.getReturnType()->isIntegerTy();
  std::string text =
      fmt::format("cvt.rz{}{}.{}.{} $0, $1;", toInteger ? "i" : "", flush.str(), to->ptx.str(), from->ptx.str());
  return llvm::InlineAsm::get(intrinsic.getFunctionType(), text,
                              fmt::format("={},{}", to->constraint, from->constraint),
                              /*hasSideEffects=*/false);
}

void protectConversions(llvm::Module &module) {
  for (llvm::Function &function : module) {
    llvm::InlineAsm *text = function.isDeclaration() ? truncatingConversion(function) : nullptr;
    if (!text) continue;
    for (llvm::User *user : llvm::make_early_inc_range(function.users())) {
      auto *call = llvm::cast<llvm::CallInst>(user);
      llvm::CallInst *own = llvm::IRBuilder<>(call).CreateCall(text, {call->getArgOperand(0)});
      own->setDoesNotThrow();
      own->setDoesNotAccessMemory();
      call->replaceAllUsesWith(own);
      call->eraseFromParent();
    }
  }
}

}  // namespace

bool needsLibdevice(const llvm::Module &module) {
  return std::ranges::any_of(module, [](const llvm::Function &function) {
    return function.isDeclaration() && function.getName().starts_with(kPrefix);
  });
}

Success linkLibdevice(llvm::Module &module, const std::string &path, Diagnostics &diags) {
  TC_TRY(std::string file, requireLibdevice(path, diags));
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> library = llvm::getLazyIRFileModule(file, problem, module.getContext());
  if (!library) return reportBad(file, problem.getMessage().str(), diags);
  // The library is written for any device of 64 bits.
  library->setDataLayout(module.getDataLayout());
  library->setTargetTriple(module.getTargetTriple());
  std::vector<std::string> called;
  for (const llvm::Function &function : module)
    if (function.isDeclaration() && function.getName().starts_with(kPrefix)) called.push_back(function.getName().str());
  bool failed = llvm::Linker::linkModules(module, std::move(library), llvm::Linker::LinkOnlyNeeded,
                                          [](llvm::Module &linked, const llvm::StringSet<> &names) {
                                            for (llvm::Function &function : linked)
                                              if (names.contains(function.getName()))
                                                function.setLinkage(llvm::GlobalValue::InternalLinkage);
                                          });
  if (failed) return reportBad(file, "the modules do not link", diags);
  for (const std::string &name : called)
    if (module.getFunction(name)->isDeclaration())
      return reportBad(file, fmt::format("there is no function `{}`", name), diags);
  for (llvm::Function &function : module)
    if (function.hasInternalLinkage() && function.getName().starts_with(kPrefix)) {
      function.removeFnAttr(llvm::Attribute::NoInline);
      function.addFnAttr(llvm::Attribute::AlwaysInline);
    }
  protectConversions(module);
  module.addModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz", 1);
  return {};
}

}  // namespace tritonc::codegen
