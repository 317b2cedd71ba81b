// Streams and events.
#include "runtime/device_state.h"
#include "tritonc/device.h"

namespace tritonc {
namespace {

cuda::Stream streamOf(const Stream &stream) { return static_cast<cuda::Stream>(stream.handle()); }
cuda::Event eventOf(const Event &event) { return static_cast<cuda::Event>(event.handle()); }

}  // namespace

Stream::~Stream() {
  if (ownership_ == Ownership::Borrowed) return;
  // Work that is still queued is finished by the driver; its faults are reported by whoever waits for it.
  (void)device_->call("cannot destroy a stream", device_->driver.streamDestroy, streamOf(*this));
}

Status Stream::synchronize() const {
  if (!device_) return detail::movedFrom("the stream");
  return device_->call("work on the stream failed", device_->driver.streamSynchronize, streamOf(*this));
}

Status Stream::wait(const Event &event) const {
  if (!device_) return detail::movedFrom("the stream");
  if (!event.handle()) return detail::movedFrom("the event");
  return device_->call("cannot wait for an event", device_->driver.streamWait, streamOf(*this), eventOf(event), 0u);
}

Event::~Event() {
  if (handle_) (void)device_->call("cannot destroy an event", device_->driver.eventDestroy, eventOf(*this));
}

Status Event::record(const Stream &stream) const {
  if (!device_) return detail::movedFrom("the event");
  if (!detail::Access::device(stream)) return detail::movedFrom("the stream");
  return device_->call("cannot record an event", device_->driver.eventRecord, eventOf(*this), streamOf(stream));
}

Status Event::synchronize() const {
  if (!device_) return detail::movedFrom("the event");
  return device_->call("work before the event failed", device_->driver.eventSynchronize, eventOf(*this));
}

StatusOr<float> Event::elapsedMs(const Event &start, const Event &end) {
  if (!start.device_ || !end.device_) return detail::movedFrom("the event");
  float milliseconds = 0;
  Status status = start.device_->call("cannot measure the time between two events", start.device_->driver.eventElapsed,
                                      &milliseconds, eventOf(start), eventOf(end));
  if (!status.ok()) return status;
  return milliseconds;
}

}  // namespace tritonc
