// The command line: parses options and calls the phases of the compiler.

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <span>
#include <system_error>

#include "codegen/process.h"
#include "ir/support/check.h"
#include "tools/commands.h"

namespace {

using namespace tritonc::tools;

constexpr const char *kFooter = R"help(Examples:
  tritonc list kernels.py
  tritonc compile kernels.py -k add_kernel -s "*fp32:16, *fp32:16, *fp32:16, i32, 1024" -o add.cubin
  tritonc inspect add.cubin
  tritonc run kernels.py -k add_kernel --grid 97 -c BLOCK_SIZE=1024 --arg "x_ptr=randn(98432,f32)" ...

`tritonc COMMAND --help` says more about each command.)help";

struct Subcommand {
  CLI::App *app;
  Command run;
};

int failUsage(std::string_view why) {
  fmt::print(stderr, "tritonc: error: {}\nRun `tritonc --help` for how it is used.\n", why);
  return kBadUsage;
}

/// What was printed may still be on its way to a full disk when the command is done.
int runAndFlush(const Command &run) {
  int error = 0;
  try {
    int exitCode = run();
    if (std::fflush(stdout) == 0) return exitCode;
    error = errno;
  } catch (const std::system_error &failure) {
    // Only fmt throws it, when it cannot print.
    error = failure.code().value();
  }
  fmt::print(stderr, "tritonc: error: cannot write to standard output: {}\n", std::strerror(error));
  return kBadInput;
}

int runTool(int argc, char **argv) {
  CLI::App app("Compile Triton kernels without Python.", "tritonc");
  app.footer(kFooter);
  app.set_version_flag("--version", "tritonc " TRITONC_VERSION);
  app.require_subcommand(0, 1);

  std::vector<Subcommand> subcommands;
  for (auto *add : {addCompileCommand, addRunCommand, addListCommand, addInspectCommand}) {
    Command run = add(app);
    subcommands.push_back({app.get_subcommands({}).back(), std::move(run)});
  }
  // CLI11 would only say that a command is required.
  bool isCommand = argc > 1 && std::ranges::any_of(subcommands, [&](auto &s) { return s.app->check_name(argv[1]); });
  if (argc > 1 && argv[1][0] != '-' && !isCommand) return failUsage(fmt::format("`{}` is not a command", argv[1]));
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &help) {
    return runAndFlush([&] { return app.exit(help); });
  } catch (const CLI::ParseError &error) {
    return failUsage(error.what());
  }
  for (const Subcommand &subcommand : subcommands)
    if (subcommand.app->parsed()) return runAndFlush(subcommand.run);
  return failUsage("no command is given");
}

}  // namespace

int main(int argc, char **argv) {
  // Triton's own tool spells it so; CLI11 takes one letter only after a single dash.
  std::string numStages = "--ns";
  for (char *&arg : std::span(argv, static_cast<size_t>(argc)))
    if (std::string_view(arg) == "-ns") arg = numStages.data();
  tritonc::codegen::cleanUpOnSignals();
  try {
    return runTool(argc, argv);
  } catch (const std::bad_alloc &) {
    fmt::print(stderr, "tritonc: error: out of memory\n");
    return kBadInput;
  } catch (const tritonc::InternalError &error) {
    fmt::print(stderr,
               "tritonc: internal error: {}\nThis is a fault of tritonc " TRITONC_VERSION
               ", not of your input. Please report it with the command and the file.\n",
               error.what());
    return kInternalError;
  }
}
