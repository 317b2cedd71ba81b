#include "runtime/emulator/access.h"

#include <algorithm>
#include <cstring>

#include "runtime/emulator/builder.h"
#include "runtime/emulator/cta.h"

namespace tritonc::emulator {
namespace {

std::string actText(const Access &access, unsigned lane) {
  return fmt::format("lane {} {} {} bytes at {:#x}", lane, access.kind.isWrite ? "writes" : "reads", access.bytes,
                     access.addresses[lane]);
}

bool checkAlignment(Warp &warp, const Access &access) {
  uint64_t all = 0;
  for (LaneMask rest = access.lanes; rest; rest &= rest - 1) all |= access.addresses[std::countr_zero(rest)];
  if ((all & (access.bytes - 1)) == 0) return true;
  for (LaneMask rest = access.lanes; rest; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (access.addresses[lane] & (access.bytes - 1)) {
      warp.fault(Check::Misaligned, "{}, which is not a multiple of {}", actText(access, lane), access.bytes);
      return false;
    }
  }
  return true;
}

bool writesSame(const Access &access, unsigned lane) {
  return access.values && std::memcmp(access.host[lane], access.valueOf(lane), access.bytes) == 0;
}

void write(const Access &access, unsigned lane) {
  if (access.values) std::memcpy(access.host[lane], access.valueOf(lane), access.bytes);
}

// ---- Shared memory ----

/// Passes through the 32 banks: lanes that go to the same word share one, and accesses of 8 or 16 bytes are made by
/// halves or quarters of the warp.
void countPasses(Warp &warp, const Access &access) {
  unsigned groups = std::max(1u, access.bytes / 4), lanesOfGroup = kWarpSize / groups;
  uint64_t passes = 0, ideal = 0;
  for (unsigned group = 0; group < groups; ++group) {
    std::array<std::vector<uint64_t>, 32> words;
    bool isUsed = false;
    for (unsigned lane = group * lanesOfGroup; lane < (group + 1) * lanesOfGroup; ++lane) {
      if (!(access.lanes >> lane & 1)) continue;
      isUsed = true;
      for (uint64_t word = access.addresses[lane] / 4; word <= (access.addresses[lane] + access.bytes - 1) / 4;
           ++word) {
        auto &bank = words[word % 32];
        if (std::ranges::find(bank, word) == bank.end()) bank.push_back(word);
      }
    }
    size_t most = 0;
    for (const auto &bank : words) most = std::max(most, bank.size());
    passes += most;
    ideal += isUsed;
  }
  warp.cta->trace->countPasses(*warp.frame->function, warp.pc - 1, passes, ideal);
}

bool locateShared(Warp &warp, Access &access) {
  const Options &options = warp.cta->launch->options;
  for (LaneMask rest = access.lanes; rest; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(rest));
    uint64_t offset = access.addresses[lane];
    Cta &cta = *blockOf(warp, offset);
    if (offset > cta.shared.size() || access.bytes > cta.shared.size() - offset) {
      warp.fault(Check::OutOfBounds, "{} of shared memory, of which there are {}", actText(access, lane),
                 cta.shared.size());
      return false;
    }
    access.host[lane] = cta.shared.data() + offset;
    if (!checkSharedState(warp, cta, lane, offset, access.bytes, access.kind.isRead, access.kind.isWrite)) return false;
    bool isOwn = &cta == warp.cta;
    if (isOwn && options.checkRaces &&
        !noteShared(warp, lane, offset, access.bytes, access.kind, writesSame(access, lane)))
      return false;
    write(access, lane);
  }
  if (warp.cta->trace) [[unlikely]]
    countPasses(warp, access);
  return true;
}

// ---- Global memory ----

void countSectors(Warp &warp, const Access &access) {
  std::vector<uint64_t> sectors;
  for (LaneMask rest = access.lanes; rest; rest &= rest - 1) {
    uint64_t address = access.addresses[std::countr_zero(rest)];
    for (uint64_t sector = address / 32; sector <= (address + access.bytes - 1) / 32; ++sector)
      sectors.push_back(sector);
  }
  std::ranges::sort(sectors);
  auto repeated = std::ranges::unique(sectors);
  warp.cta->trace->countSectors(*warp.frame->function, warp.pc - 1, sectors.size() - repeated.size());
}

bool checkGlobalDefined(Warp &warp, const Access &access, Allocation &allocation, unsigned lane, uint64_t offset) {
  std::atomic<uint8_t> *defined = allocation.defined();
  if (!defined) return true;
  for (uint64_t at = offset; at < offset + access.bytes; ++at) {
    if (access.kind.isRead && !defined[at].load(std::memory_order_relaxed)) {
      warp.fault(Check::Uninitialised, "lane {} reads byte {} of `{}`, which nobody has written", lane, at,
                 allocation.name());
      return false;
    }
    if (access.kind.isWrite) defined[at].store(1, std::memory_order_relaxed);
  }
  return true;
}

bool checkAllowed(Warp &warp, const Access &access, const Allocation &allocation, unsigned lane, uint64_t offset) {
  std::span<const uint8_t> allowed = allocation.allowed();
  auto wanted = static_cast<uint8_t>((access.kind.isRead ? 1 : 0) | (access.kind.isWrite ? 2 : 0));
  for (uint64_t at = offset; !allowed.empty() && at < offset + access.bytes; ++at)
    if ((allowed[at] & wanted) != wanted) {
      warp.fault(Check::OutOfBounds, "lane {} {} byte {} of `{}`, which is not for it to {}", lane,
                 access.kind.isWrite ? "writes" : "reads", at, allocation.name(),
                 access.kind.isWrite ? "write" : "read");
      return false;
    }
  return true;
}

bool locateGlobal(Warp &warp, Access &access) {
  Launch &launch = *warp.cta->launch;
  for (LaneMask rest = access.lanes; rest; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(rest));
    uint64_t address = access.addresses[lane];
    if (!warp.lastAllocation || !warp.lastAllocation->holds(address, access.bytes)) {
      warp.lastAllocation = launch.memory.find(address);
      if (!warp.lastAllocation || !warp.lastAllocation->holds(address, access.bytes)) {
        uint64_t first = warp.lastAllocation ? warp.lastAllocation->address() + warp.lastAllocation->size() : address;
        warp.fault(Check::OutOfBounds, "{}, {}", actText(access, lane), launch.memory.describe(first));
        return false;
      }
    }
    Allocation &allocation = *warp.lastAllocation;
    uint64_t offset = address - allocation.address();
    access.host[lane] = allocation.data() + offset;
    if (access.kind.isWrite && !allocation.isWritable()) {
      warp.fault(Check::OutOfBounds, "{} of `{}`, which is constant", actText(access, lane), allocation.name());
      return false;
    }
    if (!checkAllowed(warp, access, allocation, lane, offset)) return false;
    if (launch.options.checkUninitialised && !checkGlobalDefined(warp, access, allocation, lane, offset)) return false;
    if (launch.options.checkRaces &&
        !noteGlobal(warp, allocation, lane, offset, access.bytes, access.kind, writesSame(access, lane)))
      return false;
    write(access, lane);
  }
  if (warp.cta->trace) [[unlikely]]
    countSectors(warp, access);
  return true;
}

