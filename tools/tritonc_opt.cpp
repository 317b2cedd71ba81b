// tritonc-opt: tile IR text in, passes named on the command line, tile IR text out.

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <new>

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "passes/pipeline.h"
#include "tools/commands.h"
#include "tools/file_io.h"

namespace {

using namespace tritonc;
using tools::ExitCode;

struct Values {
  std::string input = "-";
  std::string output = "-";
  std::vector<const passes::Pass *> passes;
  passes::RunOptions run;
  bool helpOps = false;
  Diagnostics::Remarks remarks = Diagnostics::Remarks::Drop;
};

void printOpTable() {
  for (size_t i = 0; i < ir::kNumOpcodes; ++i) {
    const ir::OpInfo &info = ir::info(static_cast<ir::Opcode>(i));
    fmt::print("{:<14} {}\n", info.mnemonic, info.summary);
  }
}

/// Every pass is a flag; the order of the flags is the order of the passes.
void addPassFlags(CLI::App &app, Values &values) {
  for (const passes::Pass &pass : passes::allPasses())
    app.add_flag_callback(
           fmt::format("--{}", pass.flag), [&values, &pass] { values.passes.push_back(&pass); },
           std::string(pass.summary))
        ->trigger_on_parse()
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group("Passes");
  app.add_flag_callback(
         "--default-pipeline",
         [&values] {
           auto pipeline = passes::defaultPipeline(passes::FpFusion::On);
           values.passes.insert(values.passes.end(), pipeline.begin(), pipeline.end());
         },
         "the passes of `tritonc compile`, in order")
      ->trigger_on_parse()
      ->group("Passes");
}

Success process(ir::Context &context, const Values &values) {
  TC_TRY(std::string text, tools::readFile(values.input, context.diags()));
  const SourceFile &file = context.sources().add(values.input == "-" ? "<stdin>" : values.input, std::move(text));
  TC_TRY(auto module, ir::parseModule(context, file));
  TC_TRY_VOID(ir::verify(*module));
  TC_TRY_VOID(passes::runPasses(*module, values.passes, values.run));
  TC_TRY_VOID(ir::verify(*module));
  return tools::writeFile(values.output, ir::print(*module), context.diags());
}

int runTool(int argc, char **argv) {
  Values values;
  CLI::App app("Run passes over tile IR. Every input and output is verified.", "tritonc-opt");
  app.footer("Example:\n  tritonc-opt add.tir --simplify --layouts");
  app.add_option("FILE", values.input, "tile IR to read; `-` is standard input (default)");
  app.add_option("-o,--output", values.output, "file to write; `-` is standard output (default)");
  app.add_flag("--verify-each", values.run.verifyEach, "verify after every pass");
  app.add_option("--print-after", values.run.printAfter, "print to standard error after a pass, or after `all`")
      ->type_name("PASS");
  app.add_flag_callback(
      "--remarks", [&values] { values.remarks = Diagnostics::Remarks::Keep; },
      "say what the passes chose and refused, to standard error");
  app.add_flag("--help-ops", values.helpOps, "print the table of operations and exit");
  addPassFlags(app, values);
  values.run.print = [](std::string_view text) { fmt::print(stderr, "{}", text); };
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &help) {
    return app.exit(help);
  } catch (const CLI::ParseError &error) {
    fmt::print(stderr, "tritonc-opt: error: {}\nRun `tritonc-opt --help` for how it is used.\n", error.what());
    return tools::kBadUsage;
  }
  if (values.helpOps) {
    printOpTable();
    return tools::kDone;
  }
  ir::Context context;
  context.diags().setRemarks(values.remarks);
  process(context, values).ok();
  fmt::print(stderr, "{}", context.diags().render());
  return context.diags().hasErrors() ? tools::kBadInput : tools::kDone;
}

}  // namespace

int main(int argc, char **argv) {
  try {
    return runTool(argc, argv);
  } catch (const std::bad_alloc &) {
    fmt::print(stderr, "tritonc-opt: error: out of memory\n");
    return tools::kBadInput;
  } catch (const InternalError &error) {
    fmt::print(stderr, "tritonc-opt: internal error: {}\nThis is a fault of tritonc-opt. Please report it.\n",
               error.what());
    return tools::kInternalError;
  }
}
