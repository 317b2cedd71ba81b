// Devices, their memory, streams and events.
//
// An object keeps what it needs of its device alive. No call changes which CUDA context is current in the caller's
// thread. The context is the primary one, so pointers and streams are shared with cudart and with torch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "tritonc/status.h"

namespace tritonc {

namespace detail {
struct DeviceState;
struct Access;
}  // namespace detail

class DeviceBuffer;
class Event;
class Stream;

struct ComputeCapability {
  int major = 0;
  int minor = 0;

  friend bool operator==(const ComputeCapability &, const ComputeCapability &) = default;
};

struct MemoryInfo {
  size_t freeBytes = 0;
  size_t totalBytes = 0;
};

/// One GPU. Copies are cheap and mean the same device.
class Device {
public:
  // A move is a copy, so that no device is ever empty.
  Device(const Device &) = default;
  Device &operator=(const Device &) = default;

  /// How many devices there are; `Unavailable` without a driver.
  static StatusOr<int> count();
  static StatusOr<Device> open(int ordinal);

  int ordinal() const;
  const std::string &name() const;
  ComputeCapability computeCapability() const;
  int multiprocessorCount() const;

  StatusOr<MemoryInfo> memoryInfo() const;
  StatusOr<DeviceBuffer> allocate(size_t bytes) const;
  /// A stream of its own, not ordered with the default stream.
  StatusOr<Stream> createStream() const;
  /// The default stream of the context, which the device keeps.
  Stream defaultStream() const;
  /// A stream that the caller made elsewhere (CUstream, cudaStream_t) for this device and keeps.
  Stream wrapStream(void *handle) const;
  StatusOr<Event> createEvent() const;
  /// Waits for all work in the context.
  Status synchronize() const;

private:
  friend struct detail::Access;
  explicit Device(std::shared_ptr<const detail::DeviceState> state) : device_(std::move(state)) {}

  std::shared_ptr<const detail::DeviceState> device_;
};

/// A queue of work on one device.
class Stream {
public:
  Stream(Stream &&other) noexcept { swap(other); }
  Stream &operator=(Stream &&other) noexcept {
    swap(other);
    return *this;
  }
  ~Stream();

  /// Waits until all work submitted so far is done.
  Status synchronize() const;
  /// Lets later work of this stream wait for the event.
  Status wait(const Event &event) const;
  /// The CUstream.
  void *handle() const { return handle_; }

private:
  friend class Device;
  friend struct detail::Access;
  enum class Ownership : bool { Borrowed, Owned };
  Stream(std::shared_ptr<const detail::DeviceState> device, void *handle, Ownership ownership)
      : device_(std::move(device)), handle_(handle), ownership_(ownership) {}
  void swap(Stream &other) noexcept {
    std::swap(device_, other.device_);
    std::swap(handle_, other.handle_);
    std::swap(ownership_, other.ownership_);
  }

  std::shared_ptr<const detail::DeviceState> device_;
  void *handle_ = nullptr;
  Ownership ownership_ = Ownership::Borrowed;
};

/// A point in a stream's work.
class Event {
public:
  Event(Event &&other) noexcept { swap(other); }
  Event &operator=(Event &&other) noexcept {
    swap(other);
    return *this;
  }
  ~Event();

  Status record(const Stream &stream) const;
  Status synchronize() const;
  /// Milliseconds between two recorded events that have happened.
  static StatusOr<float> elapsedMs(const Event &start, const Event &end);
  /// The CUevent.
  void *handle() const { return handle_; }

private:
  friend class Device;
  Event(std::shared_ptr<const detail::DeviceState> device, void *handle)
      : device_(std::move(device)), handle_(handle) {}
  void swap(Event &other) noexcept {
    std::swap(device_, other.device_);
    std::swap(handle_, other.handle_);
  }

  std::shared_ptr<const detail::DeviceState> device_;
  void *handle_ = nullptr;
};

/// A contiguous range whose elements are copied as bytes.
template <class R>
concept HostRange = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
                    std::is_trivially_copyable_v<std::ranges::range_value_t<R>>;

/// Device memory. Copies are asynchronous on their stream: host memory must stay until the stream was synchronised, and
/// is overlapped with other work only if it is page-locked.
class DeviceBuffer {
public:
  DeviceBuffer(DeviceBuffer &&other) noexcept { swap(other); }
  DeviceBuffer &operator=(DeviceBuffer &&other) noexcept {
    swap(other);
    return *this;
  }
  ~DeviceBuffer();

  /// The device address, null for an empty buffer. Not to be dereferenced by the host.
  void *data() const { return reinterpret_cast<void *>(address_); }
  uint64_t address() const { return address_; }
  size_t sizeBytes() const { return size_; }

  /// Copies all of `from` into the buffer, starting at byte `offset` of it.
  template <HostRange R> Status upload(const Stream &stream, const R &from, size_t offset = 0) const {
    return uploadBytes(stream, std::as_bytes(std::span(from)), offset);
  }
  /// Fills all of `to` from the buffer, starting at byte `offset` of it.
  template <HostRange R> Status download(const Stream &stream, R &&to, size_t offset = 0) const {
    return downloadBytes(stream, std::as_writable_bytes(std::span(to)), offset);
  }
  /// Copies all of another buffer of the same device to the start of this one.
  Status copyFrom(const Stream &stream, const DeviceBuffer &from) const;
  /// Sets every byte.
  Status fill(const Stream &stream, std::byte value) const;

private:
  friend class Device;
  DeviceBuffer(std::shared_ptr<const detail::DeviceState> device, uint64_t address, size_t size)
      : device_(std::move(device)), address_(address), size_(size) {}
  void swap(DeviceBuffer &other) noexcept {
    std::swap(device_, other.device_);
    std::swap(address_, other.address_);
    std::swap(size_, other.size_);
  }
  Status checkRange(const Stream &stream, size_t bytes, size_t offset) const;
  Status uploadBytes(const Stream &stream, std::span<const std::byte> from, size_t offset) const;
  Status downloadBytes(const Stream &stream, std::span<std::byte> to, size_t offset) const;

  std::shared_ptr<const detail::DeviceState> device_;
  uint64_t address_ = 0;
  size_t size_ = 0;
};

}  // namespace tritonc
