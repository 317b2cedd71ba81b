#include "runtime/compiler/compile.h"

#include <fmt/format.h>
#include <xxhash.h>

#include "codegen/assemble.h"
#include "codegen/embed_info.h"
#include "codegen/emit.h"
#include "frontend/ast_dump.h"
#include "frontend/lower.h"
#include "frontend/parser.h"
#include "ir/print.h"
#include "passes/pipeline.h"

namespace tritonc::compiler {
namespace {

using SabotageMode = codegen::SabotageRequest::Mode;

std::string hashText(std::string_view text) {
  XXH128_canonical_t digest;
  XXH128_canonicalFromHash(&digest, XXH3_128bits(text.data(), text.size()));
  std::string hex;
  for (unsigned char byte : digest.digest) hex += fmt::format("{:02x}", byte);
  return hex;
}

frontend::LowerRequest lowerRequest(const SourceFile &file, const Options &options) {
  frontend::LowerRequest request;
  request.file = &file;
  request.kernel = options.kernel;
  request.signature = options.signature;
  request.describesLaunch = options.describesLaunch;
  request.constants = options.constants;
  request.includeDirs = options.includeDirs;
  request.numWarps = options.warps;
  request.numStages = options.numStages;
  request.config = options.config;
  request.capability = options.target.capability;
  request.debug = options.debug;
  request.print = options.print;
  return request;
}

KernelInfo describe(const frontend::LoweredKernel &kernel, const SourceFile &file, const Options &options,
                    int ptxVersion) {
  const ir::ModuleAttrs &attrs = kernel.module->attrs;
  KernelInfo info;
  info.name = kernel.name;
  info.version = TRITONC_VERSION;
  info.sourceHash = hashText(file.text());
  info.arch = codegen::smName(options.target);
  info.ptxVersion = codegen::ptxVersionText(ptxVersion);
  info.warps = static_cast<uint32_t>(attrs.warps);
  info.stages = static_cast<uint32_t>(attrs.numStages);
  for (const frontend::LoweredParam &param : kernel.params)
    info.params.push_back({param.name, param.type, static_cast<uint32_t>(param.divisible)});
  info.constants = kernel.constants;
  return info;
}

Success checkOptions(const Options &options, Diagnostics &diags) {
  bool isPowerOfTwo = options.warps > 0 && (options.warps & (options.warps - 1)) == 0;
  if (!isPowerOfTwo || options.warps > kMaxWarps)
    return diags.error({}, DiagId::BadArgument, "{} warps are not a power of two from 1 to {}", options.warps,
                       kMaxWarps);
  if (options.numStages < 1 || options.numStages > kMaxStages)
    return diags.error({}, DiagId::BadArgument, "{} stages are not from 1 to {}", options.numStages, kMaxStages);
  return {};
}

Result<int> choosePtxVersion(const Options &options, Diagnostics &diags) {
  if (options.ptxVersion.empty()) return codegen::defaultPtxVersion(options.target);
  if (auto version = codegen::parsePtxVersion(options.ptxVersion, options.target)) return *version;
  return diags.error({}, DiagId::BadArgument, "PTX {} cannot be written for {}; these versions can: {}",
                     options.ptxVersion, codegen::smName(options.target),
                     codegen::supportedPtxVersionsText(options.target));
}

Success runPasses(ir::Module &module, const Options &options, TimeReport &times) {
  auto scope = times.scope("passes");
  passes::PipelineOptions pipeline;
  pipeline.fpFusion = options.fpFusion ? passes::FpFusion::On : passes::FpFusion::Off;
  pipeline.run.verifyEach = pipeline.run.verifyEach || options.verifyEach;
  pipeline.run.printAfter = options.printAfter;
  pipeline.run.print = options.print;
  pipeline.run.time = &times;
  return passes::runPipeline(module, pipeline);
}

Result<std::string> dumpTree(ir::Context &context, const SourceFile &file) {
  TC_TRY(frontend::ast::Module tree, frontend::parseModule(file, context.diags()));
  return frontend::dump(tree, file);
}

/// There must have been what was to be broken.
Success checkSabotage(const codegen::SabotageRequest &request, const codegen::Sabotage &sabotage, Diagnostics &diags) {
  if (request.mode != SabotageMode::Break || request.site < sabotage.count(request.kind)) return {};
  return diags.error({}, DiagId::BadArgument, "the kernel has {} sites of kind `{}`, so none to sabotage as {}",
                     sabotage.count(request.kind), codegen::name(request.kind), request.toString());
}

/// PTX to cubin, with the description completed and put inside.
Result<std::string> assembleWithInfo(const std::string &ptx, const Options &options, KernelInfo &info,
                                     Diagnostics &diags, TimeReport &times) {
  auto scope = times.scope("assemble");
  codegen::AssembleOptions assembler{options.target, options.ptxas, options.debug, options.lineInfo};
  TC_TRY(codegen::Cubin cubin, codegen::assemble(ptx, assembler, diags, times));
  info.registers = cubin.registers;
  info.spillBytes = cubin.spillBytes;
  if (diags.keepsRemarks() && cubin.stackBytes + cubin.spillBytes > 0)
    diags
        .remark({}, DiagId::LocalMemory,
                "`{}` takes {} bytes of local memory in each thread, {} bytes of stores and loads of it for registers",
                info.name, cubin.stackBytes, cubin.spillBytes)
        .proceed();
  codegen::embedInfo(cubin.bytes, info.toJson());
  return std::move(cubin.bytes);
}

}  // namespace

std::string_view name(Form form) {
  switch (form) {
  case Form::Ast: return "ast";
  case Form::Tile: return "tile";
  case Form::TileFinal: return "tile-final";
  case Form::Llvm: return "llvm";
  case Form::Ptx: return "ptx";
  case Form::Cubin: return "cubin";
  case Form::Json: return "json";
  }
  TC_UNREACHABLE("every form has a case");
}

Result<std::vector<std::string>> listConfigs(ir::Context &context, const SourceFile &file, const Options &options) {
  return frontend::listConfigs(context, lowerRequest(file, options));
}

Result<Compiled> compile(ir::Context &context, const SourceFile &file, const Options &options, Form form,
                         TimeReport &times) {
  Compiled compiled;
  if (form == Form::Ast) {
    TC_TRY(compiled.output, dumpTree(context, file));
    return compiled;
  }
  TC_TRY_VOID(checkOptions(options, context.diags()));
  TC_TRY(int ptxVersion, choosePtxVersion(options, context.diags()));
  int maxRegisters = options.maxRegisters;
  {
    auto scope = times.scope("front end");
    TC_TRY(frontend::LoweredKernel kernel, frontend::lowerKernel(context, lowerRequest(file, options)));
    compiled.info = describe(kernel, file, options, ptxVersion);
    maxRegisters = kernel.maxRegisters.value_or(maxRegisters);
    compiled.module = std::move(kernel.module);
  }
  if (form >= Form::TileFinal) TC_TRY_VOID(runPasses(*compiled.module, options, times));
  if (form <= Form::TileFinal) {
    compiled.output = ir::print(*compiled.module);
    return compiled;
  }
  codegen::EmitOptions emit;
  emit.maxRegisters = maxRegisters;
  emit.target = options.target;
  emit.ptxVersion = ptxVersion;
  emit.lineInfo = options.lineInfo;
  emit.libdevice = options.libdevice;
  emit.debug = options.debug;
  compiled.info.sharedBytes = static_cast<uint32_t>(compiled.module->attrs.shared);
  emit.infoJson = compiled.info.toJson();
  codegen::Sabotage sabotage(options.sabotage);
  if (options.sabotage.mode != SabotageMode::None) emit.sabotage = &sabotage;
  auto emitText = form == Form::Llvm ? codegen::emitLlvm : codegen::emitPtx;
  TC_TRY(compiled.output, emitText(*compiled.module, emit, times));
  TC_TRY_VOID(checkSabotage(options.sabotage, sabotage, context.diags()));
  if (options.sabotage.mode == SabotageMode::List) {
    compiled.sites = sabotage.list(context);
    return compiled;
  }
  if (form <= Form::Ptx) return compiled;
  TC_TRY(compiled.output, assembleWithInfo(compiled.output, options, compiled.info, context.diags(), times));
  if (form == Form::Json) compiled.output = compiled.info.toJson() + "\n";
  return compiled;
}

}  // namespace tritonc::compiler
