// From the addresses of a memory instruction to bytes of the host, with all checks on the way.
#pragma once

#include <array>

#include "runtime/emulator/race.h"
#include "runtime/emulator/warp.h"

namespace tritonc::emulator {

/// One memory instruction of a warp.
struct Access {
  Space space = Space::Global;
  LaneMask lanes = 0;
  /// Of each lane, all elements of a vector together.
  unsigned bytes = 0;
  AccessKind kind;
  /// What a store writes, `bytes` for each lane one behind the other: it is written lane by lane, as far as the checks
  /// allow. Null for everything else.
  const std::byte *values = nullptr;
  std::array<uint64_t, kWarpSize> addresses;
  std::array<std::byte *, kWarpSize> host;

  const std::byte *valueOf(unsigned lane) const { return values + size_t{lane} * bytes; }
};

/// The addresses of the lanes from the base, the offset and the mode of the instruction.
void computeAddresses(Warp &warp, const Inst &inst, Access &access);

/// Fills `host` for every lane; false after a fault was reported. Generic addresses are resolved lane by lane.
bool locate(Warp &warp, Access &access);

}  // namespace tritonc::emulator
