// What the objects of one device share.
#pragma once

#include <memory>
#include <string>

#include "runtime/cuda_driver.h"
#include "tritonc/device.h"

namespace tritonc::detail {

/// A device with its retained primary context, the one that cudart and torch use. Released with its last user.
struct DeviceState {
  DeviceState(const cuda::Driver &driver, int ordinal) : driver(driver), ordinal(ordinal) {}
  ~DeviceState();
  DeviceState(const DeviceState &) = delete;
  DeviceState &operator=(const DeviceState &) = delete;

  const cuda::Driver &driver;
  int ordinal;
  cuda::DeviceId id = 0;
  cuda::Context context = nullptr;
  std::string name;
  ComputeCapability capability;
  int multiprocessors = 0;
  int maxSharedBytes = 0;

  /// Runs one driver call with the context current: `state.call("cannot do it", state.driver.f, arguments...)`.
  template <class... Params, class... Args>
  Status call(const char *what, cuda::Result (*function)(Params...), Args... args) const {
    cuda::ScopedContext current(driver, context);
    if (current.result() != cuda::Result::Success) return driver.failure(current.result(), what);
    return driver.status(function(args...), what);
  }
};

/// The status of using an object that was moved from.
Status movedFrom(const char *object);

/// Device::open with any driver, which must outlive the device.
StatusOr<std::shared_ptr<const DeviceState>> openDevice(const cuda::Driver &driver, int ordinal);

/// Device::count with any driver.
StatusOr<int> countDevices(const cuda::Driver &driver);

/// Gives the runtime's sources access to the handles of public objects.
struct Access {
  static Device makeDevice(std::shared_ptr<const DeviceState> state) { return Device(std::move(state)); }
  template <class T> static const std::shared_ptr<const DeviceState> &device(const T &object) { return object.device_; }
};

}  // namespace tritonc::detail
