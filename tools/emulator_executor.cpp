// Runs launches on the PTX emulator: the code that a GPU would get, on the CPU, with checks.

#include <cstring>
#include <limits>
#include <map>
#include <unordered_map>

#include "ir/float_format.h"
#include "runtime/emulator/emulator.h"
#include "tools/compile_options.h"
#include "tools/executor.h"
#include "tools/file_io.h"

namespace tritonc::tools {
namespace {

/// Writes the bits of a number as a parameter of the type to its place; false if no such parameter exists here.
bool packScalar(const std::string &type, const Scalar &value, std::span<std::byte> into) {
  uint64_t bits = std::visit([](auto v) { return std::bit_cast<uint64_t>(v); }, value);
  const ElementType *element = findElementType(type);
  if (element && ir::isFloat(element->kind)) {
    bits = ir::encodeFloat(element->kind, std::visit([](auto v) { return static_cast<double>(v); }, value));
  } else if (std::holds_alternative<double>(value)) {
    return false;
  }
  std::memcpy(into.data(), &bits, std::min(into.size(), sizeof(bits)));
  return true;
}

/// Instructions of one warp: a deadlock of a few warps shows after some ten seconds.
constexpr uint64_t kDefaultStepLimit = 25'000'000;

/// The id of a fault that a run can find by itself.
DiagId idOf(emulator::Check check) {
  switch (check) {
  case emulator::Check::OutOfBounds: return DiagId::OutOfBounds;
  case emulator::Check::Misaligned: return DiagId::MisalignedAccess;
  case emulator::Check::StepLimit: return DiagId::StepLimit;
  case emulator::Check::Assertion: return DiagId::AssertionFailed;
  case emulator::Check::Uninitialised:
  case emulator::Check::Race:
  case emulator::Check::Divergent:
  case emulator::Check::Deadlock:
  case emulator::Check::Trap:
  case emulator::Check::BadOperand:
  case emulator::Check::AsyncHazard:
  case emulator::Check::ProxyFence:
  case emulator::Check::WgmmaRegisters:
  case emulator::Check::WgmmaFence:
  case emulator::Check::Outstanding:
  case emulator::Check::MbarrierMisuse: return DiagId::DeviceFailure;
  }
  TC_UNREACHABLE("every check has a case");
}

class EmulatorExecutor : public Executor {
public:
  explicit EmulatorExecutor(const EmulatorSettings &settings) : settings_(settings) {}

  Success run(ir::Context &context, LaunchCase &launch, TimeReport &times) override {
    if (launch.options.sabotage.mode == codegen::SabotageRequest::Mode::List) return listSites(context, launch, times);
    TC_TRY(std::shared_ptr<const emulator::Program> program, findProgram(context, launch, times));
    TC_TRY_VOID(launch.checkScalars(program->info.params, context.diags()));
    auto scope = times.scope("emulate");
    // What is allowed in the memory, by argument.
    std::map<std::string, std::string> uses;
    emulator::Memory memory;
    TC_TRY(std::vector<std::byte> params, packParams(*program, launch, memory, context.diags()));
    for (const auto &[name, path] : launch.usesAllowed) {
      TC_TRY(uses[name], readFile(path, context.diags()));
      TC_TRY_VOID(restrict(memory, name, uses[name], context.diags()));
    }
    TC_TRY(auto grid, toGrid(launch, context.diags()));
    emulator::Options options;
    options.trace = settings_.trace;
    options.threads = settings_.threads;
    options.stepLimit = settings_.stepLimit ? settings_.stepLimit : kDefaultStepLimit;
    emulator::LaunchResult result = emulator::launch(*program, memory, grid, params, options);
    if (settings_.trace) fmt::print("{}", result.trace.toText(*program));
    if (result.faults.empty()) return {};
    return report(context, result.faults.front());
  }

private:
  Result<std::shared_ptr<const emulator::Program>> findProgram(ir::Context &context, const LaunchCase &launch,
                                                               TimeReport &times) {
    std::string key = launch.compileKey();
    if (auto found = programs_.find(key); found != programs_.end()) return found->second;
    TC_TRY(compiler::Compiled compiled, compile(context, launch, times));
    auto program = emulator::load(compiled.output);
    if (!program)
      return context.diags().error({}, DiagId::DeviceFailure, "the PTX of `{}`: {}", compiled.info.name,
                                   program.status().text());
    // A batch breaks thousands of sites, each of them once.
    if (launch.options.sabotage.mode == codegen::SabotageRequest::Mode::None)
      programs_.emplace(std::move(key), *program);
    return *std::move(program);
  }

