// The state of wgmma in a warp and in a warpgroup (ops_wgmma.cpp).
//
// A multiplication is made at once, by each warp for itself; a wait is one for all warps of the warpgroup, and the
// first of them ends the reads of shared memory of all. Until it is waited for, nobody may touch its registers, nor
// write the shared memory that it reads. Registers that anybody else has touched need a wgmma.fence before it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "runtime/emulator/async.h"
#include "runtime/emulator/program.h"

namespace tritonc::emulator {

struct Warp;
struct Frame;

/// What wgmma knows of each register of a frame.
enum RegisterFlag : uint8_t {
  /// Touched by other instructions since the last wgmma.fence.
  kRegisterTouched = 1,
  /// A multiplication under way adds to it.
  kRegisterAdds = 2,
  /// A multiplication under way reads it as its A.
  kRegisterFactor = 4,
};

/// The place of a register's flags.
inline size_t registerIndex(Slot slot) { return slot.offset() / (2 * kWarpSize); }

struct WgmmaUnderWay {
  const Inst *inst = nullptr;
  Frame *frame = nullptr;
  AsyncRead read = {};
  /// Among the multiplications of its warp, from 0.
  uint64_t step = 0;
  /// Some warp of the warpgroup has waited for it, and its reads of shared memory are over.
  bool hasRead = false;
};

struct WgmmaState {
  uint64_t group = 0;
  std::deque<WgmmaUnderWay> underWay = {};
};

/// What the four warps of a warpgroup have multiplied: they must do the same.
struct Warpgroup {
  struct Step {
    const Inst *inst = nullptr;
    uint64_t a = 0;
    uint64_t b = 0;
    bool operator==(const Step &) const = default;
  };
  std::deque<Step> steps = {};
  /// The number of the first of them, and how many each warp has made.
  uint64_t first = 0;
  std::array<uint64_t, 4> made = {};
  /// The clock of the block when each warp last ended reads of them all.
  std::array<uint32_t, 4> ended = {};
};

/// How groups say that they wait for the other warps of their warpgroup.
inline constexpr uint32_t kWarpgroupWait = UINT32_MAX;

/// Checks the registers that an instruction touches; false after a fault.
bool watchRegisters(Warp &warp, const Inst &inst);
/// A warp exits: the others of its warpgroup must have made no more than it; false after a fault.
bool checkWarpgroupExit(Warp &warp);

}  // namespace tritonc::emulator
