// Runs launches on the interpreter of the tile IR.

#include <bit>
#include <map>
#include <unordered_map>

#include "ir/float_format.h"
#include "ir/interpret.h"
#include "tools/asm_runner.h"
#include "tools/compile_options.h"
#include "tools/executor.h"
#include "tools/file_io.h"

namespace tritonc::tools {
namespace {

/// The bits of a number as a parameter of the type.
uint64_t scalarBits(ir::Type type, const Scalar &value) {
  if (type.isScalar() && ir::isFloat(type.scalar()))
    return ir::encodeFloat(type.scalar(), std::visit([](auto v) { return static_cast<double>(v); }, value));
  return std::visit([](auto v) { return std::bit_cast<uint64_t>(v); }, value);
}

class InterpreterExecutor : public Executor {
public:
  explicit InterpreterExecutor(InterpretedStage stage)
      : form_(stage == InterpretedStage::Lowered ? compiler::Form::Tile : compiler::Form::TileFinal) {}

  Success run(ir::Context &context, LaunchCase &launch, TimeReport &times) override {
    TC_TRY(const compiler::Compiled *compiled, findKernel(context, launch, times));
    TC_TRY_VOID(launch.checkScalars(compiled->info.params, context.diags()));
    auto scope = times.scope("interpret");
    const ir::Function &kernel = *compiled->module->functions().front();
    ir::AddressSpace memory;
    std::vector<uint64_t> args;
    AsmRunner assembler;
    std::map<std::string, std::vector<uint8_t>> uses;
    for (const KernelParam &param : compiled->info.params) {
      Argument &argument = *launch.find(param.name);
      ir::Type type = kernel.body()->arg(static_cast<unsigned>(args.size()))->type();
      if (auto *array = std::get_if<Array>(&argument.value)) {
        args.push_back(memory.add(param.name, array->data, usesOf(launch, param.name, *array, uses)));
        assembler.addBuffer(param.name, args.back(), array->data);
      } else {
        args.push_back(scalarBits(type, std::get<Scalar>(argument.value)));
      }
    }
    TC_TRY(ir::Grid grid, toGrid(launch, context.diags()));
    ir::InterpretOptions options;
    options.runAsm = [&](ir::AsmRun &asmRun) { return assembler.run(asmRun); };
    TC_TRY_VOID(ir::interpret(*compiled->module, kernel, grid, args, memory, options));
    for (const auto &[name, bytes] : uses)
      TC_TRY_VOID(writeFile(launch.usesMade.at(name), {reinterpret_cast<const char *>(bytes.data()), bytes.size()},
                            context.diags()));
    return {};
  }

private:
  /// Where the uses of an array are recorded, if they are asked for.
  static std::span<uint8_t> usesOf(const LaunchCase &launch, const std::string &name, const Array &array,
                                   std::map<std::string, std::vector<uint8_t>> &uses) {
    if (!launch.usesMade.contains(name)) return {};
    return uses[name] = std::vector<uint8_t>(array.data.size());
  }

  Result<const compiler::Compiled *> findKernel(ir::Context &context, const LaunchCase &launch, TimeReport &times) {
    std::string key = launch.compileKey();
    if (auto found = kernels_.find(key); found != kernels_.end()) return &found->second;
    TC_TRY(const SourceFile *file, loadSource(context, launch.file));
    TC_TRY(compiler::Compiled compiled, compiler::compile(context, *file, launch.options, form_, times));
    return &kernels_.emplace(std::move(key), std::move(compiled)).first->second;
  }

  static Result<ir::Grid> toGrid(const LaunchCase &launch, Diagnostics &diags) {
    ir::Grid grid;
    for (size_t i = 0; i < grid.size(); ++i) {
      if (launch.grid[i] > ir::kMaxGrid[i])
        return diags.error({}, DiagId::BadArgument, "a grid has at most {} programs along {}, found {}",
                           ir::kMaxGrid[i], "xyz"[i], launch.grid[i]);
      grid[i] = static_cast<uint32_t>(launch.grid[i]);
    }
    return grid;
  }

  compiler::Form form_;
  // The modules live in the context that every launch shares.
  std::unordered_map<std::string, compiler::Compiled> kernels_;
};

}  // namespace

std::unique_ptr<Executor> makeInterpreterExecutor(InterpretedStage stage) {
  return std::make_unique<InterpreterExecutor>(stage);
}

}  // namespace tritonc::tools
