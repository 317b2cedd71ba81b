#include "runtime/emulator/async.h"

#include <algorithm>
#include <cstring>

#include "runtime/emulator/cta.h"

namespace tritonc::emulator {
namespace {

/// The place of the copy that will land at the offset.
const InstText *findLanding(const Cta &cta, uint64_t offset) {
  auto isIn = [&](const AsyncWrite &write) {
    return std::ranges::any_of(write.segments,
                               [&](const Segment &piece) { return offset - piece.offset < piece.bytes; });
  };
  for (const auto &[at, barrier] : cta.mbarriers)
    for (const auto *list : {&barrier.underWay, &barrier.arrived})
      for (const AsyncWrite &write : *list)
        if (isIn(write)) return write.place;
  for (const auto &warp : cta.warps)
    for (const AsyncCopy &copy : warp->asyncCopies)
      for (unsigned lane = 0; lane < kWarpSize; ++lane)
        if ((copy.lanes >> lane & 1) && offset - copy.addresses[lane] < copy.bytes) return copy.place;
  return nullptr;
}

const InstText *findReading(const Cta &cta, uint64_t offset) {
  auto isIn = [&](const AsyncRead &read) {
    return std::ranges::any_of(read.segments,
                               [&](const Segment &piece) { return offset - piece.offset < piece.bytes; });
  };
  for (const auto &warp : cta.warps) {
    for (const AsyncRead &read : warp->bulkReads)
      if (isIn(read)) return read.place;
    for (const WgmmaUnderWay &one : warp->wgmma.underWay)
      if (isIn(one.read)) return one.read.place;
  }
  return nullptr;
}

/// Reports that nobody may do this to a byte in that state.
void reportState(Warp &warp, const Cta &cta, const std::string &who, uint64_t at, bool isWrite) {
  uint8_t state = cta.sharedState[at];
  std::string act = fmt::format("{} {} byte {} of shared memory", who, isWrite ? "writes" : "reads", at);
  if (state & kSharedMbarrier) return warp.fault(Check::MbarrierMisuse, "{}, which is part of an mbarrier", act);
  bool isLanding = state & kSharedLanding;
  const InstText *place = isLanding ? findLanding(cta, at) : findReading(cta, at);
  std::string other = place ? placeText(*place) : "an asynchronous operation";
  if (isLanding)
    return warp.fault(Check::AsyncHazard, "{}, where {} is still writing: nobody has waited for it", act, other);
  warp.fault(Check::AsyncHazard, "{}, which {} is still reading: nobody has waited for it", act, other);
}

void setFlags(Cta &cta, const Segment &piece, uint8_t clear, uint8_t set) {
  uint8_t *state = cta.sharedState.data() + piece.offset;
  for (uint32_t i = 0; i < piece.bytes; ++i) state[i] = static_cast<uint8_t>((state[i] & ~clear) | set);
}

bool checkBounds(Warp &warp, const Cta &target, const Segment &piece) {
  if (piece.offset <= target.shared.size() && piece.bytes <= target.shared.size() - piece.offset) return true;
  warp.fault(Check::OutOfBounds, "{} bytes at {:#x} of shared memory, of which there are {}", piece.bytes, piece.offset,
             target.shared.size());
  return false;
}

/// What ordinary instructions wrote must be fenced before the async proxy touches it.
bool checkFenced(Warp &warp, const Cta &target, const Segment &piece) {
  if (&target != warp.cta) return true;
  uint32_t first = findUnfenced(warp, piece.offset, piece.bytes);
  if (first == piece.bytes) return true;
  warp.fault(Check::ProxyFence,
             "byte {} of shared memory was written by an ordinary instruction, and no fence.proxy.async of the thread "
             "that wrote it comes before this",
             piece.offset + first);
  return false;
}

}  // namespace

void AsyncWrite::add(uint32_t offset, const std::byte *from, uint32_t size) {
  bytes.insert(bytes.end(), from, from + size);
  if (!segments.empty() && segments.back().offset + segments.back().bytes == offset)
    segments.back().bytes += size;
  else
    segments.push_back({offset, size});
}

bool beginWrite(Warp &warp, unsigned lane, Cta &target, const AsyncWrite &write) {
  const AccessKind kind = {.isWrite = true};
  for (const Segment &piece : write.segments) {
    if (!checkBounds(warp, target, piece)) return false;
    for (uint32_t at = piece.offset; at < piece.offset + piece.bytes; ++at)
      if (target.sharedState[at] & (kSharedLanding | kSharedReading | kSharedMbarrier)) {
        reportState(warp, target, "this copy", at, /*isWrite=*/true);
        return false;
      }
    if (!checkFenced(warp, target, piece)) return false;
    bool isOwn = &target == warp.cta;
    if (isOwn && !noteShared(warp, lane, piece.offset, piece.bytes, kind, /*writesSame=*/false)) return false;
    setFlags(target, piece, kSharedGeneric, kSharedLanding);
  }
  return true;
}

void land(Warp &warp, Cta &target, const AsyncWrite &write) {
  const std::byte *from = write.bytes.data();
  for (const Segment &piece : write.segments) {
    std::memcpy(target.shared.data() + piece.offset, from, piece.bytes);
    from += piece.bytes;
    setFlags(target, piece, kSharedLanding, kSharedDefined);
    if (&target == warp.cta) stampShared(warp, 0, piece.offset, piece.bytes, {.isWrite = true});
  }
}

bool beginRead(Warp &warp, const AsyncRead &read) {
  Cta &cta = *warp.cta;
  const Options &options = cta.launch->options;
  for (const Segment &piece : read.segments) {
    if (!checkBounds(warp, cta, piece)) return false;
    for (uint32_t at = piece.offset; at < piece.offset + piece.bytes; ++at) {
      uint8_t state = cta.sharedState[at];
      if (state & (kSharedLanding | kSharedMbarrier)) {
        reportState(warp, cta, "this operation", at, /*isWrite=*/false);
        return false;
      }
      if (!(state & kSharedDefined) && options.checkUninitialised) {
        warp.fault(Check::Uninitialised, "this operation reads byte {} of shared memory, which nobody has written", at);
        return false;
      }
    }
    if (!checkRead(warp, read.lane, piece.offset, piece.bytes) || !checkFenced(warp, cta, piece)) return false;
  }
  for (const Segment &piece : read.segments) {
    setFlags(cta, piece, 0, kSharedReading);
    for (size_t i = 0; i < piece.bytes / kReadGranule; ++i) ++cta.sharedReaders[piece.offset / kReadGranule + i];
  }
  return true;
}

void endRead(Warp &warp, const AsyncRead &read) {
  Cta &cta = *warp.cta;
  for (const Segment &piece : read.segments) {
    for (uint32_t at = piece.offset; at < piece.offset + piece.bytes; at += kReadGranule)
      if (--cta.sharedReaders[at / kReadGranule] == 0) setFlags(cta, {at, kReadGranule}, kSharedReading, 0);
    stampShared(warp, read.lane, piece.offset, piece.bytes, {.isRead = true});
  }
}

bool checkSharedState(Warp &warp, Cta &target, unsigned lane, uint64_t offset, uint32_t size, bool isRead,
                      bool isWrite) {
  uint8_t *state = target.sharedState.data() + offset;
  uint8_t any = 0, all = 0xff;
  for (uint32_t i = 0; i < size; ++i) any |= state[i], all &= state[i];
  uint8_t taboo = kSharedLanding | kSharedMbarrier | (isWrite ? kSharedReading : 0);
  if (any & taboo) [[unlikely]] {
    while (!(*state & taboo)) ++state;
    reportState(warp, target, fmt::format("lane {}", lane), static_cast<uint64_t>(state - target.sharedState.data()),
                isWrite);
    return false;
  }
  if (isRead && !(all & kSharedDefined) && warp.cta->launch->options.checkUninitialised) [[unlikely]] {
    while (*state & kSharedDefined) ++state;
    warp.fault(Check::Uninitialised, "lane {} reads byte {} of shared memory, which nobody has written", lane,
               state - target.sharedState.data());
    return false;
  }
  if (isWrite) {
    // Of other blocks' warps the cells know nothing.
    bool isOwn = &target == warp.cta;
    std::memset(state, kSharedDefined | (isOwn ? kSharedGeneric : 0), size);
    if (isOwn) warp.laneWrote[lane] = warp.cta->clock;
  }
  return true;
}

}  // namespace tritonc::emulator
