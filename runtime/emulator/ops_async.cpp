// cp.async: copies from global to shared memory that land when they are waited for (async.h). The PTX ISA counts them
// to the generic proxy. What they wrote is in shared memory once they have been waited for, though, and NVIDIA's own
// libraries (CUTLASS, the multistage main loops for wgmma) read it from the async proxy without a fence, which would
// also wait for the copies that are still on their way. So no fence is asked for here.
#include <cstring>

#include "runtime/emulator/access.h"
#include "runtime/emulator/builder.h"
#include "runtime/emulator/cta.h"

namespace tritonc::emulator {
namespace {

/// Sets or clears the flag for the place of the first lane of the mask.
void mark(Cta &cta, const AsyncCopy &copy, LaneMask lane, uint8_t flag) {
  uint8_t *state = cta.sharedState.data() + copy.addresses[static_cast<size_t>(std::countr_zero(lane))];
  for (unsigned i = 0; i < copy.bytes; ++i) state[i] |= flag;
}

/// The lanes whose copy is under way already, made by another thread: copies of one tile are alike, and do no harm.
LaneMask repeated(const Cta &cta, const AsyncCopy &copy) {
  LaneMask result = 0;
  for (LaneMask rest = copy.lanes; rest; rest &= rest - 1) {
    auto lane = static_cast<size_t>(std::countr_zero(rest));
    uint64_t address = copy.addresses[lane];
    bool isLanding = address < cta.sharedState.size() && (cta.sharedState[address] & kSharedLanding);
    if (!isLanding) continue;
    for (const auto &warp : cta.warps)
      for (const AsyncCopy &other : warp->asyncCopies)
        for (size_t i = 0; i < kWarpSize; ++i)
          if ((other.lanes >> i & 1) && other.addresses[i] == address && other.bytes == copy.bytes &&
              std::memcmp(&other.values[i * copy.bytes], &copy.values[lane * copy.bytes], copy.bytes) == 0)
            result |= LaneMask{1} << lane;
  }
  return result;
}

/// a: destination with offset imm; b: source, whose offset is added at once; c: bytes to read if `order`, else all.
/// count: bytes. kind and mode: of the destination.
void copyAsync(Warp &warp, const Inst &inst, LaneMask lanes) {
  AsyncCopy copy;
  Access to;
  computeAddresses(warp, inst, to);
  to.space = Space::Shared;
  to.lanes = lanes;
  to.bytes = inst.count;
  to.kind = {.isWrite = true};
  Access from;
  from.space = Space::Global;
  from.bytes = inst.count;
  from.kind = {.isRead = true};
  const auto *source = warp.at<uint64_t>(inst.b);
  const auto *size = warp.at<uint32_t>(inst.c);
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(rest));
    from.addresses[lane] = source[lane] + inst.index;
    if (blockOf(warp, to.addresses[lane]) != warp.cta)
      return warp.fault(Check::BadOperand, "lane {} copies into the shared memory of another block", lane);
    copy.addresses[lane] = to.addresses[lane];
    // Nothing is read where no byte is wanted; the rest is zero.
    if (inst.order == 0 || size[lane] != 0) from.lanes |= LaneMask{1} << lane;
  }
  if (from.lanes && !locate(warp, from)) return;
  for (LaneMask rest = from.lanes; rest; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(rest));
    unsigned wanted = inst.order ? std::min<uint32_t>(size[lane], inst.count) : inst.count;
    std::memcpy(copy.values.data() + size_t{lane} * inst.count, from.host[lane], wanted);
  }
  copy.lanes = lanes;
  copy.bytes = inst.count;
  copy.group = warp.asyncGroup;
  copy.serial = warp.asyncSerial++;
  copy.place = &warp.frame->function->texts[warp.pc - 1];
  to.lanes &= ~repeated(*warp.cta, copy);
  if (to.lanes && !locate(warp, to)) return;
  for (LaneMask rest = to.lanes; rest; rest &= rest - 1) mark(*warp.cta, copy, rest, kSharedLanding);
  warp.asyncCopies.push_back(copy);
}

void land(Warp &warp, uint64_t endGroup) {
  while (!warp.asyncCopies.empty() && warp.asyncCopies.front().group < endGroup)
    landCopies(warp, warp.asyncCopies.front().serial, warp);
}

