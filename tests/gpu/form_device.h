// The GPU that ptx_forms compares with: modules from PTX, launches, tensor maps of the driver.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "runtime/cuda_driver.h"
#include "runtime/emulator/tensor_map.h"

namespace tritonc::forms {

class Gpu;

/// PTX that the driver has assembled.
class GpuModule {
public:
  GpuModule(Gpu &gpu, const std::string &ptx);
  ~GpuModule();
  GpuModule(const GpuModule &) = delete;
  GpuModule &operator=(const GpuModule &) = delete;

private:
  friend class Gpu;
  Gpu &gpu_;
  cuda::Module module_ = nullptr;
  std::string failure_;
};

class Gpu {
public:
  /// The first GPU if it is one of Hopper; null if there is none.
  static std::unique_ptr<Gpu> open();
  ~Gpu();
  Gpu(const Gpu &) = delete;
  Gpu &operator=(const Gpu &) = delete;

  const std::string &name() const { return name_; }
  /// The driver's map; a note if it reads differently from what was asked for.
  std::array<std::byte, emulator::kTensorMapBytes> encodeMap(const emulator::TensorMap &map, std::string &note);
  /// Runs a kernel on copies of the buffers, which `fill` fills once it knows the address of the last one, and brings
  /// them back. A text if that failed.
  std::string run(const GpuModule &module, const std::string &symbol, unsigned blocks, unsigned threads,
                  std::vector<std::span<std::byte>> buffers, const std::function<void(uint64_t)> &fill);

private:
  friend class GpuModule;
  Gpu(const cuda::Driver &driver, cuda::DeviceId device, cuda::Context context);

  const cuda::Driver &driver_;
  cuda::DeviceId device_;
  std::unique_ptr<cuda::ScopedContext> current_;
  std::string name_;
  void *encode_ = nullptr;
};

}  // namespace tritonc::forms
