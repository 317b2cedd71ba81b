// cp.async: copies from global to shared memory that land when they are waited for. Who reads earlier sees what was
// there before, which the checks call uninitialised where nothing was.
#include <cstring>

#include "runtime/emulator/access.h"
#include "runtime/emulator/builder.h"
#include "runtime/emulator/cta.h"

namespace tritonc::emulator {
namespace {

/// a: destination with offset imm; b: source, whose offset is added at once; c: bytes to read if `order`, else all.
/// count: bytes. kind and mode: of the destination.
void copyAsync(Warp &warp, const Inst &inst, LaneMask lanes) {
  AsyncCopy copy;
  Access to;
  computeAddresses(warp, inst, to);
  Access from;
  from.space = Space::Global;
  from.bytes = inst.count;
  from.kind = {.isRead = true};
  const auto *source = warp.at<uint64_t>(inst.b);
  const auto *size = warp.at<uint32_t>(inst.c);
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(rest));
    from.addresses[lane] = source[lane] + inst.index;
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
  warp.asyncCopies.push_back(copy);
}

void land(Warp &warp, uint64_t endGroup) {
  while (!warp.asyncCopies.empty() && warp.asyncCopies.front().group < endGroup) {
    const AsyncCopy &copy = warp.asyncCopies.front();
    Access access;
    access.space = Space::Shared;
    access.lanes = copy.lanes;
    access.bytes = copy.bytes;
    access.kind = {.isWrite = true};
    access.addresses = copy.addresses;
    access.values = copy.values.data();
    if (!locate(warp, access)) return;
    warp.asyncCopies.pop_front();
  }
}

void commitGroup(Warp &warp, const Inst &, LaneMask) { ++warp.asyncGroup; }
/// imm: groups that may still be under way.
void waitGroup(Warp &warp, const Inst &inst, LaneMask) {
  auto left = static_cast<uint64_t>(inst.imm);
  if (warp.asyncGroup > left) land(warp, warp.asyncGroup - left);
}
void waitAll(Warp &warp, const Inst &, LaneMask) { land(warp, ++warp.asyncGroup); }

}  // namespace

Success buildCp(Builder &b) {
  if (!b.has("async")) return b.failType();
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