// ---- Local memory and parameters ----

bool locateLocal(Warp &warp, Access &access) {
  for (LaneMask rest = access.lanes; rest; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(rest));
    uint64_t offset = access.addresses[lane], size = warp.frame->localEnd;
    if (offset > size || access.bytes > size - offset) {
      warp.fault(Check::OutOfBounds, "{} of local memory, of which there are {}", actText(access, lane), size);
      return false;
    }
    access.host[lane] = warp.local.data() + size_t{lane} * warp.localCapacity + offset;
    write(access, lane);
  }
  return true;
}

bool locateParam(Warp &warp, Access &access) {
  const std::vector<std::byte> &params = warp.cta->launch->params;
  for (LaneMask rest = access.lanes; rest; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(rest));
    uint64_t offset = access.addresses[lane];
    if (access.kind.isWrite || offset > params.size() || access.bytes > params.size() - offset) {
      warp.fault(Check::OutOfBounds, "{} of the parameters, of which there are {}", actText(access, lane),
                 params.size());
      return false;
    }
    access.host[lane] = const_cast<std::byte *>(params.data()) + offset;
  }
  return true;
}

bool locateIn(Warp &warp, Access &access) {
  switch (access.space) {
  case Space::Shared: return locateShared(warp, access);
  case Space::Local: return locateLocal(warp, access);
  case Space::Param: return locateParam(warp, access);
  case Space::Generic:
  case Space::Global:
  case Space::Const: return locateGlobal(warp, access);
  }
  return false;
}

