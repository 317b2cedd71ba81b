// The state of wgmma in a warp and in a warpgroup (ops_wgmma.cpp).
//
// A multiplication is made at once. Until it is waited for, nobody may touch its registers, nor write the shared memory
// that it reads. Registers that anybody else has touched need a wgmma.fence before it.
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
};

/// Checks the registers that an instruction touches; false after a fault.
bool watchRegisters(Warp &warp, const Inst &inst);
/// A warp exits: the others of its warpgroup must have made no more than it; false after a fault.
bool checkWarpgroupExit(Warp &warp);

}  // namespace tritonc::emulator
