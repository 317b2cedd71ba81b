// `tritonc inspect`: what a compiled kernel says about itself.

#include <fmt/format.h>

#include <memory>

#include "tools/commands.h"
#include "tools/file_io.h"
#include "tools/occupancy.h"
#include "tritonc/kernel_info.h"

namespace tritonc::tools {
namespace {

std::string orUnknown(const std::optional<uint32_t> &number) { return number ? fmt::format("{}", *number) : "unknown"; }

std::string describe(const KernelParam &param) {
  std::string assumption = param.divisible > 1 ? fmt::format("  multiple of {}", param.divisible) : "";
  return fmt::format("  {:<20} {}{}\n", param.name, param.type, assumption);
}

std::string describeOccupancy(const KernelInfo &info) {
  auto occupancy = computeOccupancy(info);
  if (!occupancy) return "";
  return fmt::format("occupancy   {} programs of {} warps on a multiprocessor: {} of {} warps, limited by {}\n",
                     occupancy->programs, info.warps, occupancy->programs * info.warps, occupancy->maxWarps,
                     occupancy->limit);
}

std::string describe(const KernelInfo &info) {
  std::string text =
      fmt::format("kernel      {}\nsymbol      {}\ntarget      {} (PTX {})\ncompiler    tritonc {}, ABI {}\n",
                  info.name, info.symbol(), info.arch, info.ptxVersion, info.version, info.abi);
  text += fmt::format("block       {} threads ({} warps)\nstages      {}\nshared      {} bytes\n", 32 * info.warps,
                      info.warps, info.stages, info.sharedBytes);
  if (info.scratchBytes) text += fmt::format("scratch     {} bytes a program\n", info.scratchBytes);
  text += fmt::format("registers   {}\nspills      {} bytes\n", orUnknown(info.registers), orUnknown(info.spillBytes));
  text += describeOccupancy(info);
  text += "parameters\n";
  for (const KernelParam &param : info.params) text += describe(param);
  if (!info.constants.empty()) text += "constants\n";
  for (const auto &[name, value] : info.constants) text += fmt::format("  {:<20} {}\n", name, value);
  return text;
}

struct Values {
  std::string file;
  bool asJson = false;
};

int run(const Values &values) {
  SourceManager sources;
  Diagnostics diags(sources);
  auto bytes = readFile(values.file, diags);
  if (bytes) {
    auto info = KernelInfo::fromArtifact(std::as_bytes(std::span(*bytes)));
    if (info)
      fmt::print("{}", values.asJson ? info->toJson() + "\n" : describe(*info));
    else
      diags.error({}, DiagId::BadArtifact, "cannot inspect `{}`: {}", values.file, info.status().text()).proceed();
  }
  fmt::print(stderr, "{}", diags.render());
  return diags.hasErrors() ? kBadInput : kDone;
}

}  // namespace

Command addInspectCommand(CLI::App &app) {
  auto values = std::make_shared<Values>();
  CLI::App *command = app.add_subcommand("inspect", "Show the interface and the resources of a compiled kernel.");
  command->footer("Example:\n  tritonc inspect add.cubin");
  command->add_option("FILE", values->file, "cubin or PTX made by tritonc")->required();
  command->add_flag("--json", values->asJson, "print the description as JSON");
  return [values] { return run(*values); };
}

}  // namespace tritonc::tools