Space spaceOfWindow(uint64_t window) {
  return window == kSharedWindow  ? Space::Shared
         : window == kLocalWindow ? Space::Local
         : window == kParamWindow ? Space::Param
                                  : Space::Global;
}

/// Each window by itself.
bool locateGeneric(Warp &warp, Access &access) {
  for (LaneMask rest = access.lanes; rest;) {
    uint64_t window = access.addresses[std::countr_zero(rest)] & kWindowMask;
    Access part = access;
    part.lanes = 0;
    part.space = spaceOfWindow(window);
    for (LaneMask left = rest; left; left &= left - 1) {
      auto lane = static_cast<unsigned>(std::countr_zero(left));
      if ((access.addresses[lane] & kWindowMask) != window) continue;
      part.lanes |= LaneMask{1} << lane;
      if (part.space != Space::Global) part.addresses[lane] -= window;
    }
    rest &= ~part.lanes;
    if (!locateIn(warp, part)) return false;
    for (LaneMask left = part.lanes; left; left &= left - 1)
      access.host[std::countr_zero(left)] = part.host[std::countr_zero(left)];
  }
  return true;
}

}  // namespace

Cta *blockOf(const Warp &warp, uint64_t &address) {
  uint64_t rank = address >> kRankShift;
  if (rank == 0 || rank > warp.cta->cluster.size()) [[likely]]
    return warp.cta;
  address &= kSharedOffsetMask;
  return warp.cta->cluster[rank - 1];
}

uint64_t addressOf(Warp &warp, const AddressParts &parts, unsigned lane) {
  auto offset = static_cast<uint64_t>(parts.offset);
  if (parts.mode == kFrameLocal) offset += warp.frame->localBase;
  if (parts.mode == kBase32)
    return static_cast<uint32_t>(warp.at<uint32_t>(parts.base)[lane] + static_cast<uint32_t>(offset));
  return warp.at<uint64_t>(parts.base)[lane] + offset;
}

Cta *sharedPlaceOf(Warp &warp, const AddressParts &parts, unsigned lane, uint64_t &offset) {
  offset = addressOf(warp, parts, lane);
  if (parts.space == Space::Generic) {
    if ((offset & kWindowMask) != kSharedWindow) {
      warp.fault(Check::BadOperand, "lane {}: {:#x} is no address of shared memory", lane, offset);
      return nullptr;
    }
    offset -= kSharedWindow;
  }
  Cta *block = blockOf(warp, offset);
  if (offset <= block->shared.size()) return block;
  warp.fault(Check::OutOfBounds, "lane {} names {:#x} in shared memory, of which there are {} bytes", lane, offset,
             block->shared.size());
  return nullptr;
}

void computeAddresses(Warp &warp, const Inst &inst, Access &access) {
  auto offset = static_cast<uint64_t>(inst.imm);
  if (inst.mode == kFrameLocal) offset += warp.frame->localBase;
  if (inst.mode == kBase32) {
    const auto *base = warp.at<uint32_t>(inst.a);
    // Pointers of 32 bits wrap as such.
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      access.addresses[lane] = static_cast<uint32_t>(base[lane] + static_cast<uint32_t>(offset));
  } else {
    const auto *base = warp.at<uint64_t>(inst.a);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) access.addresses[lane] = base[lane] + offset;
  }
}

bool locate(Warp &warp, Access &access) {
  if (!checkAlignment(warp, access)) return false;
  return access.space == Space::Generic ? locateGeneric(warp, access) : locateIn(warp, access);
}

}  // namespace tritonc::emulator
