// mbarrier.*: arrivals, announcements of bytes, and waits.
//
// A token, the 64 bits that an arrival returns, is the phase above 20 bits of the arrivals that were pending.
#include "runtime/emulator/access.h"
#include "runtime/emulator/builder.h"
#include "runtime/emulator/cta.h"
#include "runtime/emulator/dispatch.h"

namespace tritonc::emulator {
namespace {

constexpr unsigned kTokenShift = 20;

/// Of all: the address `index` is the barrier's. False after a fault.
struct Places {
  std::array<uint64_t, kWarpSize> offsets;
  std::array<Cta *, kWarpSize> owners;
};

bool findPlaces(Warp &warp, const Inst &inst, LaneMask lanes, Places &places) {
  const AddressParts &parts = warp.frame->function->addresses[inst.index];
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(rest));
    places.owners[lane] = sharedPlaceOf(warp, parts, lane, places.offsets[lane]);
    if (!places.owners[lane]) return false;
  }
  return true;
}

/// Calls `f(lane, owner, barrier, offset)` until it returns false.
template <class F> void forBarriers(Warp &warp, const Inst &inst, LaneMask lanes, F &&f) {
  Places places;
  if (!findPlaces(warp, inst, lanes, places)) return;
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(rest));
    Cta &owner = *places.owners[lane];
    Mbarrier *barrier = findMbarrier(warp, owner, lane, places.offsets[lane]);
    if (!barrier || !f(lane, owner, *barrier, places.offsets[lane])) return;
  }
}

/// Only arrivals may be at barriers of other blocks.
bool checkOwn(Warp &warp, unsigned lane, const Cta &owner) {
  if (&owner == warp.cta) return true;
  warp.fault(Check::MbarrierMisuse, "lane {} may only arrive at an mbarrier of another block", lane);
  return false;
}

/// b: count.
void init(Warp &warp, const Inst &inst, LaneMask lanes) {
  Places places;
  if (!findPlaces(warp, inst, lanes, places)) return;
  const auto *count = warp.at<uint32_t>(inst.b);
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (!checkOwn(warp, lane, *places.owners[lane])) return;
    if (!initMbarrier(warp, lane, places.offsets[lane], count[lane])) return;
  }
}

void invalidate(Warp &warp, const Inst &inst, LaneMask lanes) {
  Places places;
  if (!findPlaces(warp, inst, lanes, places)) return;
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (!checkOwn(warp, lane, *places.owners[lane])) return;
    if (!invalidateMbarrier(warp, lane, places.offsets[lane])) return;
  }
}

/// b: bytes.
template <int kSign> void expect(Warp &warp, const Inst &inst, LaneMask lanes) {
  const auto *bytes = warp.at<uint32_t>(inst.b);
  forBarriers(warp, inst, lanes, [&](unsigned lane, Cta &owner, Mbarrier &barrier, uint64_t offset) {
    return expectBytes(warp, owner, barrier, offset, kSign * int64_t{bytes[lane]});
  });
}

enum ArriveFlag : uint8_t { kArriveDrops = 1, kArriveExpects = 2, kArriveNoComplete = 4 };

/// dst: token; b: count, or bytes with kArriveExpects. count: ArriveFlag; order: Order.
void arrive(Warp &warp, const Inst &inst, LaneMask lanes) {
  const auto *b = warp.at<uint32_t>(inst.b);
  auto *token = warp.at<uint64_t>(inst.dst);
  auto order = static_cast<Order>(inst.order);
  const Mbarrier *published = nullptr;
  forBarriers(warp, inst, lanes, [&](unsigned lane, Cta &owner, Mbarrier &barrier, uint64_t offset) {
    bool expects = inst.count & kArriveExpects;
    if (order == Order::Release && &barrier != published) {
      if (&owner == warp.cta) publishAtBarrier(warp, barrier.arriving);
      published = &barrier;
    }
    token[lane] = barrier.phase << kTokenShift | barrier.pending;
    Arrival arrival{.count = expects ? 1 : b[lane],
                    .drops = (inst.count & kArriveDrops) != 0,
                    .mustNotComplete = (inst.count & kArriveNoComplete) != 0};
    if (expects && !expectBytes(warp, owner, barrier, offset, b[lane])) return false;
    return arriveAt(warp, owner, barrier, offset, arrival);
  });
}

