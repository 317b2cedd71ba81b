// What the lanes of a warp, and the warps of a block, do together.
#include <bit>

#include "runtime/emulator/builder.h"
#include "runtime/emulator/cta.h"
#include "runtime/emulator/decoder.h"
#include "runtime/emulator/dispatch.h"
#include "runtime/emulator/race.h"

namespace tritonc::emulator {
namespace {

unsigned firstLane(LaneMask lanes) { return static_cast<unsigned>(std::countr_zero(lanes)); }

/// Waits until the lanes of the mask operand (the one in `slot`) are here; `lanes` then holds them all.
bool gatherMembers(Warp &warp, Slot slot, LaneMask &lanes) {
  return warp.gather(warp.at<uint32_t>(slot)[firstLane(lanes)], lanes);
}

// ---- shfl ----

enum class Shuffle : uint8_t { Up, Down, Bfly, Idx };

/// a: value, b: lane or distance, c: bounds, d: members. imm: the slot of the predicate, or -1.
template <Shuffle kMode> void shfl(Warp &warp, const Inst &inst, LaneMask lanes) {
  if (!gatherMembers(warp, inst.d, lanes)) return;
  const auto *a = warp.at<uint32_t>(inst.a), *b = warp.at<uint32_t>(inst.b), *c = warp.at<uint32_t>(inst.c);
  auto *d = warp.at<uint32_t>(inst.dst);
  std::array<uint32_t, kWarpSize> result;
  LaneMask valid = 0;
  forLanes(lanes, [&](unsigned lane) {
    uint32_t by = b[lane] & 31, segment = c[lane] >> 8 & 31, bound = c[lane] & 31;
    uint32_t most = (lane & segment) | (bound & ~segment), from = lane;
    bool isValid = true;
    switch (kMode) {
    case Shuffle::Up: from = lane - by, isValid = static_cast<int>(from) >= static_cast<int>(most); break;
    case Shuffle::Down: from = lane + by, isValid = from <= most; break;
    case Shuffle::Bfly: from = lane ^ by, isValid = from <= most; break;
    case Shuffle::Idx: from = (lane & segment) | (by & ~segment), isValid = from <= most; break;
    }
    result[lane] = a[isValid ? from : lane];
    valid |= LaneMask{isValid} << lane;
  });
  forLanes(lanes, [&](unsigned lane) { d[lane] = result[lane]; });
  if (inst.count) setMask(warp.mask(warp.frame->function->slots[inst.index]), valid, lanes);
}

// ---- vote, match, redux, elect ----

enum class Vote : uint8_t { All, Any, Uni, Ballot };

/// a: predicate (negated by kNegatesC), d: members if count.
template <Vote kMode> void vote(Warp &warp, const Inst &inst, LaneMask lanes) {
  if (inst.count && !gatherMembers(warp, inst.d, lanes)) return;
  LaneMask votes = (inst.flags & kNegatesC ? ~warp.mask(inst.a) : warp.mask(inst.a)) & lanes;
  if constexpr (kMode == Vote::Ballot) {
    auto *d = warp.at<uint32_t>(inst.dst);
    forLanes(lanes, [&](unsigned lane) { d[lane] = votes; });
  } else {
    bool holds = kMode == Vote::All ? votes == lanes : kMode == Vote::Any ? votes != 0 : votes == lanes || votes == 0;
    setMask(warp.mask(inst.dst), holds ? kAllLanes : 0, lanes);
  }
}

template <class T> void matchAny(Warp &warp, const Inst &inst, LaneMask lanes) {
  if (!gatherMembers(warp, inst.d, lanes)) return;
  const T *a = warp.at<T>(inst.a);
  auto *d = warp.at<uint32_t>(inst.dst);
  std::array<uint32_t, kWarpSize> result;
  forLanes(lanes, [&](unsigned lane) {
    result[lane] = lanesWhere(lanes, [&](unsigned other) { return a[other] == a[lane]; });
  });
  forLanes(lanes, [&](unsigned lane) { d[lane] = result[lane]; });
}

template <class T> void matchAll(Warp &warp, const Inst &inst, LaneMask lanes) {
  if (!gatherMembers(warp, inst.d, lanes)) return;
  const T *a = warp.at<T>(inst.a);
  T first = a[firstLane(lanes)];
  bool isSame = lanesWhere(lanes, [&](unsigned lane) { return a[lane] == first; }) == lanes;
  auto *d = warp.at<uint32_t>(inst.dst);
  forLanes(lanes, [&](unsigned lane) { d[lane] = isSame ? lanes : 0; });
  if (inst.count) setMask(warp.mask(warp.frame->function->slots[inst.index]), isSame ? kAllLanes : 0, lanes);
}

template <class T, class Op> void redux(Warp &warp, const Inst &inst, LaneMask lanes) {
  if (!gatherMembers(warp, inst.d, lanes)) return;
  const T *a = warp.at<T>(inst.a);
  T result = a[firstLane(lanes)];
  for (LaneMask rest = lanes & (lanes - 1); rest; rest &= rest - 1) result = Op{}(result, a[firstLane(rest)]);
  T *d = warp.at<T>(inst.dst);
  forLanes(lanes, [&](unsigned lane) { d[lane] = result; });
}

void elect(Warp &warp, const Inst &inst, LaneMask lanes) {
  if (!gatherMembers(warp, inst.d, lanes)) return;
  uint32_t leader = firstLane(lanes);
  auto *d = warp.at<uint32_t>(inst.dst);
  forLanes(lanes, [&](unsigned lane) { d[lane] = leader; });
  if (inst.count) setMask(warp.mask(warp.frame->function->slots[inst.index]), LaneMask{1} << leader, lanes);
}

void activemask(Warp &warp, const Inst &inst, LaneMask lanes) {
  auto *d = warp.at<uint32_t>(inst.dst);
  forLanes(lanes, [&](unsigned lane) { d[lane] = lanes; });
}

// ---- Barriers ----

void warpSync(Warp &warp, const Inst &inst, LaneMask lanes) {
  if (gatherMembers(warp, inst.d, lanes)) orderLanes(warp);
}

enum class BarrierAct : uint8_t { Sync, Arrive, Popc, And, Or };

}  // namespace

bool checkAligned(Warp &warp, LaneMask &lanes) {
  if (lanes == warp.alive) return true;
  if (lanes != warp.lanes || !warp.groups[warp.current].released) {
    warp.fault(Check::Divergent, "an aligned instruction is executed by part of the warp: {}", warp.describe());
    return false;
  }
  return warp.gather(warp.alive, lanes);
}

namespace {

/// a: number, b: threads if kind's bit 0, c: predicate of `red`. mode: BarrierAct; count: 1 if aligned.
void barrier(Warp &warp, const Inst &inst, LaneMask lanes) {
  if (inst.count && !checkAligned(warp, lanes)) return;
  uint32_t number = warp.at<uint32_t>(inst.a)[firstLane(lanes)];
  uint32_t expected = inst.kind ? warp.at<uint32_t>(inst.b)[firstLane(lanes)] : 0;
  if (number >= Cta::kNumBarriers || expected % kWarpSize || expected > warp.cta->launch->numWarps * kWarpSize)
    return warp.fault(Check::BadOperand,
                      "barrier {} for {} threads: there are 16 barriers, for multiples of 32 up to all threads", number,
                      expected);
  auto act = static_cast<BarrierAct>(inst.mode);
  if (act >= BarrierAct::Popc) {
    Barrier &state = warp.cta->barriers[number];
    LaneMask votes = inst.flags & kNegatesC ? ~warp.mask(inst.c) : warp.mask(inst.c);
    state.numTrue += static_cast<uint32_t>(std::popcount(votes & lanes));
    state.numVotes += static_cast<uint32_t>(std::popcount(lanes));
    auto kind = static_cast<Barrier::Result::Kind>(inst.mode - static_cast<uint8_t>(BarrierAct::Popc));
    state.results.push_back({warp.frame->registers.data(), inst.dst, lanes, kind});
  }
  warp.cta->arriveAtBarrier(warp, number, expected, lanes, act != BarrierAct::Arrive);
}

void alignedNothing(Warp &warp, const Inst &, LaneMask lanes) { checkAligned(warp, lanes); }

// ---- Building ----

Success readMembers(Builder &b, size_t index) {
  if (index >= b.numOperands()) return b.fail("the mask of members is missing");
  TC_TRY(b.inst.d, b.source(b.operand(index), Type::U32));
  return {};
}

/// `d|p`: the predicate's slot is kept, and `count` says so.
Success readPair(Builder &b, unsigned bits) {
  TC_TRY(b.inst.dst, b.destination(b.operand(0), bits));
  b.inst.count = 0;
  if (b.operand(0).second.empty()) return {};
  syntax::Operand second{.kind = syntax::Operand::Kind::Name, .name = b.operand(0).second};
  TC_TRY(Slot slot, b.destination(second, 1));
  b.inst.index = b.keep({slot});
  b.inst.count = 1;
  return {};
}

/// A predicate that may be negated (kNegatesC).
Result<Slot> readVote(Builder &b, syntax::Operand operand) {
  if (std::exchange(operand.isNegated, false)) b.inst.flags |= kNegatesC;
  return b.source(operand, Type::Pred);
}

template <class Op> Handler reduxForm(Type type) {
  if (type == Type::S32) return redux<int32_t, Op>;
  return bitsOf(type) == 32 && !isFloat(type) ? redux<uint32_t, Op> : nullptr;
}

Success buildBarrierForm(Builder &b, bool isAligned) {
  size_t at = 0;
  BarrierAct act = b.has("arrive") ? BarrierAct::Arrive : BarrierAct::Sync;
  if (b.has("red")) {
    act = b.has("popc") ? BarrierAct::Popc : b.has("and") ? BarrierAct::And : BarrierAct::Or;
    if (b.numOperands() < 3) return b.fail("operands are missing");
    TC_TRY(b.inst.dst, b.destination(b.operand(0), act == BarrierAct::Popc ? 32 : 1));
    TC_TRY(b.inst.c, readVote(b, b.operand(b.numOperands() - 1)));
    at = 1;
  }
  size_t numbers = b.numOperands() - at - (at ? 1 : 0);
  if (b.numOperands() <= at || numbers < 1 || numbers > 2) return b.fail("operands are missing");
  TC_TRY(b.inst.a, b.source(b.operand(at), Type::U32));
  b.inst.kind = numbers == 2;
  if (b.inst.kind) {
    TC_TRY(b.inst.b, b.source(b.operand(at + 1), Type::U32));
  } else if (act == BarrierAct::Arrive) {
    return b.fail("the number of threads is missing");
  }
  b.inst.mode = static_cast<uint8_t>(act);
  b.inst.count = isAligned;
  return b.use(barrier);
}

}  // namespace

Success buildShfl(Builder &b) {
  if (b.types != std::vector{Type::B32} || !b.has("sync") || b.numOperands() != 5) return b.failType();
  TC_TRY_VOID(readPair(b, 32));
  TC_TRY(b.inst.a, b.source(b.operand(1), Type::B32));
  TC_TRY(b.inst.b, b.source(b.operand(2), Type::B32));
  TC_TRY(b.inst.c, b.source(b.operand(3), Type::B32));
  TC_TRY_VOID(readMembers(b, 4));
  if (b.has("up")) return b.use(shfl<Shuffle::Up>);
  if (b.has("down")) return b.use(shfl<Shuffle::Down>);
  return b.use(b.has("bfly") ? shfl<Shuffle::Bfly> : b.has("idx") ? shfl<Shuffle::Idx> : nullptr);
}

Success buildVote(Builder &b) {
  bool isBallot = b.has("ballot");
  if (b.types.size() != 1 || b.type() != (isBallot ? Type::B32 : Type::Pred) || b.numOperands() < 2)
    return b.failType();
  TC_TRY(b.inst.dst, b.destination(b.operand(0), isBallot ? 32 : 1));
  TC_TRY(b.inst.a, readVote(b, b.operand(1)));
  b.inst.count = b.has("sync");
  if (b.inst.count) TC_TRY_VOID(readMembers(b, 2));
  if (isBallot) return b.use(vote<Vote::Ballot>);
  if (b.has("all")) return b.use(vote<Vote::All>);
  return b.use(b.has("any") ? vote<Vote::Any> : b.has("uni") ? vote<Vote::Uni> : nullptr);
}

Success buildMatch(Builder &b) {
  if (b.types.size() != 1 || b.numOperands() != 3 || !b.has("sync")) return b.failType();
  TC_TRY_VOID(readPair(b, 32));
  TC_TRY(b.inst.a, b.source(b.operand(1), b.type()));
  TC_TRY_VOID(readMembers(b, 2));
  if (b.type() == Type::B32) return b.use(b.has("all") ? matchAll<uint32_t> : matchAny<uint32_t>);
  return b.use(b.type() != Type::B64 ? nullptr : b.has("all") ? matchAll<uint64_t> : matchAny<uint64_t>);
}

Success buildRedux(Builder &b) {
  if (b.types.size() != 1 || b.numOperands() != 3) return b.failType();
  TC_TRY(b.inst.dst, b.destination(b.operand(0), 32));
  TC_TRY(b.inst.a, b.source(b.operand(1), b.type()));
  TC_TRY_VOID(readMembers(b, 2));
  if (b.has("add")) return b.use(reduxForm<AddI>(b.type()));
  if (b.has("min")) return b.use(reduxForm<MinI>(b.type()));
  if (b.has("max")) return b.use(reduxForm<MaxI>(b.type()));
  if (b.has("and")) return b.use(reduxForm<And>(b.type()));
  return b.use(b.has("or") ? reduxForm<Or>(b.type()) : b.has("xor") ? reduxForm<Xor>(b.type()) : nullptr);
}

Success buildElect(Builder &b) {
  if (b.numOperands() != 2) return b.fail("operands are missing");
  TC_TRY_VOID(readPair(b, 32));
  TC_TRY_VOID(readMembers(b, 1));
  return b.use(elect);
}

Success buildActivemask(Builder &b) { return b.use(activemask); }

Success buildBar(Builder &b) {
  if (!b.has("warp")) return buildBarrierForm(b, /*isAligned=*/true);
  TC_TRY_VOID(readMembers(b, 0));
  return b.use(warpSync);
}

Success buildBarrier(Builder &b) {
  if (b.has("cluster")) return buildClusterBarrier(b);
  return buildBarrierForm(b, b.has("aligned"));
}

Success buildSetMaxRegisters(Builder &b) {
  if (b.numOperands() != 1 || !b.has("aligned") || b.has("inc") == b.has("dec")) return b.failType();
  uint64_t count = b.operand(0).bits;
  if (b.operand(0).kind != syntax::Operand::Kind::Integer || count % 8 != 0 || count < 24 || count > 256)
    return b.fail("the number of registers must be a multiple of 8 from 24 to 256");
  return b.use(alignedNothing);
}

}  // namespace tritonc::emulator