/// a, imm, mode: the mbarrier. count: 1 if the arrival was not counted when the barrier was made.
void arriveWithCopies(Warp &warp, const Inst &inst, LaneMask lanes) {
  Access access;
  computeAddresses(warp, inst, access);
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(rest));
    uint64_t offset = access.addresses[lane];
    if (static_cast<Space>(inst.kind) == Space::Generic) offset -= kSharedWindow;
    Mbarrier *barrier = findMbarrier(warp, *warp.cta, lane, offset);
    if (!barrier) return;
    if (lane == static_cast<unsigned>(std::countr_zero(lanes))) publishAtBarrier(warp, barrier->arriving);
    if (warp.asyncSerial > 0) barrier->copiesUnderWay.emplace_back(&warp, warp.asyncSerial - 1);
    barrier->pending += inst.count;
    if (!arriveAt(warp, *warp.cta, *barrier, offset, {})) return;
  }
}

void commitGroup(Warp &warp, const Inst &, LaneMask) { ++warp.asyncGroup; }
/// imm: groups that may still be under way.
void waitGroup(Warp &warp, const Inst &inst, LaneMask) {
  auto left = static_cast<uint64_t>(inst.imm);
  if (warp.asyncGroup > left) land(warp, warp.asyncGroup - left);
}
void waitAll(Warp &warp, const Inst &, LaneMask) { land(warp, ++warp.asyncGroup); }

Success buildCopyArrival(Builder &b) {
  if (b.numOperands() != 1) return b.fail("the mbarrier is missing");
  std::optional<Space> space;
  if (b.has("shared") || b.has("shared::cta")) space = Space::Shared;
  TC_TRY_VOID(b.address(b.operand(0), space));
  b.inst.kind = static_cast<uint8_t>(space.value_or(Space::Generic));
  b.inst.count = !b.has("noinc");
  return b.use(arriveWithCopies);
}

}  // namespace

void landCopies(Warp &owner, uint64_t serial, Warp &by) {
  Cta &cta = *owner.cta;
  while (!owner.asyncCopies.empty() && owner.asyncCopies.front().serial <= serial) {
    const AsyncCopy copy = owner.asyncCopies.front();
    owner.asyncCopies.pop_front();
    for (LaneMask rest = copy.lanes; rest; rest &= rest - 1) {
      auto lane = static_cast<unsigned>(std::countr_zero(rest));
      uint64_t at = copy.addresses[lane];
      std::memcpy(cta.shared.data() + at, copy.values.data() + size_t{lane} * copy.bytes, copy.bytes);
      std::memset(cta.sharedState.data() + at, kSharedDefined, copy.bytes);
      stampShared(by, lane, at, copy.bytes, {.isWrite = true});
    }
  }
}

Success buildCp(Builder &b) {
  if (!b.has("async")) return b.failType();
  if (b.has("tensor")) return buildCpTensor(b);
  if (b.has("bulk")) return buildCpBulk(b);
  if (b.has("mbarrier")) return buildCopyArrival(b);
  if (b.has("commit_group")) return b.use(commitGroup);
  if (b.has("wait_all")) return b.use(waitAll);
  if (b.has("wait_group")) {
    if (b.numOperands() != 1) return b.fail("the number of groups is missing");
    b.inst.imm = static_cast<int64_t>(b.operand(0).bits);
    return b.use(waitGroup);
  }
  bool hasPolicy = b.has("L2::cache_hint");
  size_t operands = b.numOperands() - hasPolicy;
  if (operands < 3 || operands > 4 || !b.has("global")) return b.failType();
  uint64_t bytes = b.operand(2).bits;
  if (bytes != 4 && bytes != 8 && bytes != 16) return b.fail("{} bytes cannot be copied at once", bytes);
  std::optional<Space> from = Space::Global, to = Space::Shared;
  TC_TRY_VOID(b.address(b.operand(1), from));
  if (b.inst.mode != kBase64) return b.fail("an address of global memory has 64 bits");
  b.inst.b = b.inst.a;
  b.inst.index = static_cast<uint32_t>(b.inst.imm);
  if (b.inst.imm != static_cast<int64_t>(b.inst.index))
    return b.fail("the offset of the source is negative or too large");
  TC_TRY_VOID(b.address(b.operand(0), to));
  b.inst.count = static_cast<uint8_t>(bytes);
  b.inst.order = operands == 4;
  if (b.inst.order) {
    TC_TRY(b.inst.c, b.source(b.operand(3), Type::U32));
  }
  return b.use(copyAsync);
}

}  // namespace tritonc::emulator
