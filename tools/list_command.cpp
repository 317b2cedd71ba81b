// `tritonc list`: the kernels of a file.

#include <fmt/format.h>

#include <cctype>
#include <memory>

#include "frontend/lower.h"
#include "tools/commands.h"
#include "tools/compile_options.h"

namespace tritonc::tools {
namespace {

/// On one line, whatever lines the source has.
std::string joinLines(std::string_view text) {
  std::string joined;
  for (char c : text) {
    bool isBlank = std::isspace(static_cast<unsigned char>(c));
    if (isBlank && (joined.empty() || joined.back() == ' ')) continue;
    joined += isBlank ? ' ' : c;
  }
  return joined;
}

std::string describe(const frontend::KernelSummary &kernel) {
  std::string text = fmt::format("{}  (line {})\n", kernel.name, kernel.line);
  for (const frontend::KernelParam &param : kernel.params) {
    std::string annotation = param.annotation.empty() ? "" : ": " + param.annotation;
    std::string defaultValue = param.defaultValue.empty() ? "" : " = " + param.defaultValue;
    text += fmt::format("  {}{}{}\n", param.name, annotation, defaultValue);
  }
  for (size_t i = 0; i < kernel.configs.size(); ++i) text += fmt::format("  config {}: {}\n", i, kernel.configs[i]);
  if (!kernel.whyNoConfigs.empty()) text += fmt::format("  configs unknown: {}\n", kernel.whyNoConfigs);
  if (!kernel.key.empty()) text += fmt::format("  key: {}\n", fmt::join(kernel.key, ", "));
  if (!kernel.heuristics.empty()) text += fmt::format("  heuristics: {}\n", fmt::join(kernel.heuristics, ", "));
  for (const std::string &decorator : kernel.decorators) text += fmt::format("  @{}\n", joinLines(decorator));
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
