#include "codegen/backend.h"

#include <fmt/format.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/PassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "codegen/local_arrays.h"
#include "codegen/short_negation.h"
#include "ir/support/check.h"

// NOLINTBEGIN(readability-identifier-naming): LLVM's names.
extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}
// NOLINTEND(readability-identifier-naming)

namespace tritonc::codegen {
namespace {

/// LLVM would end the process without a word of ours.
void reportFatalError(void *, const char *reason, bool) {
  std::fprintf(stderr, "tritonc: internal error in LLVM, please report it: %s\n", reason);
  std::_Exit(3);
}

void initialize() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    // Pointers to shared memory have 32 bits. LLVM 19 knows this as an option of the command line only.
    auto *option = llvm::cl::getRegisteredOptions().lookup("nvptx-short-ptr");
    TC_CHECK(option, "LLVM's NVPTX backend has this option");
    static_cast<llvm::cl::opt<bool> *>(option)->setValue(true);
    // A host program may have a handler of its own.
    llvm::remove_fatal_error_handler();
    llvm::install_fatal_error_handler(reportFatalError);
  });
}

/// Functions of libdevice, which are called for their values and not as such.
bool hasFunctionsToInline(const llvm::Module &module) {
  return std::ranges::any_of(
      module, [](const llvm::Function &function) { return function.hasFnAttribute(llvm::Attribute::AlwaysInline); });
}

/// Loops that ask to be unrolled, and no others.
bool asksForUnrolling(const llvm::Module &module) {
  for (const llvm::Function &function : module)
    for (const llvm::BasicBlock &block : function)
      if (const llvm::Instruction *end = block.getTerminator(); end && end->getMetadata(llvm::LLVMContext::MD_loop))
        return true;
  return false;
}

}  // namespace

std::unique_ptr<llvm::TargetMachine> createTargetMachine(Target target, int ptxVersion) {
  initialize();
  std::string error;
  const llvm::Target *nvptx = llvm::TargetRegistry::lookupTarget("nvptx64-nvidia-cuda", error);
  TC_CHECK(nvptx, "the NVPTX backend is linked in");
  llvm::TargetOptions options;
  // What is one operation in the tile IR stays one; `fma` is asked for by name.
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  std::unique_ptr<llvm::TargetMachine> machine(
      nvptx->createTargetMachine("nvptx64-nvidia-cuda", smName(target), fmt::format("+ptx{}", ptxVersion), options,
                                 llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Default));
  TC_CHECK(machine, "every supported target is one that LLVM knows");
  return machine;
}

void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  if (hasFunctionsToInline(module)) {
    llvm::ModulePassManager inlining;
    // The backend's own first pass answers what libdevice asks of `__nvvm_reflect`.
    builder.invokePipelineStartEPCallbacks(inlining, llvm::OptimizationLevel::O2);
    inlining.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
    inlining.run(module, modules);
  }
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()), /*UseMemorySSA=*/true));
  if (asksForUnrolling(module))
    passes.addPass(llvm::LoopUnrollPass(llvm::LoopUnrollOptions(/*OptLevel=*/2, /*OnlyWhenForced=*/true)));
  passes.addPass(llvm::InstCombinePass(llvm::InstCombineOptions().setMaxIterations(1).setVerifyFixpoint(false)));
  passes.addPass(llvm::EarlyCSEPass());
  for (llvm::Function &function : module)
    if (!function.isDeclaration()) {
      passes.run(function, functions);
      dissolveLocalArrays(function);
      writeShortNegations(function);
    }
}

std::string printPtx(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  bool cannotEmit = machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile,
                                                /*DisableVerify=*/true);
  TC_CHECK(!cannotEmit, "the NVPTX backend writes assembly");
  passes.run(module);
  return std::string(text.str());
}

}  // namespace tritonc::codegen
