// Device buffers and copies.
#include <string>

#include "runtime/device_state.h"
#include "tritonc/device.h"

namespace tritonc {
namespace {

cuda::Stream streamOf(const Stream &stream) { return static_cast<cuda::Stream>(stream.handle()); }

}  // namespace

DeviceBuffer::~DeviceBuffer() {
  // cuMemFree waits for work that may still use the memory, so a buffer may die before its stream is done.
  if (address_ != 0) (void)device_->call("cannot free device memory", device_->driver.memoryFree, address_);
}

Status DeviceBuffer::checkRange(const Stream &stream, size_t bytes, size_t offset) const {
  if (!device_) return detail::movedFrom("the buffer");
  const auto &streamDevice = detail::Access::device(stream);
  if (!streamDevice) return detail::movedFrom("the stream");
  if (streamDevice->context != device_->context)
    return {StatusCode::InvalidArgument, "the stream and the buffer belong to different devices"};
  if (offset <= size_ && bytes <= size_ - offset) return {};
  return {StatusCode::InvalidArgument, "a copy of " + std::to_string(bytes) + " bytes at offset " +
                                           std::to_string(offset) + " does not fit a buffer of " +
                                           std::to_string(size_) + " bytes"};
}

Status DeviceBuffer::uploadBytes(const Stream &stream, std::span<const std::byte> from, size_t offset) const {
  Status status = checkRange(stream, from.size(), offset);
  if (!status.ok() || from.empty()) return status;
  const void *source = from.data();
  return device_->call("cannot copy to the device", device_->driver.copyToDevice, address_ + offset, source,
                       from.size(), streamOf(stream));
}

Status DeviceBuffer::downloadBytes(const Stream &stream, std::span<std::byte> to, size_t offset) const {
  Status status = checkRange(stream, to.size(), offset);
  if (!status.ok() || to.empty()) return status;
  return device_->call("cannot copy to the host", device_->driver.copyToHost, to.data(), address_ + offset, to.size(),
                       streamOf(stream));
}

Status DeviceBuffer::copyFrom(const Stream &stream, const DeviceBuffer &from) const {
  Status status = checkRange(stream, from.size_, 0);
  if (status.ok()) status = from.checkRange(stream, from.size_, 0);
  if (!status.ok() || from.size_ == 0) return status;
  return device_->call("cannot copy on the device", device_->driver.copyOnDevice, address_, from.address_, from.size_,
                       streamOf(stream));
}

Status DeviceBuffer::fill(const Stream &stream, std::byte value) const {
  Status status = checkRange(stream, size_, 0);
  if (!status.ok() || size_ == 0) return status;
  return device_->call("cannot fill device memory", device_->driver.fillBytes, address_,
                       std::to_integer<unsigned char>(value), size_, streamOf(stream));
}

}  // namespace tritonc
