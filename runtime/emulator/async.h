// What goes on in shared memory while its warps go on: copies that will land there, and reads by the async proxy.
//
// A copy takes its bytes at once, and lands when somebody has waited for it: until then nobody may touch the place.
// From then on it counts as a write of the warp that waited, so that others must come after that wait. A read must come
// after what it reads, and counts as one of the warp that waits for it; until then nobody may write there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tritonc::emulator {

struct Cta;
struct Warp;
struct InstText;

/// A piece of shared memory.
struct Segment {
  uint32_t offset = 0;
  uint32_t bytes = 0;
};

/// A copy into shared memory by the async proxy.
struct AsyncWrite {
  const InstText *place = nullptr;
  std::vector<Segment> segments = {};
  /// One segment behind the other.
  std::vector<std::byte> bytes = {};

  /// Adds a piece, to the last segment if it lies behind it.
  void add(uint32_t offset, const std::byte *from, uint32_t size);
};

/// A read of shared memory by the async proxy, for a lane (0 if for all of its warp).
struct AsyncRead {
  const InstText *place = nullptr;
  unsigned lane = 0;
  uint64_t group = 0;
  /// Each of whole granules.
  std::vector<Segment> segments = {};
};

/// Checks that the write may start in shared memory of the block, and marks its place; false after a fault.
bool beginWrite(Warp &warp, unsigned lane, Cta &target, const AsyncWrite &write);
/// The write is over, as far as `warp` knows. The caller lets the clock tick.
void land(Warp &warp, Cta &target, const AsyncWrite &write);

bool beginRead(Warp &warp, const AsyncRead &read);
void endRead(Warp &warp, const AsyncRead &read);

/// Checks bytes that ordinary instructions access; false after a fault. Marks what is written.
bool checkSharedState(Warp &warp, Cta &target, unsigned lane, uint64_t offset, uint32_t size, bool isRead,
                      bool isWrite);

}  // namespace tritonc::emulator
