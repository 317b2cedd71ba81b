// Runs launches on a GPU through the runtime library.

#include <unordered_map>

#include "tools/compile_options.h"
#include "tools/executor.h"
#include "tritonc/tritonc.h"

namespace tritonc::tools {
namespace {

/// Code for a smaller minor version of the same major one runs too, but for the feature set of sm_90a.
std::optional<codegen::Target> targetFor(ComputeCapability capability) {
  std::optional<codegen::Target> best;
  for (int supported : codegen::supportedCapabilities())
    if (supported / 10 == capability.major && supported % 10 <= capability.minor) best = codegen::Target{supported};
  return best;
}

class CudaExecutor : public Executor {
public:
  explicit CudaExecutor(const Device &device) : device_(device) {}

  Success run(ir::Context &context, LaunchCase &launch, TimeReport &times) override {
    TC_TRY(const Kernel *kernel, findKernel(context, launch, times));
    TC_TRY_VOID(launch.checkScalars(kernel->info().params, context.diags()));
    if (Status status = execute(*kernel, launch); !status)
      return context.diags().error({}, DiagId::DeviceFailure, "{}", status.text());
    return {};
  }

private:
  Result<const Kernel *> findKernel(ir::Context &context, const LaunchCase &launch, TimeReport &times) {
    std::string key = launch.compileKey();
    if (auto found = kernels_.find(key); found != kernels_.end()) return &found->second;
    TC_TRY(const SourceFile *file, loadSource(context, launch.file));
    compiler::Options options = launch.options;
    auto target = targetFor(device_.computeCapability());
    if (!target)
      return context.diags().error({}, DiagId::DeviceFailure, "{} is not a GPU that tritonc compiles for ({})",
                                   device_.name(), codegen::supportedTargetsText());
    options.target = *target;
    TC_TRY(compiler::Compiled compiled, compiler::compile(context, *file, options, compiler::Form::Cubin, times));
    auto module = Module::load(device_, std::as_bytes(std::span(compiled.output)));
    if (!module) return context.diags().error({}, DiagId::DeviceFailure, "{}", module.status().text());
    return &kernels_.emplace(std::move(key), module->kernel()).first->second;
  }

  Status execute(const Kernel &kernel, LaunchCase &launch) {
    Stream stream = device_.defaultStream();
    std::vector<DeviceBuffer> buffers;
    std::vector<Arg> args;
    for (const KernelParam &param : kernel.info().params) {
      Argument &argument = *launch.find(param.name);
      if (auto *array = std::get_if<Array>(&argument.value)) {
        auto buffer = device_.allocate(array->data.size());
        if (!buffer) return buffer.status();
        if (Status status = buffer->upload(stream, array->data); !status) return status;
        args.push_back(Arg(*buffer));
        buffers.push_back(std::move(*buffer));
      } else {
        args.push_back(std::visit([](auto value) { return Arg(value); }, std::get<Scalar>(argument.value)));
      }
    }
    Grid grid(launch.grid[0], launch.grid[1], launch.grid[2]);
    if (Status status = kernel.launchRaw(stream, grid, args); !status) return status;
    return download(kernel, launch, stream, buffers);
  }

  Status download(const Kernel &kernel, LaunchCase &launch, const Stream &stream,
                  const std::vector<DeviceBuffer> &buffers) {
    auto buffer = buffers.begin();
    for (const KernelParam &param : kernel.info().params)
      if (auto *array = std::get_if<Array>(&launch.find(param.name)->value))
        if (Status status = (buffer++)->download(stream, array->data); !status) return status;
    return stream.synchronize();
  }

  Device device_;
  std::unordered_map<std::string, Kernel> kernels_;
};

}  // namespace

std::unique_ptr<Executor> makeCudaExecutor(std::string &why) {
  auto device = Device::open(0);
  if (device) return std::make_unique<CudaExecutor>(*device);
  why = device.status().text();
  return nullptr;
}

}  // namespace tritonc::tools
