#include "tools/compile_options.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "passes/pass.h"
#include "tools/commands.h"
#include "tools/file_io.h"

namespace tritonc::tools {
namespace {

CLI::Validator isTarget() {
  return CLI::Validator(
      [](std::string &text) {
        if (codegen::parseTarget(text)) return std::string();
        return fmt::format("`{}` is not a target; known are cuda:{}", text,
                           fmt::join(codegen::supportedCapabilities(), ", cuda:"));
      },
      "TARGET", "target");
}

/// CLI11 has no name for an option outside of `--help`, so its checks cannot say which one is wrong.
codegen::SabotageRequest parseSabotage(const std::string &text) {
  if (auto request = codegen::SabotageRequest::parse(text)) return *request;
  throw CLI::ValidationError("--sabotage", fmt::format("`{}` is not {}", text, codegen::SabotageRequest::usage()));
}

}  // namespace

CLI::Validator isAssignment() {
  return CLI::Validator(
      [](std::string &text) {
        size_t equals = text.find('=');
        bool good = equals != std::string::npos && equals != 0;
        return good ? std::string() : fmt::format("`{}` is not of the form NAME=VALUE", text);
      },
      "NAME=VALUE", "assignment");
}

CLI::Validator isNotEmpty() {
  return CLI::Validator(
      [](std::string &text) { return text.empty() ? std::string("the value is empty") : std::string(); }, "", "text");
}

CLI::Validator isCount() {
  return CLI::Validator(
      [](std::string &text) {
        bool good = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos &&
                    text.find_first_not_of('0') != std::string::npos;
        return good ? std::string() : fmt::format("`{}` is not a positive number", text);
      },
      "", "count");
}

CLI::Validator isFolder() {
  return CLI::Validator(
      [](std::string &text) {
        std::error_code error;
        bool good = std::filesystem::is_directory(text, error);
        return good ? std::string() : fmt::format("`{}` is not a folder", text);
      },
      "", "folder");
}

CLI::Validator isOneOf(std::vector<std::string> choices) {
  return CLI::Validator(
      [choices = std::move(choices)](std::string &text) {
        bool good = std::ranges::find(choices, text) != choices.end();
        return good ? std::string() : fmt::format("`{}` is not one of {}", text, fmt::join(choices, ", "));
      },
      "", "choice");
}

CLI::Validator isPassName() {
  std::vector<std::string> names = {"all"};
  for (const passes::Pass &pass : passes::allPasses()) names.emplace_back(pass.flag);
  return isOneOf(std::move(names));
}

std::pair<std::string, std::string> splitAssignment(const std::string &text) {
  size_t equals = text.find('=');
  return {text.substr(0, equals), text.substr(equals + 1)};
}

compiler::Options CompileOptions::finish() const {
  compiler::Options result = options;
  result.print = [](std::string_view text) { fmt::print(stderr, "{}", text); };
  for (const std::string &constant : constants) result.constants.push_back(splitAssignment(constant));
  return result;
}

void addCompileOptions(CLI::App &command, CompileOptions &values) {
  compiler::Options &options = values.options;
  command.add_option("FILE", values.file, "Python file with the kernel")->required();
  command.add_option("-k,-n,--kernel-name", options.kernel, "kernel to compile; needed if the file has several");
  command.add_option("-c,--constant", values.constants, "value of a tl.constexpr parameter: a Python expression")
      ->type_name("NAME=VALUE")
      ->check(isAssignment())
      ->expected(1)
      ->take_all();
  command.add_option("-I,--include-dir", options.includeDirs, "folder in which imported modules are looked for")
      ->type_name("DIR")
      ->check(isFolder())
      ->expected(1)
      ->take_all();
  auto *config = command.add_option("--config", options.config, "position of a config of @triton.autotune, from 0")
                     ->check(CLI::Range(0, 1 << 20))
                     ->type_name("N");
  CLI::Option *warps =
      command.add_option("-w,--num-warps", options.warps, "warps of a program: a power of two up to 32 (default 4)")
          ->check(isOneOf({"1", "2", "4", "8", "16", "32"}))
          ->type_name("WARPS");
  CLI::Option *stages = command
                            .add_option("--num-stages,--ns", options.numStages,
                                        "-ns N: bound on the depth of software pipelines (default 3)")
                            ->check(CLI::Range(1, compiler::kMaxStages))
                            ->type_name("N");
  command
      .add_option_function<std::string>(
          "-t,--target", [&options](const std::string &text) { options.target = *codegen::parseTarget(text); },
          "cuda:80, cuda:86, cuda:89 or cuda:90 (default)")
      ->check(isTarget())
      ->type_name("TARGET");
  CLI::Option *registers =
      command.add_option("--maxnreg", options.maxRegisters, "registers a thread may use")->check(CLI::Range(16, 255));
  config->excludes(warps)->excludes(stages)->excludes(registers);
  command.add_option("--ptx-version", options.ptxVersion, "version of the PTX, for example 8.3")->type_name("V");
  command.add_option("--ptxas", options.ptxas, "assembler to use (default: TRITONC_PTXAS, PATH, CUDA toolkit)")
      ->type_name("PATH");
  command
      .add_option("--libdevice", options.libdevice, "libdevice.10.bc to use (default: TRITONC_LIBDEVICE, CUDA toolkit)")
      ->type_name("PATH");
  command.add_flag("!--no-fp-fusion", options.fpFusion, "do not contract a * b + c into one rounding");
  command.add_flag("!--no-lineinfo", options.lineInfo, "leave out the table of source lines");
  command.add_flag("--debug", options.debug, "keep device assertions, and assemble without optimisation");
  command.add_flag("--verify-each", options.verifyEach, "verify the tile IR after every pass");
  command.add_option("--print-after", options.printAfter, "print the tile IR after a pass, or after `all`")
      ->check(isPassName())
      ->type_name("PASS");
  command
      .add_option_function<std::string>(
          "--sabotage", [&options](const std::string &text) { options.sabotage = parseSabotage(text); },
          "break a site of the code, or list the sites")
      ->group("");  // not in `--help`
  command.add_flag_callback(
      "--remarks", [&values] { values.remarks = Diagnostics::Remarks::Keep; },
      "say what was chosen and what was refused");
  command.add_flag("--time", values.showTimes, "say where the time goes");
}

int report(const Diagnostics &diags, const TimeReport &times, const CompileOptions &values) {
  fmt::print(stderr, "{}", diags.render());
  if (values.showTimes)
    for (const TimeReport::Phase &phase : times.phases())
      fmt::print(stderr, "{:8.2f} ms  {:{}}{}\n", static_cast<double>(phase.elapsed.count()) * 1e-6, "",
                 2 * phase.depth, phase.name);
  return diags.hasErrors() ? kBadInput : kDone;
}

Result<const SourceFile *> loadSource(ir::Context &context, const std::string &path) {
  TC_TRY(std::string text, readFile(path, context.diags()));
  return &context.sources().add(path == "-" ? "<stdin>" : path, std::move(text));
}

}  // namespace tritonc::tools
