// Barriers in shared memory that count arrivals and bytes: `mbarrier`.
//
// A phase is over when all arrivals have come and all bytes that were announced have been copied. Copies count their
// bytes at once, and land when the first warp finds their phase over (async.h).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "runtime/emulator/async.h"
#include "runtime/emulator/race.h"

namespace tritonc::emulator {

struct Mbarrier {
  static constexpr uint32_t kBytes = 8;
  static constexpr uint32_t kMaxCount = (1u << 20) - 1;

  /// Arrivals of each later phase, and those that the current one still waits for.
  uint32_t expected = 0;
  uint32_t pending = 0;
  /// Bytes announced and not yet copied.
  int64_t bytes = 0;
  uint64_t phase = 0;
  /// What those that arrived know: in this phase, and in all that are over.
  Clocks arriving, completed;
  /// Copies that count here: of this phase, and of phases that are over but nobody has seen.
  std::vector<AsyncWrite> underWay, arrived;
  /// Copies of `cp.async` likewise: whose, and up to which serial number.
  std::vector<std::pair<Warp *, uint64_t>> copiesUnderWay, copiesArrived;
};

/// How an arrival counts.
struct Arrival {
  uint32_t count = 1;
  bool drops = false;
  /// `.noComplete`
  bool mustNotComplete = false;
};

/// The barrier at the offset of a block's shared memory, which must be one; null after a fault.
Mbarrier *findMbarrier(Warp &warp, Cta &owner, unsigned lane, uint64_t offset);
bool initMbarrier(Warp &warp, unsigned lane, uint64_t offset, uint32_t count);
bool invalidateMbarrier(Warp &warp, unsigned lane, uint64_t offset);
/// `bytes` more are announced, or fewer if negative; false after a fault.
bool expectBytes(Warp &warp, Cta &owner, Mbarrier &barrier, uint64_t offset, int64_t bytes);
bool arriveAt(Warp &warp, Cta &owner, Mbarrier &barrier, uint64_t offset, const Arrival &arrival);
/// The warp has found a phase over: everything that arrived lands, and the warp knows what those knew that arrived.
void observe(Warp &warp, Mbarrier &barrier, bool acquires);

/// "the mbarrier at 64, whose phase 3 lacks 1 arrival and 4096 bytes"
std::string describeMbarrier(const Cta &owner, uint64_t offset);

/// Lands copies of `cp.async` of a warp up to a serial number, as far as `by` knows (ops_async.cpp).
void landCopies(Warp &owner, uint64_t serial, Warp &by);

}  // namespace tritonc::emulator
