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

/// The block whose shared memory the address lies in; of the address, the offset there remains.
Cta *blockOf(const Warp &warp, uint64_t &address);

/// An address in one lane.
uint64_t addressOf(Warp &warp, const AddressParts &parts, unsigned lane);
/// The same of shared memory, whatever the space: the block, and the offset there. Null after a fault.
Cta *sharedPlaceOf(Warp &warp, const AddressParts &parts, unsigned lane, uint64_t &offset);

/// Fills `host` for every lane; false after a fault was reported. Generic addresses are resolved lane by lane.
bool locate(Warp &warp, Access &access);

/// Goes through bytes of global memory for one lane, in pieces of at most `largest`, a power of two, each at a multiple
/// of its size: `f(host, done, size)`, before which the piece was checked. False after a fault.
template <class F>
bool forGlobalPieces(Warp &warp, unsigned lane, uint64_t address, uint32_t bytes, uint32_t largest, AccessKind kind,
                     F &&f) {
  Access access;
  access.space = Space::Global;
  access.lanes = LaneMask{1} << lane;
  access.kind = kind;
  for (uint32_t done = 0; done < bytes; done += access.bytes) {
    access.addresses[lane] = address + done;
    access.bytes = largest;
    while (access.bytes > bytes - done || access.addresses[lane] % access.bytes != 0) access.bytes /= 2;
    if (!locate(warp, access)) return false;
    f(access.host[lane], done, access.bytes);
  }
  return true;
}

}  // namespace tritonc::emulator
