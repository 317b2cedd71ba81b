// `tritonc compile`: one kernel to an artefact.

#include <filesystem>
#include <memory>

#include "tools/commands.h"
#include "tools/compile_options.h"
#include "tools/file_io.h"

namespace tritonc::tools {
namespace {

using compiler::Form;

constexpr const char *kFooter =
    R"help(SIGNATURE names the type of each parameter in order, or is a list of name=type pairs:
  *fp32:16   pointer whose address is a multiple of 16      i32:16   integer that is a multiple of 16
  i32        integer                                        1024     constant (any Python expression)
  i32:1      integer that is always 1

Examples:
  tritonc compile add.py -s "*fp32:16, *fp32:16, *fp32:16, i32, 1024" -o add.cubin
  tritonc compile add.py -k add_kernel -s "x_ptr=*fp32:16, y_ptr=*fp32:16, output_ptr=*fp32:16, n=i32" -c BLOCK=1024 \
      --emit ptx -o -)help";

struct Values : CompileOptions {
  Form form = Form::Cubin;
  std::string output;
  std::string infoFile;
  bool allConfigs = false;
};

/// `add.cubin` becomes `add.config3.cubin`, with `--all-configs` only.
std::string withConfig(const std::string &path, const Values &values) {
  if (!values.allConfigs || path.empty()) return path;
  std::filesystem::path result(path);
  std::string file =
      fmt::format("{}.config{}{}", result.stem().string(), *values.options.config, result.extension().string());
  return result.replace_filename(file).string();
}

/// `add_kernel.cubin` in the current folder, or in the one that `-o` names.
std::string outputPath(const compiler::Compiled &compiled, const Values &values) {
  if (values.form == Form::Ast && values.output.empty()) return "-";
  std::error_code error;
  bool isFolder = values.allConfigs && std::filesystem::is_directory(values.output, error);
  std::string own = fmt::format("{}.{}", compiled.info.symbol(), name(values.form));
  if (isFolder) return withConfig((std::filesystem::path(values.output) / own).string(), values);
  return withConfig(values.output.empty() ? own : values.output, values);
}

Success run(ir::Context &context, const Values &values, TimeReport &times) {
  auto total = times.scope("total");
  if (values.form == Form::Ast && !values.infoFile.empty())
    return context.diags().error({}, DiagId::BadArgument, "`--info` describes a kernel; `--emit ast` compiles none");
  TC_TRY(const SourceFile *file, loadSource(context, values.file));
  TC_TRY(compiler::Compiled compiled, compiler::compile(context, *file, values.finish(), values.form, times));
  if (values.options.sabotage.mode == codegen::SabotageRequest::Mode::List) {
    fmt::print("{}", compiled.sites);
    return {};
  }
  auto writing = times.scope("write");
  std::string output = outputPath(compiled, values), infoFile = withConfig(values.infoFile, values);
  if (output == infoFile)
    return context.diags().error({}, DiagId::BadArgument, "`{}` is to hold the output and what `--info` writes",
                                 output);
  std::string info = compiled.info.toJson() + "\n";
  std::vector<OutputFile> files = {{output, compiled.output}};
  if (!infoFile.empty()) files.push_back({infoFile, info});
  return writeFiles(files, context.diags());
}

int compileOne(const Values &values) {
  ir::Context context;
  context.diags().setRemarks(values.remarks);
  TimeReport times;
  run(context, values, times).ok();
  return report(context.diags(), times, values);
}

Result<std::vector<std::string>> readConfigs(ir::Context &context, const Values &values) {
  if (values.output == "-" || values.infoFile == "-" || values.form == Form::Ast)
    return context.diags().error({}, DiagId::BadArgument,
                                 "`--all-configs` writes a file for each config; `-` and `--emit ast` are one");
  TC_TRY(const SourceFile *file, loadSource(context, values.file));
  return compiler::listConfigs(context, *file, values.finish());
}

/// A config that fails does not stop the others.
int compileAll(const Values &values) {
  ir::Context context;
  auto configs = readConfigs(context, values);
  if (!configs) return report(context.diags(), {}, values);
  size_t failed = 0;
  for (size_t i = 0; i < configs->size(); ++i) {
    Values one = values;
    one.options.config = static_cast<int>(i);
    if (compileOne(one) == kDone) continue;
    fmt::print(stderr, "tritonc: config {} failed: {}\n", i, (*configs)[i]);
    ++failed;
  }
  if (failed == 0) return kDone;
  fmt::print(stderr, "tritonc: {} of {} configs failed\n", failed, configs->size());
  return kBadInput;
}

}  // namespace

Command addCompileCommand(CLI::App &app) {
  auto values = std::make_shared<Values>();
  CLI::App *command = app.add_subcommand("compile", "Compile a kernel ahead of time.");
  command->footer(kFooter);
  addCompileOptions(*command, *values);
  command->add_option("-s,--signature", values->options.signature, "types of the parameters; see below")
      ->type_name("SIGNATURE");
  std::vector<std::pair<std::string, Form>> forms;
  for (Form form : compiler::kForms) forms.emplace_back(name(form), form);
  addChoice(*command, "--emit", values->form, forms, "cubin (default), ptx, llvm, tile-final, tile, ast or json",
            "FORM");
  command->add_option("-o,--output", values->output, "file to write; `-` is standard output (default KERNEL.FORM)")
      ->check(isNotEmpty());
  command->add_option("--info", values->infoFile, "also write the kernel's description as JSON")
      ->check(isNotEmpty())
      ->type_name("FILE");
  command
      ->add_flag("--all-configs", values->allConfigs,
                 "compile every config of @triton.autotune, to KERNEL.configN.FORM (-o DIR or -o NAME.FORM moves them)")
      ->excludes("--config")
      ->excludes("-w")
      ->excludes("--ns")
      ->excludes("--maxnreg");
  return [values] { return values->allConfigs ? compileAll(*values) : compileOne(*values); };
}

}  // namespace tritonc::tools
