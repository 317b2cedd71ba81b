#include "runtime/emulator/mbarrier.h"

#include "runtime/emulator/cta.h"

namespace tritonc::emulator {
namespace {

constexpr int64_t kMaxBytes = (1 << 20) - 1;

void setState(Cta &owner, uint64_t offset, uint8_t state) {
  std::fill_n(owner.sharedState.data() + offset, Mbarrier::kBytes, state);
}

bool checkPlace(Warp &warp, const Cta &owner, unsigned lane, uint64_t offset) {
  if (offset % Mbarrier::kBytes != 0) {
    warp.fault(Check::Misaligned, "lane {} has an mbarrier at {:#x}, which is not a multiple of {}", lane, offset,
               Mbarrier::kBytes);
    return false;
  }
  if (offset < owner.shared.size() && Mbarrier::kBytes <= owner.shared.size() - offset) return true;
  warp.fault(Check::OutOfBounds, "lane {} has an mbarrier at {:#x} of shared memory, of which there are {}", lane,
             offset, owner.shared.size());
  return false;
}

/// Notes the access for the race checks; of other blocks they know nothing.
bool note(Warp &warp, const Cta &owner, unsigned lane, uint64_t offset, bool isAtomic) {
  AccessKind kind = {.isRead = isAtomic, .isWrite = true, .isAtomic = isAtomic};
  return &owner != warp.cta || noteShared(warp, lane, offset, Mbarrier::kBytes, kind, /*writesSame=*/false);
}

void completeIfOver(Cta &owner, Mbarrier &barrier, uint64_t offset) {
  if (barrier.pending != 0 || barrier.bytes != 0) return;
  ++barrier.phase;
  barrier.pending = barrier.expected;
  barrier.completed.join(std::exchange(barrier.arriving, {}));
  auto move = [](auto &from, auto &to) {
    for (auto &item : from) to.push_back(std::move(item));
    from.clear();
  };
  move(barrier.underWay, barrier.arrived);
  move(barrier.copiesUnderWay, barrier.copiesArrived);
  owner.wakeMbarrierWaiters(static_cast<uint32_t>(offset));
}

}  // namespace

Mbarrier *findMbarrier(Warp &warp, Cta &owner, unsigned lane, uint64_t offset) {
  if (!checkPlace(warp, owner, lane, offset)) return nullptr;
  auto found = owner.mbarriers.find(static_cast<uint32_t>(offset));
  if (found == owner.mbarriers.end()) {
    warp.fault(Check::MbarrierMisuse, "lane {}: there is no mbarrier at {:#x}, it was not initialised", lane, offset);
    return nullptr;
  }
  return note(warp, owner, lane, offset, /*isAtomic=*/true) ? &found->second : nullptr;
}

bool initMbarrier(Warp &warp, unsigned lane, uint64_t offset, uint32_t count) {
  Cta &cta = *warp.cta;
  if (!checkPlace(warp, cta, lane, offset)) return false;
  if (count == 0 || count > Mbarrier::kMaxCount) {
    warp.fault(Check::MbarrierMisuse, "an mbarrier for {} arrivals: there can be 1 to {}", count, Mbarrier::kMaxCount);
    return false;
  }
  if (cta.mbarriers.contains(static_cast<uint32_t>(offset))) {
    warp.fault(Check::MbarrierMisuse, "lane {} initialises {} again without mbarrier.inval", lane,
               describeMbarrier(cta, offset));
    return false;
  }
  bool isGood = checkSharedState(warp, cta, lane, offset, Mbarrier::kBytes, /*isRead=*/false, /*isWrite=*/true) &&
                note(warp, cta, lane, offset, /*isAtomic=*/false);
  if (!isGood) return false;
  setState(cta, offset, kSharedDefined | kSharedMbarrier);
  Mbarrier &barrier = cta.mbarriers[static_cast<uint32_t>(offset)];
  barrier.expected = barrier.pending = count;
  return true;
}

bool invalidateMbarrier(Warp &warp, unsigned lane, uint64_t offset) {
  Cta &cta = *warp.cta;
  Mbarrier *barrier = findMbarrier(warp, cta, lane, offset);
  if (!barrier || !note(warp, cta, lane, offset, /*isAtomic=*/false)) return false;
  if (!barrier->underWay.empty() || !barrier->arrived.empty()) {
    const AsyncWrite &write = barrier->underWay.empty() ? barrier->arrived[0] : barrier->underWay[0];
    warp.fault(Check::MbarrierMisuse, "{} ends while nobody has waited for {}", describeMbarrier(cta, offset),
               placeText(*write.place));
    return false;
  }
  cta.mbarriers.erase(static_cast<uint32_t>(offset));
  setState(cta, offset, 0);
  return true;
}

bool expectBytes(Warp &warp, Cta &owner, Mbarrier &barrier, uint64_t offset, int64_t bytes) {
  barrier.bytes += bytes;
  if (barrier.bytes > kMaxBytes || barrier.bytes < -kMaxBytes) {
    warp.fault(Check::MbarrierMisuse, "the mbarrier at {:#x} counts {} bytes, more than {} in one phase", offset,
               barrier.bytes, kMaxBytes);
    return false;
  }
  completeIfOver(owner, barrier, offset);
  return true;
}

bool arriveAt(Warp &warp, Cta &owner, Mbarrier &barrier, uint64_t offset, const Arrival &arrival) {
  if (arrival.count == 0 || arrival.count > barrier.pending) {
    warp.fault(Check::MbarrierMisuse, "{} arrivals at {}", arrival.count, describeMbarrier(owner, offset));
    return false;
  }
  if (arrival.mustNotComplete && arrival.count == barrier.pending) {
    warp.fault(Check::MbarrierMisuse, "an arrival with .noComplete is the last at {}", describeMbarrier(owner, offset));
    return false;
  }
  barrier.pending -= arrival.count;
  if (arrival.drops) barrier.expected -= std::min(arrival.count, barrier.expected);
  completeIfOver(owner, barrier, offset);
  return true;
}

void observe(Warp &warp, Mbarrier &barrier, bool acquires) {
  Cta &cta = *warp.cta;
  bool landsAny = !barrier.arrived.empty();
  for (const AsyncWrite &write : std::exchange(barrier.arrived, {})) land(warp, cta, write);
  for (auto [owner, serial] : std::exchange(barrier.copiesArrived, {})) {
    landsAny = true;
    landCopies(*owner, serial, warp);
  }
  if (landsAny) barrier.completed.over[warp.index] = cta.clock++;
  if (!acquires) return;
  warp.known.join(barrier.completed);
  warp.selfSeen = std::max(warp.selfSeen, barrier.completed.over[warp.index]);
}

std::string describeMbarrier(const Cta &owner, uint64_t offset) {
  auto found = owner.mbarriers.find(static_cast<uint32_t>(offset));
  if (found == owner.mbarriers.end()) return fmt::format("the mbarrier at {:#x}, which has gone", offset);
  const Mbarrier &barrier = found->second;
  std::string lacks = fmt::format("{} arrival{}", barrier.pending, barrier.pending == 1 ? "" : "s");
  if (barrier.bytes > 0) lacks += fmt::format(" and {} bytes", barrier.bytes);
  if (barrier.bytes < 0) lacks += fmt::format(" and has {} bytes too many", -barrier.bytes);
  return fmt::format("the mbarrier at {:#x}, whose phase {} lacks {}", offset, barrier.phase, lacks);
}

}  // namespace tritonc::emulator
