// Loops over the lanes of a warp, for handlers.
#pragma once

#include <bit>

#include "runtime/emulator/warp.h"

// Operands are the same slot or lie apart: lanes do not depend on each other. clang finds out at run time; told so, it
// would warn of every loop that it cannot vectorise for other reasons.
#ifdef __clang__
#define TC_INDEPENDENT_LANES
#else
#define TC_INDEPENDENT_LANES _Pragma("GCC ivdep")
#endif

namespace tritonc::emulator {

/// Calls `f(lane)` for the lanes of the mask. With all of them the loop has a fixed length and vectorises: operations
/// that are expensive, or have effects, do not mind.
template <class F> inline void forLanes(LaneMask lanes, F &&f) {
  if (lanes == kAllLanes) {
    TC_INDEPENDENT_LANES
    for (unsigned lane = 0; lane < kWarpSize; ++lane) f(lane);
  } else {
    for (; lanes; lanes &= lanes - 1) f(static_cast<unsigned>(std::countr_zero(lanes)));
  }
}

/// d = Op(a)
template <class D, class A, class Op> void unary(Warp &warp, const Inst &inst, LaneMask lanes) {
  D *d = warp.at<D>(inst.dst);
  const A *a = warp.at<A>(inst.a);
  forLanes(lanes, [&](unsigned lane) { d[lane] = Op{}(a[lane]); });
}

/// d = Op(a, b)
template <class D, class A, class B, class Op> void binary(Warp &warp, const Inst &inst, LaneMask lanes) {
  D *d = warp.at<D>(inst.dst);
  const A *a = warp.at<A>(inst.a);
  const B *b = warp.at<B>(inst.b);
  forLanes(lanes, [&](unsigned lane) { d[lane] = Op{}(a[lane], b[lane]); });
}

/// d = Op(a, b, c)
template <class D, class A, class B, class C, class Op> void ternary(Warp &warp, const Inst &inst, LaneMask lanes) {
  D *d = warp.at<D>(inst.dst);
  const A *a = warp.at<A>(inst.a);
  const B *b = warp.at<B>(inst.b);
  const C *c = warp.at<C>(inst.c);
  forLanes(lanes, [&](unsigned lane) { d[lane] = Op{}(a[lane], b[lane], c[lane]); });
}

/// d = Op(a, b, c, d)
template <class D, class A, class B, class C, class E, class Op>
void quaternary(Warp &warp, const Inst &inst, LaneMask lanes) {
  D *d = warp.at<D>(inst.dst);
  const A *a = warp.at<A>(inst.a);
  const B *b = warp.at<B>(inst.b);
  const C *c = warp.at<C>(inst.c);
  const E *e = warp.at<E>(inst.d);
  forLanes(lanes, [&](unsigned lane) { d[lane] = Op{}(a[lane], b[lane], c[lane], e[lane]); });
}

/// Sets the bits of `lanes` in a predicate.
inline void setMask(LaneMask &into, LaneMask value, LaneMask lanes) { into = (into & ~lanes) | (value & lanes); }

/// One bit for each lane in which `f` holds.
template <class F> inline LaneMask lanesWhere(LaneMask lanes, F &&f) {
  LaneMask result = 0;
  if (lanes == kAllLanes) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) result |= LaneMask{f(lane)} << lane;
    return result;
  }
  for (; lanes; lanes &= lanes - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    result |= LaneMask{f(lane)} << lane;
  }
  return result;
}

}  // namespace tritonc::emulator
