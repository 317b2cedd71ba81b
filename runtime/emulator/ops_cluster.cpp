// Clusters: addresses in the shared memory of other blocks, and the barrier of all.
#include "runtime/emulator/access.h"
#include "runtime/emulator/builder.h"
#include "runtime/emulator/cluster.h"
#include "runtime/emulator/dispatch.h"

namespace tritonc::emulator {
namespace {

/// b: the rank. T: the address's type.
template <class T> void mapa(Warp &warp, const Inst &inst, LaneMask lanes) {
  const T *a = warp.at<T>(inst.a);
  const auto *rank = warp.at<uint32_t>(inst.b);
  T *d = warp.at<T>(inst.dst);
  for (; lanes; lanes &= lanes - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    if (rank[lane] >= warp.cta->cluster.size())
      return warp.fault(Check::BadOperand, "lane {} asks for block {} of a cluster of {}", lane, rank[lane],
                        warp.cta->cluster.size());
    T window = a[lane] & ~static_cast<T>(kSharedOffsetMask | T{0xff} << kRankShift);
    d[lane] = static_cast<T>(window | (a[lane] & kSharedOffsetMask) | static_cast<T>(rank[lane] + 1) << kRankShift);
  }
}

template <class T> void rankOf(Warp &warp, const Inst &inst, LaneMask lanes) {
  const T *a = warp.at<T>(inst.a);
  auto *d = warp.at<uint32_t>(inst.dst);
  forLanes(lanes, [&](unsigned lane) {
    auto rank = static_cast<uint32_t>(a[lane] >> kRankShift & 0xff);
    d[lane] = rank ? rank - 1 : warp.cta->rank;
  });
}

/// count: 1 if aligned; order: Order.
template <bool kArrives> void clusterBarrier(Warp &warp, const Inst &inst, LaneMask lanes) {
  if (inst.count && !checkAligned(warp, lanes)) return;
  Cluster &cluster = *warp.cta->owner;
  if (kArrives)
    cluster.arrive(warp, lanes, static_cast<Order>(inst.order) == Order::Release);
  else
    cluster.wait(warp, lanes);
}

}  // namespace

Success buildMapa(Builder &b) {
  if (b.types.size() != 1 || b.numOperands() != 3 || (b.type() != Type::U32 && b.type() != Type::U64))
    return b.failType();
  TC_TRY(b.inst.dst, b.destination(b.operand(0), bitsOf(b.type())));
  TC_TRY(b.inst.a, b.source(b.operand(1), b.type()));
  TC_TRY(b.inst.b, b.source(b.operand(2), Type::U32));
  return b.use(b.type() == Type::U32 ? mapa<uint32_t> : mapa<uint64_t>);
}

Success buildGetCtaRank(Builder &b) {
  if (b.types != std::vector{Type::U32} || b.numOperands() != 2) return b.failType();
  TC_TRY(b.inst.dst, b.destination(b.operand(0), 32));
  bool isWide = !b.has("shared::cluster");
  TC_TRY(b.inst.a, b.source(b.operand(1), isWide ? Type::U64 : Type::U32));
  return b.use(isWide ? rankOf<uint64_t> : rankOf<uint32_t>);
}

Success buildClusterBarrier(Builder &b) {
  if (b.numOperands() != 0 || b.has("arrive") == b.has("wait")) return b.failType();
  b.inst.count = b.has("aligned");
  b.inst.order = static_cast<uint8_t>(b.has("relaxed") ? Order::Relaxed : Order::Release);
  return b.use(b.has("arrive") ? clusterBarrier<true> : clusterBarrier<false>);
}

}  // namespace tritonc::emulator
