// tir-codegen: tile IR in stage `scheduled` to LLVM IR, PTX or a cubin. Drives the tests of codegen/.
//
//   tir-codegen FILE.tir [--emit llvm|ptx|cubin|none] [--target sm_90a] [--ptx-version 8.4] [--no-lineinfo]
//               [--maxnreg N] [--info JSON] [--ptxas PATH] [--libdevice PATH] [--debug] [--stats] [--time]
//
// `none` assembles and prints nothing; --stats prints the registers and spills that ptxas reports.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "codegen/assemble.h"
#include "codegen/embed_info.h"
#include "codegen/emit.h"
#include "ir/parse.h"
#include "ir/verify.h"

using namespace tritonc;

namespace {

struct Options {
  std::string file;
  std::string emit = "ptx";
  codegen::EmitOptions code;
  std::string ptxas;
  bool stats = false;
  bool time = false;
};

[[noreturn]] void failUsage(const std::string &what) {
  std::fprintf(stderr, "tir-codegen: %s\n", what.c_str());
  std::exit(2);
}

Options parseOptions(const std::vector<std::string> &args) {
  Options options;
  std::string ptxVersion;
  for (size_t i = 0; i < args.size(); ++i) {
    auto value = [&] {
      if (i + 1 == args.size()) failUsage(args[i] + " needs a value");
      return args[++i];
    };
    if (args[i] == "--emit") {
      options.emit = value();
    } else if (args[i] == "--target") {
      auto target = codegen::parseTarget(value());
      if (!target) failUsage("unknown target; there are " + codegen::supportedTargetsText());
      options.code.target = *target;
    } else if (args[i] == "--ptx-version") {
      ptxVersion = value();
    } else if (args[i] == "--no-lineinfo") {
      options.code.lineInfo = false;
    } else if (args[i] == "--maxnreg") {
      options.code.maxRegisters = std::atoi(value().c_str());
    } else if (args[i] == "--info") {
      options.code.infoJson = value();
    } else if (args[i] == "--ptxas") {
      options.ptxas = value();
    } else if (args[i] == "--libdevice") {
      options.code.libdevice = value();
    } else if (args[i] == "--debug") {
      options.code.debug = true;
    } else if (args[i] == "--stats") {
      options.stats = true;
    } else if (args[i] == "--time") {
      options.time = true;
    } else {
      options.file = args[i];
    }
  }
  codegen::Target target = options.code.target;
  auto version = ptxVersion.empty() ? codegen::defaultPtxVersion(target) : codegen::parsePtxVersion(ptxVersion, target);
  if (!version) failUsage("PTX versions for this target are " + codegen::supportedPtxVersionsText(target));
  options.code.ptxVersion = *version;
  return options;
}

Result<std::string> assembleText(const std::string &ptx, const Options &options, Diagnostics &diags,
                                 TimeReport &times) {
  codegen::AssembleOptions assembling;
  assembling.target = options.code.target;
  assembling.ptxas = options.ptxas;
  assembling.lineInfo = options.code.lineInfo;
  TC_TRY(codegen::Cubin cubin, codegen::assemble(ptx, assembling, diags, times));
  if (!options.code.infoJson.empty()) codegen::embedInfo(cubin.bytes, options.code.infoJson);
  if (options.stats)
    std::fprintf(stderr, "%u registers, %u bytes spilled, %u bytes of stack\n", cubin.registers, cubin.spillBytes,
                 cubin.stackBytes);
  return options.emit == "none" ? std::string() : cubin.bytes;
}

Result<std::string> compile(ir::Context &context, const Options &options, TimeReport &times) {
  std::ifstream file(options.file);
  if (!file) failUsage("cannot read " + options.file);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const SourceFile &source = context.sources().add(options.file, std::move(text));
  TC_TRY(auto module, ir::parseModule(context, source));
  TC_TRY_VOID(ir::verify(*module));
  if (options.emit == "llvm") return codegen::emitLlvm(*module, options.code, times);
  TC_TRY(std::string ptx, codegen::emitPtx(*module, options.code, times));
  if (options.emit == "ptx") return ptx;
  return assembleText(ptx, options, context.diags(), times);
}

}  // namespace

int main(int argc, char **argv) {
  Options options = parseOptions({argv + 1, argv + argc});
  ir::Context context;
  TimeReport times;
  try {
    auto output = compile(context, options, times);
    std::fputs(context.diags().render().c_str(), stderr);
    if (!output) return 1;
    std::fwrite(output->data(), 1, output->size(), stdout);
  } catch (const InternalError &error) {
    std::fprintf(stderr, "internal error: %s\n", error.what());
    return 3;
  }
  for (const TimeReport::Phase &phase : times.phases())
    if (options.time)
      std::fprintf(stderr, "%8.2f ms  %s\n", static_cast<double>(phase.elapsed.count()) / 1e6, phase.name.c_str());
  return 0;
}
