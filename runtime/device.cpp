// Opens devices: initialise the driver, retain the primary context, read the few properties that loading needs.
#include "tritonc/device.h"

#include <array>
#include <string>

#include "runtime/device_state.h"

namespace tritonc {
namespace detail {

DeviceState::~DeviceState() {
  // At process exit the driver may be gone already; there is nobody left to tell.
  if (context) driver.primaryRelease(id);
}

Status movedFrom(const char *object) { return {StatusCode::InvalidArgument, std::string(object) + " was moved from"}; }

namespace {

Status readProperties(DeviceState &state) {
  std::array<char, 256> name{};
  cuda::Result result = state.driver.deviceName(name.data(), static_cast<int>(name.size()) - 1, state.id);
  auto read = [&](cuda::DeviceAttribute attribute, int &value) {
    if (result == cuda::Result::Success) result = state.driver.deviceAttribute(&value, attribute, state.id);
  };
  read(cuda::DeviceAttribute::ComputeCapabilityMajor, state.capability.major);
  read(cuda::DeviceAttribute::ComputeCapabilityMinor, state.capability.minor);
  read(cuda::DeviceAttribute::MultiprocessorCount, state.multiprocessors);
  read(cuda::DeviceAttribute::MaxSharedBytesOptIn, state.maxSharedBytes);
  state.name = name.data();
  return state.driver.status(result, "cannot read the properties of the device");
}

}  // namespace

StatusOr<int> countDevices(const cuda::Driver &driver) {
  int count = 0;
  Status status = driver.status(driver.deviceCount(&count), "cannot count the devices");
  if (!status.ok()) return status;
  return count;
}

StatusOr<std::shared_ptr<const DeviceState>> openDevice(const cuda::Driver &driver, int ordinal) {
  StatusOr<int> count = countDevices(driver);
  if (!count.ok()) return count.status();
  if (*count == 0) return Status(StatusCode::Unavailable, "no CUDA device is visible");
  if (ordinal < 0 || ordinal >= *count)
    return Status(StatusCode::NotFound, "there is no device " + std::to_string(ordinal) +
                                            "; devices are numbered 0 to " + std::to_string(*count - 1));
  auto state = std::make_shared<DeviceState>(driver, ordinal);
  Status status = driver.status(driver.deviceGet(&state->id, ordinal), "cannot open the device");
  if (status.ok()) status = readProperties(*state);
  if (status.ok())
    status = driver.status(driver.primaryRetain(&state->context, state->id), "cannot retain the primary context");
  if (!status.ok()) return status;
  return std::shared_ptr<const DeviceState>(std::move(state));
}

}  // namespace detail

StatusOr<int> Device::count() {
  StatusOr<const cuda::Driver *> driver = cuda::systemDriver();
  if (!driver.ok()) return driver.status();
  return detail::countDevices(**driver);
}

StatusOr<Device> Device::open(int ordinal) {
  StatusOr<const cuda::Driver *> driver = cuda::systemDriver();
  if (!driver.ok()) return driver.status();
  StatusOr<std::shared_ptr<const detail::DeviceState>> state = detail::openDevice(**driver, ordinal);
  if (!state.ok()) return state.status();
  return Device(*std::move(state));
}

int Device::ordinal() const { return device_->ordinal; }
const std::string &Device::name() const { return device_->name; }
ComputeCapability Device::computeCapability() const { return device_->capability; }
int Device::multiprocessorCount() const { return device_->multiprocessors; }

StatusOr<MemoryInfo> Device::memoryInfo() const {
  MemoryInfo info;
  Status status = device_->call("cannot read how much memory is free", device_->driver.memoryInfo, &info.freeBytes,
                                &info.totalBytes);
  if (!status.ok()) return status;
  return info;
}

StatusOr<DeviceBuffer> Device::allocate(size_t bytes) const {
  uint64_t address = 0;
  // The driver refuses to allocate nothing, but an empty array is a reasonable thing to have.
  if (bytes != 0) {
    std::string what = "cannot allocate " + std::to_string(bytes) + " bytes";
    Status status = device_->call(what.c_str(), device_->driver.memoryAllocate, &address, bytes);
    if (!status.ok()) return status;
  }
  return DeviceBuffer(device_, address, bytes);
}

StatusOr<Stream> Device::createStream() const {
  cuda::Stream stream = nullptr;
  Status status =
      device_->call("cannot create a stream", device_->driver.streamCreate, &stream, cuda::kStreamNonBlocking);
  if (!status.ok()) return status;
  return Stream(device_, stream, Stream::Ownership::Owned);
}

Stream Device::defaultStream() const { return wrapStream(nullptr); }

Stream Device::wrapStream(void *handle) const { return Stream(device_, handle, Stream::Ownership::Borrowed); }

StatusOr<Event> Device::createEvent() const {
  cuda::Event event = nullptr;
  Status status = device_->call("cannot create an event", device_->driver.eventCreate, &event, 0u);
  if (!status.ok()) return status;
  return Event(device_, event);
}

Status Device::synchronize() const {
  return device_->call("work on the device failed", device_->driver.contextSynchronize);
}

}  // namespace tritonc
