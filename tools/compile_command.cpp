// `tritonc compile`: one kernel to an artefact.

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
};

/// `add_kernel.cubin` in the current folder.
std::string defaultOutput(const compiler::Compiled &compiled, const Values &values) {
  return values.form == Form::Ast ? "-" : fmt::format("{}.{}", compiled.info.symbol(), name(values.form));
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
  std::string output = values.output.empty() ? defaultOutput(compiled, values) : values.output;
  if (output == values.infoFile)
    return context.diags().error({}, DiagId::BadArgument, "`{}` is to hold the output and what `--info` writes",
                                 output);
  std::string info = compiled.info.toJson() + "\n";
  std::vector<OutputFile> files = {{output, compiled.output}};
  if (!values.infoFile.empty()) files.push_back({values.infoFile, info});
  return writeFiles(files, context.diags());
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
  return [values] {
    ir::Context context;
    context.diags().setRemarks(values->remarks);
    TimeReport times;
    run(context, *values, times).ok();
    return report(context.diags(), times, *values);
  };
}

}  // namespace tritonc::tools