  static Result<compiler::Compiled> compile(ir::Context &context, const LaunchCase &launch, TimeReport &times) {
    TC_TRY(const SourceFile *file, loadSource(context, launch.file));
    TC_TRY(compiler::Compiled compiled, compiler::compile(context, *file, launch.options, compiler::Form::Ptx, times));
    if (!launch.ptxFile.empty()) TC_TRY_VOID(writeFile(launch.ptxFile, compiled.output, context.diags()));
    return compiled;
  }

  /// One site a line, then an empty line: the next launch of a batch follows.
  static Success listSites(ir::Context &context, const LaunchCase &launch, TimeReport &times) {
    TC_TRY(compiler::Compiled compiled, compile(context, launch, times));
    fmt::print("{}\n", compiled.sites);
    return {};
  }

  static Result<std::vector<std::byte>> packParams(const emulator::Program &program, LaunchCase &launch,
                                                   emulator::Memory &memory, Diagnostics &diags) {
    const emulator::Function &entry = *program.entry;
    std::vector<std::byte> params(entry.entryParamBytes);
    if (program.info.scratchBytes || entry.params.size() != program.info.params.size())
      return diags.error({}, DiagId::DeviceFailure, "the emulator does not run kernels with scratch memory yet");
    for (size_t i = 0; i < entry.params.size(); ++i) {
      const KernelParam &param = program.info.params[i];
      std::span<std::byte> into = std::span(params).subspan(entry.params[i].offset, entry.params[i].bytes);
      Argument &argument = *launch.find(param.name);
      if (auto *array = std::get_if<Array>(&argument.value)) {
        // A boolean is a byte in memory.
        uint32_t bytes = std::max(1u, ir::bitWidth(array->type->kind) / 8);
        uint64_t address = memory.add(param.name, array->data, bytes);
        std::memcpy(into.data(), &address, sizeof(address));
      } else if (!packScalar(param.type, std::get<Scalar>(argument.value), into)) {
        return diags.error({}, DiagId::BadArgument, "`{}`: the emulator has no value for a parameter of type {}",
                           param.name, param.type);
      }
    }
    return params;
  }

  static Success restrict(emulator::Memory &memory, const std::string &name, std::string_view uses,
                          Diagnostics &diags) {
    emulator::Allocation *allocation = memory.find(name);
    if (!allocation || allocation->size() != uses.size())
      return diags.error({}, DiagId::BadArgument, "`{}` is no array with {} bytes, of which the uses are known", name,
                         uses.size());
    allocation->restrict({reinterpret_cast<const uint8_t *>(uses.data()), uses.size()});
    return {};
  }

  static Result<std::array<uint32_t, 3>> toGrid(const LaunchCase &launch, Diagnostics &diags) {
    constexpr std::array<int64_t, 3> kMost = {std::numeric_limits<int32_t>::max(), 65535, 65535};
    std::array<uint32_t, 3> grid = {};
    for (size_t i = 0; i < grid.size(); ++i) {
      if (launch.grid[i] > kMost[i])
        return diags.error({}, DiagId::BadArgument, "a grid has at most {} programs along {}, found {}", kMost[i],
                           "xyz"[i], launch.grid[i]);
      grid[i] = static_cast<uint32_t>(launch.grid[i]);
    }
    return grid;
  }

  /// At the line of the source, if that is known.
  static Failed report(ir::Context &context, const emulator::Fault &fault) {
    emulator::Fault rest = fault;
    SourceRange range;
    for (uint32_t id = static_cast<uint32_t>(context.sources().size()); id-- > 0 && fault.sourceLine;) {
      const SourceFile &file = context.sources().file(id);
      bool isSame = file.path() == fault.file || file.path().ends_with("/" + fault.file);
      if (!isSame || fault.sourceLine > file.lineCount()) continue;
      std::string_view line = file.line(fault.sourceLine);
      auto indent = static_cast<uint32_t>(std::min(line.find_first_not_of(" \t"), line.size()));
      uint32_t start = file.lineStart(fault.sourceLine);
      range = file.range(start + indent, start + static_cast<uint32_t>(line.size()));
      rest.sourceLine = 0;
      break;
    }
    DiagnosticBuilder diag = context.diags().error(range, idOf(fault.check), "{}", rest.toString());
    if (fault.check != emulator::Check::StepLimit) return diag;
    return diag.note({}, "`--step-limit` lets a kernel run longer");
  }

  EmulatorSettings settings_;
  std::unordered_map<std::string, std::shared_ptr<const emulator::Program>> programs_;
};

}  // namespace

std::unique_ptr<Executor> makeEmulatorExecutor(const EmulatorSettings &settings) {
  return std::make_unique<EmulatorExecutor>(settings);
}

}  // namespace tritonc::tools
