#include "tests/gpu/form_device.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tritonc::forms {
namespace {

constexpr int kHopper = 9;

using Encode = cuda::Result (*)(void *map, int type, unsigned rank, void *address, const uint64_t *extents,
                                const uint64_t *strides, const uint32_t *box, const uint32_t *steps, int interleave,
                                int swizzle, int promotion, int fill);

bool isSame(const emulator::TensorMap &a, const emulator::TensorMap &b) {
  return a.address == b.address && a.rank == b.rank && a.element == b.element && a.extents == b.extents &&
         a.strides == b.strides && a.box == b.box && a.steps == b.steps && a.swizzle == b.swizzle &&
         a.fillsNan == b.fillsNan;
}

}  // namespace

GpuModule::GpuModule(Gpu &gpu, const std::string &ptx) : gpu_(gpu) {
  std::vector<char> log(8192);
  cuda::JitOption options[] = {cuda::JitOption::ErrorLogBuffer, cuda::JitOption::ErrorLogBufferSize};
  void *values[] = {log.data(), reinterpret_cast<void *>(log.size())};
  Status status =
      gpu.driver_.status(gpu.driver_.moduleLoad(&module_, ptx.c_str(), 2, options, values), "cannot load the PTX");
  if (!status.ok()) failure_ = status.text() + ": " + log.data();
}

GpuModule::~GpuModule() {
  if (module_) gpu_.driver_.moduleUnload(module_);
}

Gpu::Gpu(const cuda::Driver &driver, cuda::DeviceId device, cuda::Context context)
    : driver_(driver), device_(device), current_(std::make_unique<cuda::ScopedContext>(driver, context)) {
  std::array<char, 256> text = {};
  driver.deviceName(text.data(), static_cast<int>(text.size()), device);
  name_ = text.data();
  if (void *library = dlopen("libcuda.so.1", RTLD_NOW)) encode_ = dlsym(library, "cuTensorMapEncodeTiled");
}

Gpu::~Gpu() {
  current_.reset();
  driver_.primaryRelease(device_);
}

std::unique_ptr<Gpu> Gpu::open() {
  StatusOr<const cuda::Driver *> driver = cuda::systemDriver();
  if (!driver.ok()) return nullptr;
  cuda::DeviceId device = 0;
  cuda::Context context = nullptr;
  int count = 0, major = 0;
  bool isOpen = (*driver)->deviceCount(&count) == cuda::Result::Success && count > 0 &&
                (*driver)->deviceGet(&device, 0) == cuda::Result::Success &&
                (*driver)->deviceAttribute(&major, cuda::DeviceAttribute::ComputeCapabilityMajor, device) ==
                    cuda::Result::Success &&
                major == kHopper && (*driver)->primaryRetain(&context, device) == cuda::Result::Success;
  if (!isOpen) return nullptr;
  return std::unique_ptr<Gpu>(new Gpu(**driver, device, context));
}

std::array<std::byte, emulator::kTensorMapBytes> Gpu::encodeMap(const emulator::TensorMap &map, std::string &note) {
  struct alignas(64) {
    std::array<std::byte, emulator::kTensorMapBytes> bytes;
  } made = {};
  unsigned span = map.swizzle;
  int swizzle = span == 128 ? 3 : span == 64 ? 2 : span == 32 ? 1 : 0;
  std::array<uint64_t, emulator::kMaxRank> strides = {};
  std::copy(map.strides.begin() + 1, map.strides.end(), strides.begin());
  if (!encode_) {
    note = "the driver has no cuTensorMapEncodeTiled";
    return made.bytes;
  }
  auto encode = reinterpret_cast<Encode>(encode_);
  Status status = driver_.status(encode(&made, static_cast<int>(map.element), map.rank,
                                        reinterpret_cast<void *>(map.address), map.extents.data(), strides.data(),
                                        map.box.data(), map.steps.data(), 0, swizzle, 0, map.fillsNan),
                                 "cannot make the tensor map");
  if (!status.ok()) note = status.text();
  emulator::TensorMap back;
  std::string wrong = emulator::decodeTensorMap(made.bytes, back);
  if (status.ok() && !wrong.empty()) note = "the driver's map does not decode: " + wrong;
  if (status.ok() && wrong.empty() && !isSame(map, back)) note = "the driver's map decodes to something else";
  return made.bytes;
}

std::string Gpu::run(const GpuModule &module, const std::string &symbol, unsigned blocks, unsigned threads,
                     std::vector<std::span<std::byte>> buffers, const std::function<void(uint64_t)> &fill) {
  if (!module.failure_.empty()) return module.failure_;
  cuda::Function function = nullptr;
  std::vector<cuda::Address> addresses(buffers.size());
  Status status = driver_.status(driver_.moduleFunction(&function, module.module_, symbol.c_str()), "no such kernel");
  auto step = [&](cuda::Result result, const char *what) {
    if (status.ok()) status = driver_.status(result, what);
  };
  for (size_t i = 0; i < buffers.size(); ++i)
    step(driver_.memoryAllocate(&addresses[i], std::max<size_t>(buffers[i].size(), 16)), "cannot allocate");
  if (status.ok()) fill(addresses.back());
  for (size_t i = 0; i < buffers.size(); ++i)
    if (!buffers[i].empty() && status.ok())
      step(driver_.copyToDevice(addresses[i], buffers[i].data(), buffers[i].size(), nullptr), "cannot copy");
  std::vector<void *> arguments;
  for (cuda::Address &address : addresses) arguments.push_back(&address);
  if (status.ok())
    step(driver_.launch(function, blocks, 1, 1, threads, 1, 1, 0, nullptr, arguments.data(), nullptr), "cannot launch");
  for (size_t i = 0; i < buffers.size(); ++i)
    if (!buffers[i].empty() && status.ok())
      step(driver_.copyToHost(buffers[i].data(), addresses[i], buffers[i].size(), nullptr), "cannot copy back");
  step(driver_.contextSynchronize(), "the kernel failed");
  for (cuda::Address address : addresses)
    if (address) driver_.memoryFree(address);
  return status.ok() ? "" : status.text();
}

}  // namespace tritonc::forms