/// dst: whether the phase is over; b: its parity, or its token if `count`. order: Order.
void wait(Warp &warp, const Inst &inst, LaneMask lanes) {
  LaneMask isOver = 0;
  uint64_t last = 0;
  bool isGood = true;
  forBarriers(warp, inst, lanes, [&](unsigned lane, Cta &owner, Mbarrier &barrier, uint64_t offset) {
    isGood = false;
    if (!checkOwn(warp, lane, owner)) return false;
    last = offset;
    bool isDone = false;
    if (inst.count) {
      uint64_t phase = warp.at<uint64_t>(inst.b)[lane] >> kTokenShift;
      if (phase > barrier.phase || phase + 1 < barrier.phase) {
        warp.fault(Check::MbarrierMisuse, "lane {} waits for phase {} of {}: only that and the one before can be told",
                   lane, phase, describeMbarrier(owner, offset));
        return false;
      }
      isDone = phase != barrier.phase;
    } else {
      isDone = (warp.at<uint32_t>(inst.b)[lane] & 1) != (barrier.phase & 1);
    }
    if (isDone) {
      isOver |= LaneMask{1} << lane;
      observe(warp, barrier, static_cast<Order>(inst.order) == Order::Acquire);
    }
    return isGood = true;
  });
  if (!isGood) return;
  if (isOver == 0 && warp.waitAtMbarrier(static_cast<uint32_t>(last))) return;
  setMask(warp.mask(inst.dst), isOver, lanes);
}

void pendingCount(Warp &warp, const Inst &inst, LaneMask lanes) {
  unary<uint32_t, uint64_t,
        decltype([](uint64_t token) { return static_cast<uint32_t>(token & Mbarrier::kMaxCount); })>(warp, inst, lanes);
}

// ---- Building ----

Success readPlace(Builder &b, size_t index) {
  if (index >= b.numOperands()) return b.fail("operands are missing");
  bool isShared = b.has("shared") || b.has("shared::cta") || b.has("shared::cluster");
  std::optional<Space> space = isShared ? std::optional(Space::Shared) : std::nullopt;
  TC_TRY(b.inst.index, b.keepAddress(b.operand(index), space));
  return {};
}

Success expectOperands(Builder &b, size_t least, size_t most) {
  if (b.types != std::vector{Type::B64}) return b.failType();
  if (b.numOperands() < least || b.numOperands() > most) return b.fail("operands are missing, or there are too many");
  return {};
}

Success buildSimple(Builder &b, Handler handler, bool hasValue) {
  TC_TRY_VOID(expectOperands(b, 1 + hasValue, 1 + hasValue));
  TC_TRY_VOID(readPlace(b, 0));
  if (hasValue) {
    TC_TRY(b.inst.b, b.source(b.operand(1), Type::U32));
  }
  return b.use(handler);
}

Success buildArrive(Builder &b) {
  bool expects = b.has("expect_tx"), cannotComplete = b.has("noComplete");
  TC_TRY_VOID(expectOperands(b, expects || cannotComplete ? 3 : 2, 3));
  TC_TRY(b.inst.dst, b.destination(b.operand(0), 64));
  TC_TRY_VOID(readPlace(b, 1));
  syntax::Operand one{.kind = syntax::Operand::Kind::Integer, .bits = 1};
  TC_TRY(b.inst.b, b.source(b.numOperands() == 3 ? b.operand(2) : one, Type::U32));
  b.inst.count = static_cast<uint8_t>((b.has("arrive_drop") ? kArriveDrops : 0) | (expects ? kArriveExpects : 0) |
                                      (cannotComplete ? kArriveNoComplete : 0));
  b.inst.order = static_cast<uint8_t>(b.has("relaxed") ? Order::Relaxed : Order::Release);
  return b.use(arrive);
}

/// The hint of how long to wait is dropped.
Success buildWait(Builder &b) {
  TC_TRY_VOID(expectOperands(b, 3, b.has("try_wait") ? 4 : 3));
  TC_TRY(b.inst.dst, b.destination(b.operand(0), 1));
  TC_TRY_VOID(readPlace(b, 1));
  b.inst.count = !b.has("parity");
  TC_TRY(b.inst.b, b.source(b.operand(2), b.inst.count ? Type::B64 : Type::U32));
  b.inst.order = static_cast<uint8_t>(b.has("relaxed") ? Order::Relaxed : Order::Acquire);
  return b.use(wait);
}

}  // namespace

Success buildMbarrier(Builder &b) {
  if (b.has("init")) return buildSimple(b, init, /*hasValue=*/true);
  if (b.has("inval")) return buildSimple(b, invalidate, /*hasValue=*/false);
  if (b.has("arrive") || b.has("arrive_drop")) return buildArrive(b);
  if (b.has("expect_tx")) return buildSimple(b, expect<1>, /*hasValue=*/true);
  if (b.has("complete_tx")) return buildSimple(b, expect<-1>, /*hasValue=*/true);
  if (b.has("test_wait") || b.has("try_wait")) return buildWait(b);
  if (!b.has("pending_count")) return b.failType();
  TC_TRY_VOID(expectOperands(b, 2, 2));
  TC_TRY(b.inst.dst, b.destination(b.operand(0), 32));
  TC_TRY(b.inst.a, b.source(b.operand(1), Type::B64));
  return b.use(pendingCount);
}

}  // namespace tritonc::emulator
