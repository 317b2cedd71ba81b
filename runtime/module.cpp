// Loading and launching.
#include "tritonc/module.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "runtime/arch.h"
#include "runtime/device_state.h"
#include "runtime/elf_section.h"
#include "runtime/launch_plan.h"

namespace tritonc {
namespace detail {

/// A loaded kernel. Unloaded with its last user.
struct KernelState {
  KernelState(std::shared_ptr<const DeviceState> device, KernelInfo info, LaunchPlan plan)
      : device(std::move(device)), info(std::move(info)), plan(std::move(plan)) {}
  ~KernelState() {
    if (module) (void)device->call("cannot unload a module", device->driver.moduleUnload, module);
  }
  KernelState(const KernelState &) = delete;
  KernelState &operator=(const KernelState &) = delete;

  std::shared_ptr<const DeviceState> device;
  KernelInfo info;
  LaunchPlan plan;
  cuda::Module module = nullptr;
  cuda::Function function = nullptr;
};

namespace {

/// More dynamic shared memory, or more blocks in a cluster, than this must be asked for.
constexpr uint32_t kFreeSharedBytes = 48 * 1024;
constexpr uint64_t kPortableClusterBlocks = 8;

Status checkDevice(const KernelInfo &info, CodeForm form, const DeviceState &device) {
  Status status = checkArch(info.arch, form, device.capability);
  if (!status.ok()) return {status.code(), status.text() + " (" + device.name + ")"};
  if (info.sharedBytes <= static_cast<uint64_t>(device.maxSharedBytes)) return {};
  return {StatusCode::Unsupported, "kernel `" + info.name + "` needs " + std::to_string(info.sharedBytes) +
                                       " bytes of shared memory; the device has " +
                                       std::to_string(device.maxSharedBytes)};
}

/// `image` is followed by a zero byte, as PTX has to be. The driver's assembler explains itself in its log.
Status loadImage(KernelState &kernel, const std::string &image) {
  const cuda::Driver &driver = kernel.device->driver;
  std::array<char, 4096> log{};
  std::array options = {cuda::JitOption::ErrorLogBuffer, cuda::JitOption::ErrorLogBufferSize};
  std::array<void *, 2> values = {log.data(), reinterpret_cast<void *>(log.size() - 1)};
  const void *bytes = image.data();
  Status status = kernel.device->call("the driver cannot load the kernel", driver.moduleLoad, &kernel.module, bytes,
                                      static_cast<unsigned>(options.size()), options.data(), values.data());
  if (status.ok() || log[0] == 0) return status;
  return {status.code(), status.text() + "\n" + log.data()};
}

Status configureFunction(const KernelState &kernel) {
  const cuda::Driver &driver = kernel.device->driver;
  auto set = [&](cuda::FunctionAttribute attribute, int value, const char *what) {
    return kernel.device->call(what, driver.functionSetAttribute, kernel.function, attribute, value);
  };
  if (kernel.info.sharedBytes > kFreeSharedBytes) {
    Status status = set(cuda::FunctionAttribute::MaxDynamicSharedBytes, static_cast<int>(kernel.info.sharedBytes),
                        "cannot reserve the shared memory of the kernel");
    if (!status.ok()) return status;
  }
  const auto &cluster = kernel.info.cluster;
  if (uint64_t{cluster[0]} * cluster[1] * cluster[2] <= kPortableClusterBlocks) return {};
  return set(cuda::FunctionAttribute::NonPortableClusterSizeAllowed, 1, "cannot allow the cluster of the kernel");
}

StatusOr<std::shared_ptr<const KernelState>> loadKernel(std::shared_ptr<const DeviceState> device,
                                                        std::span<const std::byte> bytes) {
  StatusOr<KernelInfo> info = KernelInfo::fromArtifact(bytes);
  if (!info.ok()) return info.status();
  Status status = checkDevice(*info, isElf(bytes) ? CodeForm::Cubin : CodeForm::Ptx, *device);
  if (!status.ok()) return status;
  StatusOr<LaunchPlan> plan = planLaunch(*info);
  if (!plan.ok()) return plan.status();

  auto kernel = std::make_shared<KernelState>(std::move(device), *std::move(info), *std::move(plan));
  status = loadImage(*kernel, std::string(reinterpret_cast<const char *>(bytes.data()), bytes.size()));
  if (!status.ok()) return status;
  const std::string symbol = kernel->info.symbol();
  status =
      kernel->device->call("the code has no entry point of the kernel's name", kernel->device->driver.moduleFunction,
                           &kernel->function, kernel->module, symbol.c_str());
  if (status.ok()) status = configureFunction(*kernel);
  if (!status.ok()) return status;
  return std::shared_ptr<const KernelState>(std::move(kernel));
}

cuda::Result submit(const KernelState &kernel, cuda::Stream stream, const BlockGrid &blocks, PackedArgs &packed) {
  const LaunchPlan &plan = kernel.plan;
  const cuda::Driver &driver = kernel.device->driver;
  void **arguments = packed.pointers.data();
  if (!plan.hasCluster)
    return driver.launch(kernel.function, blocks[0], blocks[1], blocks[2], plan.threads, 1, 1, plan.sharedBytes, stream,
                         arguments, nullptr);
  cuda::LaunchAttribute cluster{};
  cluster.id = cuda::LaunchAttribute::kClusterDimension;
  std::copy(plan.cluster.begin(), plan.cluster.end(), cluster.cluster);
  const cuda::LaunchConfig config = {
      {blocks[0], blocks[1], blocks[2]}, {plan.threads, 1, 1}, plan.sharedBytes, stream, &cluster, 1};
  return driver.launchEx(&config, kernel.function, arguments, nullptr);
}

}  // namespace
}  // namespace detail

const KernelInfo &Kernel::info() const { return state_->info; }

Status Kernel::launchRaw(const Stream &stream, Grid grid, std::span<const Arg> args) const {
  const detail::KernelState &kernel = *state_;
  const auto &streamDevice = detail::Access::device(stream);
  if (!streamDevice) return detail::movedFrom("the stream");
  if (streamDevice->context != kernel.device->context)
    return {StatusCode::InvalidArgument, "the stream and the kernel belong to different devices"};

  detail::PackedArgs packed;
  Status status = detail::packArgs(kernel.plan, kernel.info, args, packed);
  if (!status.ok()) return status;
  detail::BlockGrid blocks;
  status = detail::scaleGrid(kernel.plan, grid, blocks);
  if (!status.ok()) return status;
  if (blocks[0] == 0 || blocks[1] == 0 || blocks[2] == 0) return {};

  const cuda::Driver &driver = kernel.device->driver;
  cuda::ScopedContext current(driver, kernel.device->context);
  cuda::Result result = current.result();
  if (result == cuda::Result::Success)
    result = detail::submit(kernel, static_cast<cuda::Stream>(stream.handle()), blocks, packed);
  if (result == cuda::Result::Success) [[likely]]
    return {};
  return driver.failure(result, "cannot launch kernel `" + kernel.info.name + "`");
}

StatusOr<Module> Module::load(const Device &device, std::span<const std::byte> bytes) {
  auto state = detail::loadKernel(detail::Access::device(device), bytes);
  if (!state.ok()) return state.status();
  return Module(Kernel(*std::move(state)));
}

StatusOr<Module> Module::loadFile(const Device &device, const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Status(StatusCode::NotFound, "cannot open `" + path + "`");
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) return Status(StatusCode::NotFound, "cannot read `" + path + "`");
  StatusOr<Module> module = load(device, std::as_bytes(std::span(bytes)));
  if (module.ok()) return module;
  return Status(module.status().code(), "`" + path + "`: " + module.status().text());
}

}  // namespace tritonc
