#include "runtime/emulator/race.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "runtime/emulator/cta.h"
#include "runtime/emulator/memory.h"
#include "runtime/emulator/shared_state.h"

namespace tritonc::emulator {
namespace {

/// Who accessed, and when.
struct Stamp {
  uint64_t block;
  uint32_t warp;
  uint32_t lane;
  bool isAtomic;
  uint32_t clock;
};

/// Beyond this clock a block is no longer checked.
constexpr uint32_t kMaxClock = 1 << 21;

uint32_t packShared(const Warp &warp, unsigned lane, bool isAtomic) {
  return warp.index << 27 | lane << 22 | uint32_t{isAtomic} << 21 | warp.cta->clock;
}
Stamp unpackShared(uint32_t bits, uint64_t block) {
  return {block, bits >> 27, bits >> 22 & 31, (bits >> 21 & 1) != 0, bits & (kMaxClock - 1)};
}
uint64_t packGlobal(const Warp &warp, unsigned lane, bool isAtomic) {
  return warp.cta->linearIndex << 33 | uint64_t{warp.index} << 28 | uint64_t{lane} << 23 | uint64_t{isAtomic} << 22 |
         warp.cta->clock;
}
Stamp unpackGlobal(uint64_t bits) {
  return {bits >> 33, static_cast<uint32_t>(bits >> 28 & 31), static_cast<uint32_t>(bits >> 23 & 31),
          (bits >> 22 & 1) != 0, static_cast<uint32_t>(bits & (kMaxClock - 1))};
}

bool isBefore(const Warp &warp, unsigned lane, const Stamp &stamp) {
  uint32_t known = warp.selfSeen;
  if (stamp.block != warp.cta->linearIndex)
    known = warp.known.others.of(stamp.block, stamp.warp, warp.cta->launch->numWarps);
  else if (stamp.warp != warp.index)
    known = warp.known.over[stamp.warp];
  else if (stamp.lane == lane)
    return true;
  return stamp.clock <= known || stamp.clock <= warp.known.others.ofLane(stamp.block, stamp.warp, stamp.lane);
}

bool conflicts(const Warp &warp, unsigned lane, AccessKind kind, const Stamp &stamp) {
  return !(stamp.isAtomic && kind.isAtomic) && !isBefore(warp, lane, stamp);
}

void reportRace(Warp &warp, unsigned lane, const std::string &place, AccessKind kind, const Stamp &other,
                bool otherWrote) {
  std::string block = other.block == warp.cta->linearIndex ? "" : fmt::format(" of block {}", other.block);
  warp.fault(Check::Race, "lane {} {} {}, which lane {} of warp {}{} has {}; nothing orders the two", lane,
             kind.isWrite ? "writes" : "reads", place, other.lane, other.warp, block, otherWrote ? "written" : "read");
}

/// The checks of one byte or granule, whose cell holds bits that `unpack` reads. `store`, `load`: of a cell's members.
template <class Cell, class Bits, class Unpack, class Report>
bool noteCell(const Warp &warp, unsigned lane, AccessKind kind, bool writesSame, Cell &cell, Bits mine, Unpack unpack,
              Report report) {
  Bits writer = cell.writer;
  if (writer && writer != mine) {
    Stamp stamp = unpack(writer);
    // Lanes of a block that write the same value between two barriers do no harm: they hold copies of one tile. One
    // warp may wait at the later barrier when the other one writes.
    bool isHarmless = writesSame && stamp.block == warp.cta->linearIndex && stamp.clock >= warp.cta->barrierClock;
    if (!isHarmless && conflicts(warp, lane, kind, stamp)) return report(stamp, true);
  }
  Bits reader = cell.reader;
  if (kind.isWrite) {
    for (Bits bits : {reader, static_cast<Bits>(cell.otherReader)})
      if (bits)
        if (Stamp stamp = unpack(bits); conflicts(warp, lane, kind, stamp)) return report(stamp, false);
    cell.writer = mine;
    if (reader) cell.reader = 0, cell.otherReader = 0;
    return true;
  }
  if (reader == mine) return true;
  if (reader) {
    Stamp stamp = unpack(reader);
    if (stamp.warp != warp.index || stamp.block != warp.cta->linearIndex) cell.otherReader = reader;
  }
  cell.reader = mine;
  return true;
}

bool isChecked(const Warp &warp) { return warp.cta->launch->options.checkRaces && warp.cta->clock < kMaxClock; }

/// The clock up to which everything that the warp wrote to shared memory is fenced; `clock` if it all is.
uint32_t fencedUpTo(const Warp &warp, uint32_t clock) {
  for (size_t lane = 0; lane < warp.laneWrote.size(); ++lane)
    if (warp.laneWrote[lane] > warp.laneFenced[lane]) clock = std::min(clock, warp.laneFenced[lane]);
  return clock;
}

/// Adds what has been published at the address by now.
void see(const Cta &cta, uint64_t address, Scope scope, Published &into) {
  if (auto found = cta.released.find(address); found != cta.released.end()) into.inBlock.join(found->second);
  if (scope != Scope::Cta && cta.launch->numBlocks > 1) cta.launch->releases.learn(address, into.byOthers);
}

void learn(Warp &warp, const Published &seen, Scope scope) {
  warp.known.join(seen.inBlock);
  warp.selfSeen = std::max(warp.selfSeen, seen.inBlock.over[warp.index]);
  if (scope != Scope::Cta) warp.known.others.learn(seen.byOthers);
}

}  // namespace

bool noteShared(Warp &warp, unsigned lane, uint64_t offset, uint32_t size, AccessKind kind, bool writesSame) {
  if (!isChecked(warp)) return true;
  uint32_t mine = packShared(warp, lane, kind.isAtomic);
  uint64_t block = warp.cta->linearIndex;
  if (!kind.isAtomic) warp.accessed |= LaneMask{1} << lane;
  for (uint64_t at = offset; at < offset + size; ++at) {
    bool isGood = noteCell(
        warp, lane, kind, writesSame, warp.cta->sharedCells[at], mine,
        [&](uint32_t bits) { return unpackShared(bits, block); },
        [&](const Stamp &other, bool otherWrote) {
          reportRace(warp, lane, fmt::format("byte {} of shared memory", at), kind, other, otherWrote);
          return false;
        });
    if (!isGood) return false;
  }
  return true;
}

bool noteGlobal(Warp &warp, Allocation &allocation, unsigned lane, uint64_t offset, uint32_t size, AccessKind kind,
                bool writesSame) {
  uint64_t granule = allocation.granule();
  // A block beyond the range of stamps, or an access of less than what the host announced.
  bool isFit = offset % granule == 0 && size % granule == 0 && warp.cta->linearIndex < (uint64_t{1} << 31);
  if (!isFit || !isChecked(warp)) return true;
  uint64_t mine = packGlobal(warp, lane, kind.isAtomic);
  if (!kind.isAtomic) warp.accessed |= LaneMask{1} << lane;
  for (uint64_t at = offset; at < offset + size; at += granule) {
    bool isGood = noteCell(warp, lane, kind, writesSame, allocation.cell(at / granule), mine, unpackGlobal,
                           [&](const Stamp &other, bool otherWrote) {
                             reportRace(warp, lane, fmt::format("byte {} of `{}`", at, allocation.name()), kind, other,
                                        otherWrote);
                             return false;
                           });
    if (!isGood) return false;
  }
  return true;
}

// ---- What orders accesses ----

void Clocks::join(const Clocks &other) {
  for (size_t i = 0; i < over.size(); ++i) over[i] = std::max(over[i], other.over[i]);
  for (size_t i = 0; i < fenced.size(); ++i) fenced[i] = std::max(fenced[i], other.fenced[i]);
  others.learn(other.others);
}

void Knowledge::learn(uint64_t block, std::span<const uint32_t> clocks) {
  if (block >= kMaxBlocks) {
    knowsOthers_ = true;
    return;
  }
  size_t first = block * clocks.size();
  if (clocks_.size() < first + clocks.size()) clocks_.resize(first + clocks.size());
  for (size_t i = 0; i < clocks.size(); ++i) clocks_[first + i] = std::max(clocks_[first + i], clocks[i]);
}

void Knowledge::learnLane(uint64_t block, uint32_t warp, uint32_t lane, uint32_t clock) {
  uint32_t &known = lanes_[keyOf(block, warp, lane)];
  known = std::max(known, clock);
}

void Knowledge::learn(const Knowledge &other) {
  for (auto [key, clock] : other.lanes_) {
    uint32_t &known = lanes_[key];
    known = std::max(known, clock);
  }
  if (clocks_.size() < other.clocks_.size()) clocks_.resize(other.clocks_.size());
  for (size_t i = 0; i < other.clocks_.size(); ++i) clocks_[i] = std::max(clocks_[i], other.clocks_[i]);
  knowsOthers_ |= other.knowsOthers_;
}

void Releases::publish(uint64_t address, const Knowledge &knowledge, uint64_t block, std::span<const uint32_t> clocks) {
  std::lock_guard lock(mutex_);
  Knowledge &known = published_[address];
  known.learn(knowledge);
  known.learn(block, clocks);
}

void Releases::learn(uint64_t address, Knowledge &into) {
  std::lock_guard lock(mutex_);
  if (auto found = published_.find(address); found != published_.end()) into.learn(found->second);
}

void release(Warp &warp, unsigned lane, uint64_t address, Order order, Scope scope) {
  if (!isChecked(warp) || order == Order::Weak) return;
  bool releases = order == Order::Release || order == Order::AcqRel;
  uint32_t clock = releases ? warp.cta->clock : warp.fenceClock;
  if (clock == 0) return;
  const Clocks &known = releases ? warp.known : warp.knownAtFence;
  Cta &cta = *warp.cta;
  Clocks &published = cta.released[address];
  published.join(known);
  // What other lanes did since they last met is theirs.
  LaneMask others = (releases ? warp.accessed : warp.accessedAtFence) & ~(LaneMask{1} << lane);
  uint32_t ofWarp = others ? (releases ? warp.selfSeen : warp.selfSeenAtFence) : clock;
  Knowledge ownLane;
  if (others) ownLane.learnLane(cta.linearIndex, warp.index, lane, clock);
  published.others.learn(ownLane);
  published.over[warp.index] = std::max(published.over[warp.index], ofWarp);
  published.fenced[warp.index] = std::max(published.fenced[warp.index], fencedUpTo(warp, clock));
  if (scope != Scope::Cta && cta.launch->numBlocks > 1) {
    std::array<uint32_t, 32> clocks = known.over;
    clocks[warp.index] = std::max(clocks[warp.index], ofWarp);
    if (others) ownLane.learn(known.others);
    cta.launch->releases.publish(address, others ? ownLane : known.others, cta.linearIndex,
                                 std::span(clocks).first(cta.launch->numWarps));
  }
  if (releases) ++cta.clock;
}

void acquire(Warp &warp, uint64_t address, Order order, Scope scope) {
  if (!isChecked(warp) || order == Order::Weak) return;
  // A fence may follow, which acquires what a relaxed read has seen, and not what is published later.
  if (order == Order::Relaxed || order == Order::Release) return see(*warp.cta, address, scope, warp.seenRelaxed);
  Published seen;
  see(*warp.cta, address, scope, seen);
  learn(warp, seen, scope);
}

void fence(Warp &warp, Scope scope) {
  if (!isChecked(warp)) return;
  learn(warp, std::exchange(warp.seenRelaxed, {}), scope);
  warp.fenceClock = warp.cta->clock++;
  warp.knownAtFence = warp.known;
  warp.selfSeenAtFence = warp.selfSeen;
  warp.accessedAtFence = warp.accessed;
}

void orderLanes(Warp &warp) {
  warp.selfSeen = warp.cta->clock++;
  warp.accessed = 0;
}

void publishAtBarrier(Warp &warp, Clocks &published) {
  published.join(warp.known);
  published.fenced[warp.index] = fencedUpTo(warp, warp.cta->clock);
  published.over[warp.index] = warp.cta->clock++;
}

void learnAtBarrier(Warp &warp, const Clocks &published) {
  warp.known.join(published);
  warp.selfSeen = warp.cta->clock - 1;
  warp.accessed = 0;
}

// ---- The async proxy ----

void fenceProxy(Warp &warp, LaneMask lanes) {
  for (; lanes; lanes &= lanes - 1) warp.laneFenced[static_cast<size_t>(std::countr_zero(lanes))] = warp.cta->clock;
  ++warp.cta->clock;
}

bool checkRead(Warp &warp, unsigned lane, uint64_t offset, uint32_t size) {
  if (!isChecked(warp)) return true;
  const AccessKind kind = {.isRead = true};
  for (uint64_t at = offset; at < offset + size; ++at) {
    uint32_t writer = warp.cta->sharedCells[at].writer;
    if (!writer) continue;
    Stamp stamp = unpackShared(writer, warp.cta->linearIndex);
    if (!conflicts(warp, lane, kind, stamp)) continue;
    reportRace(warp, lane, fmt::format("byte {} of shared memory", at), kind, stamp, /*otherWrote=*/true);
    return false;
  }
  return true;
}

void stampShared(Warp &warp, unsigned lane, uint64_t offset, uint32_t size, AccessKind kind) {
  if (!isChecked(warp)) return;
  uint32_t mine = packShared(warp, lane, kind.isAtomic);
  for (uint64_t at = offset; at < offset + size; ++at) {
    SharedCell &cell = warp.cta->sharedCells[at];
    if (kind.isWrite)
      cell = {mine, 0, 0};
    else if (uint32_t before = std::exchange(cell.reader, mine); before && before >> 27 != warp.index)
      cell.otherReader = before;
  }
}

uint32_t findUnfenced(const Warp &warp, uint64_t offset, uint32_t size) {
  if (!isChecked(warp)) return size;
  for (uint32_t i = 0; i < size; ++i) {
    if (!(warp.cta->sharedState[offset + i] & kSharedGeneric)) continue;
    Stamp stamp = unpackShared(warp.cta->sharedCells[offset + i].writer, warp.cta->linearIndex);
    uint32_t fenced = stamp.warp == warp.index ? warp.laneFenced[stamp.lane] : warp.known.fenced[stamp.warp];
    if (stamp.clock > fenced) return i;
  }
  return size;
}

}  // namespace tritonc::emulator
