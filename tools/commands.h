// The subcommands of `tritonc`. Each registers its options and gives back what runs it.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>

namespace tritonc::tools {

/// Exit codes of the tools.
enum ExitCode : int { kDone = 0, kBadInput = 1, kBadUsage = 2, kInternalError = 3 };

/// Runs a parsed subcommand and returns its exit code.
using Command = std::function<int()>;

Command addCompileCommand(CLI::App &app);
Command addRunCommand(CLI::App &app);
Command addListCommand(CLI::App &app);
Command addInspectCommand(CLI::App &app);

}  // namespace tritonc::tools
