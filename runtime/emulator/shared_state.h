// What the checks know of each byte of shared memory besides who accessed it last (race.h).
#pragma once

#include <cstddef>
#include <cstdint>

namespace tritonc::emulator {

enum SharedFlag : uint8_t {
  kSharedDefined = 1,
  /// Written by ordinary instructions, the generic proxy: the async proxy needs a fence to see it.
  kSharedGeneric = 2,
  /// An asynchronous copy is writing it.
  kSharedLanding = 4,
  /// An asynchronous operation is reading it.
  kSharedReading = 8,
  /// Part of an mbarrier.
  kSharedMbarrier = 16,
};

/// Asynchronous operations read shared memory in pieces of so many bytes.
inline constexpr size_t kReadGranule = 16;

/// The address of an offset in the shared memory of block r of a cluster is the offset with r + 1 above this bit.
inline constexpr unsigned kRankShift = 24;
inline constexpr uint64_t kSharedOffsetMask = (uint64_t{1} << kRankShift) - 1;

}  // namespace tritonc::emulator
