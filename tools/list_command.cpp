// `tritonc list`: the kernels of a file.

#include <fmt/format.h>

#include <memory>

#include "frontend/lower.h"
#include "tools/commands.h"
#include "tools/compile_options.h"

namespace tritonc::tools {
namespace {

std::string describe(const frontend::KernelSummary &kernel) {
  std::string text = fmt::format("{}  (line {})\n", kernel.name, kernel.line);
  for (const frontend::KernelParam &param : kernel.params) {
    std::string annotation = param.annotation.empty() ? "" : ": " + param.annotation;
    std::string defaultValue = param.defaultValue.empty() ? "" : " = " + param.defaultValue;
    text += fmt::format("  {}{}{}\n", param.name, annotation, defaultValue);
  }
  for (const std::string &decorator : kernel.decorators) text += fmt::format("  @{}\n", decorator);
  return text;
}

int run(const std::string &path) {
  ir::Context context;
  auto file = loadSource(context, path);
  if (file) {
    auto kernels = frontend::listKernels(context, **file);
    if (kernels)
      for (const frontend::KernelSummary &kernel : *kernels) fmt::print("{}", describe(kernel));
  }
  fmt::print(stderr, "{}", context.diags().render());
  return context.diags().hasErrors() ? kBadInput : kDone;
}

}  // namespace

Command addListCommand(CLI::App &app) {
  auto path = std::make_shared<std::string>();
  CLI::App *command = app.add_subcommand("list", "List the kernels of a file with their parameters and decorators.");
  command->footer("Example:\n  tritonc list kernels.py");
  command->add_option("FILE", *path, "Python file")->required();
  return [path] { return run(*path); };
}

}  // namespace tritonc::tools
