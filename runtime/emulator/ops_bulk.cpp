// cp.async.bulk and its groups: copies of many bytes by the async proxy, counted by mbarriers or bulk groups (async.h).
//
// What they write to global memory is there at once.
#include "runtime/emulator/bulk.h"

#include <algorithm>
#include <cstring>

#include "runtime/emulator/cta.h"
#include "runtime/emulator/decoder.h"

namespace tritonc::emulator {
namespace {

constexpr uint32_t kBulkAlign = 16;

bool checkBulk(Warp &warp, unsigned lane, uint64_t global, uint64_t shared, uint32_t bytes) {
  if (((global | shared | bytes) & (kBulkAlign - 1)) == 0) return true;
  warp.fault(Check::Misaligned,
             "lane {} copies {} bytes between {:#x} and {:#x} of shared memory: all must be multiples of 16", lane,
             bytes, global, shared);
  return false;
}

/// Of copies: the addresses `index` on are destination, source and mbarrier; c: bytes; mode: ReduceOp, order: Type,
/// kind: 1 reduces.
const AddressParts &partsOf(const Warp &warp, const Inst &inst, unsigned which) {
  return warp.frame->function->addresses[inst.index + which];
}

template <class F> void forEachLane(LaneMask lanes, F &&f) {
  for (; lanes; lanes &= lanes - 1)
    if (!f(static_cast<unsigned>(std::countr_zero(lanes)))) return;
}

void bulkLoad(Warp &warp, const Inst &inst, LaneMask lanes) {
  forEachLane(lanes, [&](unsigned lane) {
    BulkTargets targets;
    uint64_t from = addressOf(warp, partsOf(warp, inst, 1), lane);
    uint32_t bytes = warp.at<uint32_t>(inst.c)[lane];
    if (!findTargets(warp, inst, lane, kBulkAlign, targets) || !checkBulk(warp, lane, from, targets.offset, bytes))
      return false;
    AsyncWrite write{.place = &warp.frame->function->texts[warp.pc - 1]};
    bool isGood = forGlobalPieces(warp, lane, from, bytes, kBulkAlign, {.isRead = true},
                                  [&](const std::byte *host, uint32_t done, uint32_t size) {
                                    write.add(static_cast<uint32_t>(targets.offset) + done, host, size);
                                  });
    return isGood && startCopy(warp, lane, targets, write, bytes);
  });
}

/// From the own block's shared memory to that of a block of the cluster.
void bulkPush(Warp &warp, const Inst &inst, LaneMask lanes) {
  forEachLane(lanes, [&](unsigned lane) {
    BulkTargets targets;
    uint64_t from = 0;
    Cta *owner = sharedPlaceOf(warp, partsOf(warp, inst, 1), lane, from);
    uint32_t bytes = warp.at<uint32_t>(inst.c)[lane];
    if (!owner || !findTargets(warp, inst, lane, kBulkAlign, targets) ||
        !checkBulk(warp, lane, from, targets.offset, bytes))
      return false;
    AsyncRead read{.place = &warp.frame->function->texts[warp.pc - 1], .lane = lane};
    read.segments.push_back({static_cast<uint32_t>(from), bytes});
    if (owner != warp.cta || !beginRead(warp, read)) return false;
    endRead(warp, read);
    AsyncWrite write{.place = read.place};
    write.add(static_cast<uint32_t>(targets.offset), owner->shared.data() + from, bytes);
    return startCopy(warp, lane, targets, write, bytes);
  });
}

void bulkStore(Warp &warp, const Inst &inst, LaneMask lanes) {
  BulkEffect effect{inst.kind != 0, static_cast<ReduceOp>(inst.mode), static_cast<Type>(inst.order)};
  forEachLane(lanes, [&](unsigned lane) {
    uint64_t to = addressOf(warp, partsOf(warp, inst, 0), lane), from = 0;
    Cta *owner = sharedPlaceOf(warp, partsOf(warp, inst, 1), lane, from);
    uint32_t bytes = warp.at<uint32_t>(inst.c)[lane];
    if (!owner || !checkBulk(warp, lane, to, from, bytes)) return false;
    std::vector<std::byte> values;
    return startStore(warp, lane, {{static_cast<uint32_t>(from), bytes}}, values) &&
           writeGlobal(warp, lane, to, values, effect);
  });
}

void commitGroup(Warp &warp, const Inst &, LaneMask lanes) {
  forLanes(lanes, [&](unsigned lane) { ++warp.bulkGroup[lane]; });
}

/// imm: groups that may still be under way.
void waitGroup(Warp &warp, const Inst &inst, LaneMask lanes) {
  auto left = static_cast<uint64_t>(inst.imm);
  std::erase_if(warp.bulkReads, [&](const AsyncRead &read) {
    bool isOver = (lanes >> read.lane & 1) && read.group + left < warp.bulkGroup[read.lane];
    if (isOver) endRead(warp, read);
    return isOver;
  });
}

void prefetch(Warp &, const Inst &, LaneMask) {}

// ---- Building ----

Success keepAll(Builder &b, std::initializer_list<std::pair<size_t, Space>> operands) {
  bool isFirst = true;
  for (auto [index, space] : operands) {
    TC_TRY(uint32_t kept, b.keepAddress(b.operand(index), space));
    if (std::exchange(isFirst, false)) b.inst.index = kept;
  }
  return {};
}

Success buildIntoShared(Builder &b, Space from) {
  if (b.numOperands() < 4) return b.fail("operands are missing");
  if (b.has("reduce")) return b.failType();
  TC_TRY_VOID(keepAll(b, {{0, Space::Shared}, {1, from}, {3, Space::Shared}}));
  TC_TRY(b.inst.c, b.source(b.operand(2), Type::U32));
  TC_TRY_VOID(readBulkOptions(b, 4));
  return b.use(from == Space::Global ? bulkLoad : bulkPush);
}

Success buildIntoGlobal(Builder &b) {
  if (b.numOperands() < 3 || !b.has("bulk_group")) return b.fail("operands are missing, or `.bulk_group`");
  TC_TRY_VOID(keepAll(b, {{0, Space::Global}, {1, Space::Shared}}));
  TC_TRY(b.inst.c, b.source(b.operand(2), Type::U32));
  TC_TRY_VOID(readBulkOptions(b, 3));
  if (b.has("reduce")) {
    TC_TRY(ReduceOp op, readReduceOp(b));
    bool isHalfSum = op == ReduceOp::Add && !b.types.empty() && (b.type() == Type::F16 || b.type() == Type::BF16);
    if (b.types.size() != 1 || !canReduce(op, b.type()) || isHalfSum != b.has("noftz")) return b.failType();
    b.inst.kind = 1;
    b.inst.mode = static_cast<uint8_t>(op);
    b.inst.order = static_cast<uint8_t>(b.type());
  }
  return b.use(bulkStore);
}

}  // namespace

// ---- What plain and tensor copies share ----

std::vector<std::string_view> spacesOf(const Builder &b) {
  std::vector<std::string_view> spaces;
  for (std::string_view modifier : b.source().modifiers)
    if (modifier == "global" || modifier.starts_with("shared")) spaces.push_back(modifier);
  return spaces;
}

Result<ReduceOp> readReduceOp(Builder &b) {
  for (std::string_view modifier : b.source().modifiers)
    if (auto op = findReduceOp(modifier)) return *op;
  return b.fail("the operation is missing");
}

Success readBulkOptions(Builder &b, size_t at) {
  if (b.has("multicast::cluster")) {
    if (at >= b.numOperands()) return b.fail("the mask of blocks is missing");
    b.inst.flags |= kMulticast;
    TC_TRY(b.inst.d, b.source(b.operand(at++), Type::B16));
  }
  at += b.has("L2::cache_hint");
  if (at != b.numOperands()) return b.fail("operands are missing, or there are too many");
  return {};
}

bool findTargets(Warp &warp, const Inst &inst, unsigned lane, unsigned align, BulkTargets &targets) {
  Cta *to = sharedPlaceOf(warp, partsOf(warp, inst, 0), lane, targets.offset);
  Cta *owner = to ? sharedPlaceOf(warp, partsOf(warp, inst, 2), lane, targets.barrier) : nullptr;
  if (!owner) return false;
  if (targets.offset % align != 0) {
    warp.fault(Check::Misaligned, "lane {} copies to {:#x} of shared memory, which is not a multiple of {}", lane,
               targets.offset, align);
    return false;
  }
  if (!(inst.flags & kMulticast)) {
    targets.blocks = {to};
    if (to == owner) return true;
    warp.fault(Check::BadOperand, "lane {} copies to one block, and its mbarrier is in another", lane);
    return false;
  }
  uint32_t mask = warp.at<uint16_t>(inst.d)[lane];
  size_t numBlocks = std::max<size_t>(warp.cta->cluster.size(), 1);
  if (mask == 0 || mask >> numBlocks != 0) {
    warp.fault(Check::BadOperand, "lane {} copies to the blocks {:#x} of a cluster of {}", lane, mask, numBlocks);
    return false;
  }
  for (size_t rank = 0; rank < numBlocks; ++rank)
    if (mask >> rank & 1) targets.blocks.push_back(warp.cta->cluster.empty() ? warp.cta : warp.cta->cluster[rank]);
  return true;
}

bool startCopy(Warp &warp, unsigned lane, const BulkTargets &targets, const AsyncWrite &write, uint32_t counted) {
  for (Cta *target : targets.blocks) {
    Mbarrier *barrier = findMbarrier(warp, *target, lane, targets.barrier);
    if (!barrier || !beginWrite(warp, lane, *target, write)) return false;
    barrier->underWay.push_back(write);
    if (!expectBytes(warp, *target, *barrier, targets.barrier, -int64_t{counted})) return false;
  }
  return true;
}

bool startStore(Warp &warp, unsigned lane, std::vector<Segment> segments, std::vector<std::byte> &bytes) {
  AsyncRead read{.place = &warp.frame->function->texts[warp.pc - 1],
                 .lane = lane,
                 .group = warp.bulkGroup[lane],
                 .segments = std::move(segments)};
  if (!beginRead(warp, read)) return false;
  for (const Segment &piece : read.segments) {
    const std::byte *from = warp.cta->shared.data() + piece.offset;
    bytes.insert(bytes.end(), from, from + piece.bytes);
  }
  warp.bulkReads.push_back(std::move(read));
  return true;
}

bool writeGlobal(Warp &warp, unsigned lane, uint64_t address, std::span<const std::byte> bytes,
                 const BulkEffect &effect) {
  auto size = static_cast<uint32_t>(bytes.size());
  if (effect.isReduction) {
    uint32_t each = bytesOf(effect.type);
    return forGlobalPieces(
        warp, lane, address, size, each, {.isRead = true, .isWrite = true, .isAtomic = true},
        [&](std::byte *host, uint32_t done, uint32_t) { reduceAt(host, bytes.data() + done, effect.op, effect.type); });
  }
  return forGlobalPieces(
      warp, lane, address, size, kBulkAlign, {.isWrite = true},
      [&](std::byte *host, uint32_t done, uint32_t piece) { std::memcpy(host, bytes.data() + done, piece); });
}

Success buildCpBulk(Builder &b) {
  if (b.has("commit_group")) return b.use(commitGroup);
  if (b.has("wait_group")) {
    if (b.numOperands() != 1) return b.fail("the number of groups is missing");
    b.inst.imm = static_cast<int64_t>(b.operand(0).bits);
    return b.use(waitGroup);
  }
  if (b.has("prefetch")) return b.use(prefetch);
  std::vector<std::string_view> spaces = spacesOf(b);
  if (spaces.size() != 2) return b.failType();
  bool toShared = spaces[0] != "global";
  if (toShared != b.has("mbarrier::complete_tx::bytes")) return b.failType();
  if (!toShared) return spaces[1] == "shared::cta" ? buildIntoGlobal(b) : b.failType();
  return buildIntoShared(b, spaces[1] == "global" ? Space::Global : Space::Shared);
}

}  // namespace tritonc::emulator
