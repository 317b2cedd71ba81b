#include "codegen/emit.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "codegen/backend.h"
#include "codegen/emitter.h"
#include "codegen/libdevice.h"

namespace tritonc::codegen {
namespace {

/// More values of one tile than this in a thread spill for certain, and cost minutes in ptxas.
constexpr unsigned kMaxRegs = 512;

Success checkSize(const ir::Module &module, ir::Loc loc, ir::Type type) {
  unsigned regs = numRegs(type);
  if (regs <= kMaxRegs) return {};
  return module.context().error(
      loc, DiagId::TileTooLarge,
      "a {} has {} elements in each of {} threads, more than {}; use smaller blocks or more warps", ir::print(type),
      regs, module.numThreads(), kMaxRegs);
}

Success checkSizes(const ir::Module &module) {
  Success result;
  for (const auto &function : module.functions())
    ir::walk(*function->body(), [&](const ir::Op &op) {
      if (!result) return;
      for (const ir::Value &value : op.results())
        if (result) result = checkSize(module, op.loc(), value.type());
    });
  return result;
}

struct LlvmModule {
  explicit LlvmModule(std::string_view name) : module(llvm::StringRef(name.data(), name.size()), context) {}

  llvm::LLVMContext context;
  llvm::Module module;
};

void emitFunctions(const ir::Module &source, const EmitOptions &options, llvm::Module &module) {
  auto mode = options.lineInfo ? DebugLines::Mode::On : DebugLines::Mode::Off;
  DebugLines lines(mode, module, source.context());
  ModuleEmitter emitter{source, options, module, lines};
  for (const auto &function : source.functions()) FunctionEmitter(emitter, *function, emitter.declare(*function)).run();
  lines.finish();
}

/// The module after our passes, and the machine to print it with.
Result<std::unique_ptr<llvm::TargetMachine>> build(const ir::Module &source, const EmitOptions &options,
                                                   LlvmModule &result, TimeReport &times) {
  TC_CHECK(source.stage() != ir::Stage::Tile, "code is emitted for tiles that have layouts");
  TC_TRY_VOID(checkSizes(source));
  std::unique_ptr<llvm::TargetMachine> machine = createTargetMachine(options.target, options.ptxVersion);
  result.context.setDiscardValueNames(true);
  result.module.setTargetTriple(machine->getTargetTriple().str());
  result.module.setDataLayout(machine->createDataLayout());
  {
    auto scope = times.scope("emit llvm");
    emitFunctions(source, options, result.module);
  }
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  TC_CHECK(!llvm::verifyModule(result.module, &stream), "the emitter makes valid LLVM IR: " + problem);
  if (needsLibdevice(result.module)) {
    auto scope = times.scope("link libdevice");
    TC_TRY_VOID(linkLibdevice(result.module, options.libdevice, source.context().diags()));
  }
  auto scope = times.scope("optimize llvm");
  optimize(result.module, *machine);
  return machine;
}

}  // namespace

std::string symbolOf(std::string_view functionName) {
  std::string symbol = functionName == "_" || functionName == "WARP_SZ" ? "$" : "";
  for (char c : functionName) {
    if (c == '.')
      symbol += '_';
    else if (llvm::isAlnum(c) || c == '_')
      symbol += c;
    else
      symbol += fmt::format("${:02x}", static_cast<unsigned char>(c));
  }
  return symbol;
}

Result<std::string> emitLlvm(const ir::Module &module, const EmitOptions &options, TimeReport &times) {
  LlvmModule llvmModule("kernel");
  TC_TRY(auto machine, build(module, options, llvmModule, times));
  std::string text;
  llvm::raw_string_ostream(text) << llvmModule.module;
  return text;
}

Result<std::string> emitPtx(const ir::Module &module, const EmitOptions &options, TimeReport &times) {
  LlvmModule llvmModule("kernel");
  TC_TRY(auto machine, build(module, options, llvmModule, times));
  auto scope = times.scope("print ptx");
  std::string ptx = printPtx(llvmModule.module, *machine);
  return options.infoJson.empty() ? ptx : "// tritonc.info: " + options.infoJson + "\n" + ptx;
}

}  // namespace tritonc::codegen
