// `tritonc run`: try a kernel on arrays, on a GPU or without one.

#include <fmt/format.h>

#include <cstdio>
#include <sstream>

#include "tools/commands.h"
#include "tools/compile_options.h"
#include "tools/executor.h"
#include "tools/file_io.h"

namespace tritonc::tools {
namespace {

constexpr const char *kFooter = R"help(SPEC describes an argument:
  3, 1.5, True, None      as Triton types them: 1 is a constant, multiples of 16 are known to be that
  randn(4096,f32,seed=1)  also zeros, ones, arange, rand(...), full(4096,f32,2.5), randint(4096,i32,0,10)
  zeros(64x64,f16)        the shape of a matrix
  @x.npy, @x.npy:bf16     a file of numpy, its bits read as another type
  @x.npy[64,32]           a tensor descriptor of any array, with the shape of its blocks

Examples:
  tritonc run add.py -k add_kernel --grid 97 -c BLOCK_SIZE=1024 --arg "x_ptr=randn(98432,f32,seed=1)" \
      --arg "y_ptr=ones(98432,f32)" --arg "output_ptr=zeros(98432,f32)" --arg n_elements=98432 --print output_ptr
  tritonc run k.py --batch cases.jsonl --device interpreter

Each line of a batch file is one launch:
  {"kernel": "add", "grid": [4], "args": {"x_ptr": "@x.npy", "n": 4000}, "constants": {"BLOCK": "1024"},
   "warps": 4, "save": {"x_ptr": "out.npy"}})help";

enum class DeviceKind : uint8_t { Auto, Cuda, Emulator, Interpreter };

struct Values : CompileOptions {
  std::string grid;
  std::vector<std::string> arguments;
  std::vector<std::string> saves;
  std::vector<std::string> prints;
  std::string batchFile;
  DeviceKind device = DeviceKind::Auto;
  InterpretedStage stage = InterpretedStage::Final;
  EmulatorSettings emulator;
};

Result<LaunchCase> parseLaunch(const Values &values, Diagnostics &diags) {
  LaunchCase launch;
  launch.file = values.file;
  launch.options = values.finish();
  launch.options.describesLaunch = true;
  launch.prints = values.prints;
  if (!values.grid.empty()) {
    TC_TRY(launch.grid, parseGrid(values.grid, diags));
  }
  for (const std::string &text : values.arguments) {
    auto [name, spec] = splitAssignment(text);
    TC_TRY_VOID(addArgument(launch, name, spec, diags));
  }
  for (const std::string &text : values.saves) {
    auto [name, path] = splitAssignment(text);
    if (!launch.saves.emplace(name, path).second)
      return diags.error({}, DiagId::BadArgument, "array `{}` is saved twice", name);
  }
  TC_TRY_VOID(launch.checkSaves(diags));
  return launch;
}

Result<const Array *> findArray(LaunchCase &launch, const std::string &name, Diagnostics &diags) {
  Argument *argument = launch.find(name);
  const Array *array = argument ? std::get_if<Array>(&argument->value) : nullptr;
  if (!array) return diags.error({}, DiagId::BadArgument, "there is no array argument `{}`", name);
  return array;
}

Success deliver(LaunchCase &launch, Diagnostics &diags) {
  for (const std::string &name : launch.prints) {
    TC_TRY(const Array *array, findArray(launch, name, diags));
    fmt::print("{} = {}\n", name, summarize(*array));
  }
  std::vector<std::string> contents;
  std::vector<OutputFile> files;
  // Growing would move the texts.
  contents.reserve(launch.saves.size());
  for (const auto &[name, path] : launch.saves) {
    TC_TRY(const Array *array, findArray(launch, name, diags));
    files.push_back({path, contents.emplace_back(npyBytes(*array))});
  }
  return writeFiles(files, diags);
}

Success runOne(ir::Context &context, Executor &executor, LaunchCase &launch, TimeReport &times) {
  TC_TRY_VOID(executor.run(context, launch, times));
  return deliver(launch, context.diags());
}

/// A failed line does not stop the others, and its diagnostics name it. All lines share the context, since a compiled
/// kernel that a later line uses again lives there.
int runBatch(ir::Context &context, const Values &values, Executor &executor, const LaunchCase &defaults,
             std::istream &lines) {
  int exitCode = kDone;
  std::string line;
  for (size_t number = 1; std::getline(lines, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    TimeReport times;
    auto launch = parseBatchLine(line, defaults, context.diags());
    if (launch) runOne(context, executor, *launch, times).ok();
    if (context.diags().hasErrors()) fmt::print(stderr, "{}:{}: this launch failed:\n", values.batchFile, number);
    exitCode = std::max(exitCode, report(context.diags(), times, values));
    context.diags().clear();
  }
  return exitCode;
}

std::unique_ptr<Executor> chooseExecutor(const Values &values, Diagnostics &diags) {
  if (values.device == DeviceKind::Interpreter) return makeInterpreterExecutor(values.stage);
  if (values.device == DeviceKind::Emulator) return makeEmulatorExecutor(values.emulator);
  std::string why;
  if (auto cuda = makeCudaExecutor(why)) return cuda;
  if (values.device == DeviceKind::Cuda) {
    diags.error({}, DiagId::DeviceFailure, "{}", why).proceed();
    return nullptr;
  }
  fmt::print(stderr, "tritonc: note: no GPU ({}): running on the interpreter\n", why);
  return makeInterpreterExecutor(values.stage);
}

int run(const Values &values) {
  ir::Context context;
  context.diags().setRemarks(values.remarks);
  TimeReport times;
  auto launch = parseLaunch(values, context.diags());
  auto executor = launch ? chooseExecutor(values, context.diags()) : nullptr;
  if (!executor) return report(context.diags(), times, values);
  if (values.batchFile.empty()) {
    runOne(context, *executor, *launch, times).ok();
    return report(context.diags(), times, values);
  }
  auto lines = readFile(values.batchFile, context.diags());
  if (!lines) return report(context.diags(), times, values);
  std::istringstream stream(*std::move(lines));
  return runBatch(context, values, *executor, *launch, stream);
}

void addAssignments(CLI::App &command, const std::string &flag, std::vector<std::string> &values,
                    const std::string &help, const std::string &typeName) {
  command.add_option(flag, values, help)->type_name(typeName)->check(isAssignment())->expected(1)->take_all();
}

}  // namespace

Command addRunCommand(CLI::App &app) {
  auto values = std::make_shared<Values>();
  CLI::App *command = app.add_subcommand("run", "Run a kernel on a GPU, or on the CPU where there is none.");
  command->footer(kFooter);
  addCompileOptions(*command, *values);
  command->add_option("--grid", values->grid, "number of programs (default 1)")->type_name("X[,Y[,Z]]");
  addAssignments(*command, "--arg", values->arguments, "argument of the kernel; see below", "NAME=SPEC");
  addAssignments(*command, "--save", values->saves, "write an array after the launch", "NAME=FILE.npy");
  command->add_option("--print", values->prints, "print an array after the launch")
      ->type_name("NAME")
      ->expected(1)
      ->take_all();
  command->add_option("--batch", values->batchFile, "file with one launch a line; see below")->type_name("FILE");
  addChoice<DeviceKind>(*command, "--device", values->device,
                        {{"auto", DeviceKind::Auto},
                         {"cuda", DeviceKind::Cuda},
                         {"emulator", DeviceKind::Emulator},
                         {"interpreter", DeviceKind::Interpreter}},
                        "auto (default), cuda, emulator (the PTX on the CPU) or interpreter (the tile IR)", "DEVICE");
  addChoice<InterpretedStage>(*command, "--stage", values->stage,
                              {{"tile", InterpretedStage::Lowered}, {"tile-final", InterpretedStage::Final}},
                              "what the interpreter runs: tile-final (default) or tile", "STAGE");
  command->add_flag("--trace", values->emulator.trace, "print what the emulator counts: opcodes, sectors, conflicts");
  command->add_option("--emulator-threads", values->emulator.threads, "threads of the emulator (default: all cores)")
      ->check(isCount())
      ->type_name("N");
  command
      ->add_option("--step-limit", values->emulator.stepLimit,
                   "instructions of one warp of the emulator (default 25000000)")
      ->check(isCount())
      ->type_name("N");
  return [values] { return run(*values); };
}

}  // namespace tritonc::tools
