// Devices, memory, streams and events against the fake driver; and the search for a real one.
#include "tritonc/device.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/unit/runtime/fake_driver.h"

namespace tritonc {
namespace {

using test::FakeDriver;

TEST(Driver, AMissingLibraryIsUnavailable) {
  const Status status = cuda::loadDriver("libno-such-driver.so.1").status();
  EXPECT_EQ(status.code(), StatusCode::Unavailable);
  EXPECT_EQ(status.text().find("no CUDA driver: libno-such-driver.so.1"), 0u) << status.text();
}

TEST(Driver, ALibraryWithoutTheSymbolsIsTooOld) {
  EXPECT_EQ(cuda::loadDriver("libm.so.6").status().toString(),
            "unavailable: the CUDA driver libm.so.6 is too old: it has no `cuInit` (CUDA 11.8 or newer is needed)");
}

TEST(Driver, CountAndOpenAgreeOnWhetherThereIsAGpu) {
  const StatusOr<int> count = Device::count();
  const StatusOr<Device> device = Device::open(0);
  if (!count.ok()) {
    EXPECT_EQ(count.status().code(), StatusCode::Unavailable);
    EXPECT_EQ(device.status().text(), count.status().text());
  }
}

TEST(Device, TellsItsProperties) {
  FakeDriver driver;
  const Device device = driver.open();
  EXPECT_EQ(device.name(), "Fake GPU");
  EXPECT_EQ(device.ordinal(), 0);
  EXPECT_EQ(device.computeCapability(), (ComputeCapability{9, 0}));
  EXPECT_EQ(device.multiprocessorCount(), 132);
  EXPECT_EQ(device.memoryInfo()->freeBytes, 1000u);
  EXPECT_TRUE(device.synchronize().ok());
}

TEST(Device, RefusesOrdinalsThatDoNotExist) {
  FakeDriver driver;
  driver.devices = 2;
  EXPECT_EQ(detail::openDevice(driver.table(), 2).status().toString(),
            "not found: there is no device 2; devices are numbered 0 to 1");
  EXPECT_EQ(detail::openDevice(driver.table(), -1).status().code(), StatusCode::NotFound);
  driver.devices = 0;
  EXPECT_EQ(detail::openDevice(driver.table(), 0).status().toString(), "unavailable: no CUDA device is visible");
}

TEST(Device, TheContextIsKeptByEveryUserAndReleasedOnce) {
  FakeDriver driver;
  {
    StatusOr<DeviceBuffer> buffer = driver.open().allocate(16);
    ASSERT_TRUE(buffer.ok());
    EXPECT_EQ(driver.retained, 1);
  }
  EXPECT_EQ(driver.retained, 0);
  EXPECT_TRUE(driver.allocations.empty());
}

TEST(Device, TheCallersContextStaysCurrent) {
  FakeDriver driver;
  const Device device = driver.open();
  driver.contexts = {FakeDriver::foreign()};
  EXPECT_TRUE(device.synchronize().ok());
  EXPECT_EQ(driver.contexts, std::vector{FakeDriver::foreign()});
  driver.contexts.clear();
  EXPECT_TRUE(device.synchronize().ok());
  EXPECT_TRUE(driver.contexts.empty());
}

TEST(Device, NothingIsPushedWhenThePrimaryContextIsCurrent) {
  FakeDriver driver;
  const Device device = driver.open();
  driver.contexts = {FakeDriver::primary(0)};
  EXPECT_TRUE(device.synchronize().ok());
  EXPECT_EQ(driver.pushes, 0);
}

TEST(Buffer, CopiesThereAndBack) {
  FakeDriver driver;
  const Device device = driver.open();
  const Stream stream = device.defaultStream();
  StatusOr<DeviceBuffer> buffer = device.allocate(16);
  StatusOr<DeviceBuffer> other = device.allocate(16);
  ASSERT_TRUE(buffer.ok() && other.ok());
  EXPECT_TRUE(buffer->upload(stream, std::vector<int>{1, 2, 3, 4}).ok());
  EXPECT_TRUE(buffer->upload(stream, std::vector<int>{9}, 2 * sizeof(int)).ok());
  EXPECT_TRUE(other->copyFrom(stream, *buffer).ok());
  std::vector<int> back(4);
  EXPECT_TRUE(other->download(stream, back).ok());
  EXPECT_EQ(back, (std::vector<int>{1, 2, 9, 4}));
  EXPECT_TRUE(buffer->fill(stream, std::byte{0xff}).ok());
  EXPECT_TRUE(buffer->download(stream, std::span(back).first(2), sizeof(int)).ok());
  EXPECT_EQ(back, (std::vector<int>{-1, -1, 9, 4}));
}

TEST(Buffer, RefusesCopiesThatDoNotFit) {
  FakeDriver driver;
  const Device device = driver.open();
  const Stream stream = device.defaultStream();
  StatusOr<DeviceBuffer> buffer = device.allocate(16);
  const std::vector<char> bytes(17);
  EXPECT_EQ(buffer->upload(stream, bytes).toString(),
            "invalid argument: a copy of 17 bytes at offset 0 does not fit a buffer of 16 bytes");
  EXPECT_FALSE(buffer->upload(stream, std::vector<char>(1), SIZE_MAX).ok());
  EXPECT_FALSE(buffer->copyFrom(stream, *device.allocate(17)).ok());
  EXPECT_TRUE(buffer->upload(stream, std::vector<char>(1), 15).ok());
}

TEST(Buffer, MayBeEmpty) {
  FakeDriver driver;
  const Device device = driver.open();
  StatusOr<DeviceBuffer> buffer = device.allocate(0);
  ASSERT_TRUE(buffer.ok());
  EXPECT_EQ(buffer->data(), nullptr);
  EXPECT_TRUE(buffer->upload(device.defaultStream(), std::vector<int>()).ok());
  EXPECT_TRUE(driver.allocations.empty());
}

TEST(Buffer, TheDriversRefusalIsReported) {
  FakeDriver driver;
  EXPECT_EQ(driver.open().allocate(size_t{1} << 30).status().toString(),
            "driver error: cannot allocate 1073741824 bytes: CUDA error 2");
}

// What is tested here is use after a move.
// NOLINTBEGIN(bugprone-use-after-move)
TEST(Device, MovedFromObjectsSaySo) {
  FakeDriver driver;
  const Device device = driver.open();
  StatusOr<DeviceBuffer> buffer = device.allocate(16);
  StatusOr<Stream> stream = device.createStream();
  StatusOr<Event> event = device.createEvent();
  const DeviceBuffer newBuffer = *std::move(buffer);
  EXPECT_EQ(buffer->fill(*stream, {}).toString(), "invalid argument: the buffer was moved from");
  const Stream newStream = *std::move(stream);
  EXPECT_EQ(newBuffer.fill(*stream, {}).toString(), "invalid argument: the stream was moved from");
  EXPECT_EQ(stream->synchronize().toString(), "invalid argument: the stream was moved from");
  EXPECT_TRUE(newBuffer.fill(newStream, {}).ok());
  const Event newEvent = *std::move(event);
  EXPECT_EQ(Event::elapsedMs(*event, newEvent).status().toString(), "invalid argument: the event was moved from");
  EXPECT_EQ(newEvent.record(*stream).toString(), "invalid argument: the stream was moved from");
  EXPECT_EQ(newStream.wait(*event).toString(), "invalid argument: the event was moved from");
}
// NOLINTEND(bugprone-use-after-move)

TEST(Buffer, RefusesTheStreamOfAnotherDevice) {
  FakeDriver driver;
  driver.devices = 2;
  const Device other = detail::Access::makeDevice(*detail::openDevice(driver.table(), 1));
  EXPECT_EQ(driver.open().allocate(4)->fill(other.defaultStream(), {}).toString(),
            "invalid argument: the stream and the buffer belong to different devices");
}

TEST(Stream, OwnedOnesAreDestroyedAndBorrowedOnesAreNot) {
  FakeDriver driver;
  const Device device = driver.open();
  {
    StatusOr<Stream> stream = device.createStream();
    ASSERT_TRUE(stream.ok());
    EXPECT_EQ(driver.streams, 1);
    EXPECT_NE(stream->handle(), nullptr);
    const Stream borrowed = device.wrapStream(stream->handle());
    EXPECT_EQ(borrowed.handle(), stream->handle());
    EXPECT_TRUE(borrowed.synchronize().ok());
  }
  EXPECT_EQ(driver.streams, 0);
}

TEST(Event, MeasuresTime) {
  FakeDriver driver;
  const Device device = driver.open();
  const Stream stream = device.defaultStream();
  {
    StatusOr<Event> start = device.createEvent(), end = device.createEvent();
    EXPECT_TRUE(start->record(stream).ok() && end->record(stream).ok() && end->synchronize().ok());
    EXPECT_TRUE(stream.wait(*end).ok());
    EXPECT_EQ(*Event::elapsedMs(*start, *end), 1.5f);
  }
  EXPECT_EQ(driver.events, 0);
}

}  // namespace
}  // namespace tritonc
