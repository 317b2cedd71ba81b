// Stand-ins for the functions of libdevice on integers and on the bits of floats. All are exact.

#include <algorithm>

#include "ir/libdevice_host_internal.h"

namespace tritonc::ir {
namespace {

using I = int32_t;
using U = uint32_t;
using L = int64_t;
using M = uint64_t;
using Flag = uint8_t;

/// The bits of an integer from last to first.
template <class T> T reversed(T value) {
  T result = 0;
  for (unsigned i = 0; i < sizeof(T) * 8; ++i, value >>= 1) result = static_cast<T>(result << 1 | (value & 1));
  return result;
}

/// Byte i of the result is the byte of `high:low` that digit i of the selector names.
U permutedBytes(U low, U high, U selector) {
  M bytes = M{high} << 32 | low;
  U result = 0;
  for (unsigned i = 0; i < 4; ++i) result |= (bytes >> (8 * (selector >> 4 * i & 7)) & 0xff) << 8 * i;
  return result;
}

U distance(L a, L b) { return static_cast<U>(a < b ? b - a : a - b); }
I low24(I value) { return static_cast<I>(static_cast<U>(value) << 8) >> 8; }

void addWords(HostTable &t) {
  using Wide = __int128;
  using WideU = unsigned __int128;
  t["clz"] = kHost<[](U a) -> I { return std::countl_zero(a); }>;
  t["clzll"] = kHost<[](M a) -> I { return std::countl_zero(a); }>;
  t["popc"] = kHost<[](U a) -> I { return std::popcount(a); }>;
  t["popcll"] = kHost<[](M a) -> I { return std::popcount(a); }>;
  t["ffs"] = kHost<[](U a) -> I { return a ? std::countr_zero(a) + 1 : 0; }>;
  t["ffsll"] = kHost<[](M a) -> I { return a ? std::countr_zero(a) + 1 : 0; }>;
  t["brev"] = kHost<[](U a) -> U { return reversed(a); }>;
  t["brevll"] = kHost<[](M a) -> M { return reversed(a); }>;
  t["byte_perm"] = kHost<[](U a, U b, U s) -> U { return permutedBytes(a, b, s); }>;
  t["mulhi"] = kHost<[](I a, I b) -> I { return static_cast<I>(L{a} * b >> 32); }>;
  t["umulhi"] = kHost<[](U a, U b) -> U { return static_cast<U>(M{a} * b >> 32); }>;
  t["mul64hi"] = kHost<[](L a, L b) -> L { return static_cast<L>(Wide{a} * b >> 64); }>;
  t["umul64hi"] = kHost<[](M a, M b) -> M { return static_cast<M>(WideU{a} * b >> 64); }>;
  t["mul24"] = kHost<[](I a, I b) -> U { return static_cast<U>(L{low24(a)} * low24(b)); }>;
  t["umul24"] = kHost<[](U a, U b) -> U { return (a & 0xffffff) * (b & 0xffffff); }>;
  t["sad"] = kHost<[](I a, I b, U c) -> U { return distance(a, b) + c; }>;
  t["usad"] = kHost<[](U a, U b, U c) -> U { return distance(a, b) + c; }>;
  t["abs"] = kHost<[](U a) -> U { return std::min(a, 0 - a); }>;
  t["llabs"] = kHost<[](M a) -> M { return std::min(a, 0 - a); }>;
  t["hadd"] = kHost<[](I a, I b) -> I { return static_cast<I>((L{a} + b) >> 1); }>;
  t["uhadd"] = kHost<[](U a, U b) -> U { return static_cast<U>((M{a} + b) >> 1); }>;
  t["rhadd"] = kHost<[](I a, I b) -> I { return static_cast<I>((L{a} + b + 1) >> 1); }>;
  t["urhadd"] = kHost<[](U a, U b) -> U { return static_cast<U>((M{a} + b + 1) >> 1); }>;
}

void addBits(HostTable &t) {
  HostFunction same32 = kHost<[](U a) -> U { return a; }>;
  HostFunction same64 = kHost<[](M a) -> M { return a; }>;
  for (const char *symbol : {"int_as_float", "float_as_int", "uint_as_float", "float_as_uint"}) t[symbol] = same32;
  for (const char *symbol : {"longlong_as_double", "double_as_longlong"}) t[symbol] = same64;
  t["hiloint2double"] = kHost<[](U high, U low) -> M { return M{high} << 32 | low; }>;
  t["double2loint"] = kHost<[](M a) -> U { return static_cast<U>(a); }>;
  t["double2hiint"] = kHost<[](M a) -> U { return static_cast<U>(a >> 32); }>;
  t["signbitf"] = kHost<[](U a) -> I { return static_cast<I>(a >> 31); }>;
  t["signbitd"] = kHost<[](M a) -> I { return static_cast<I>(a >> 63); }>;
  t["isnanf"] = kHost<[](float a) -> Flag { return std::isnan(a); }>;
  t["isnand"] = kHost<[](double a) -> Flag { return std::isnan(a); }>;
  t["isinff"] = kHost<[](float a) -> Flag { return std::isinf(a); }>;
  t["isinfd"] = kHost<[](double a) -> Flag { return std::isinf(a); }>;
  t["finitef"] = kHost<[](float a) -> Flag { return std::isfinite(a); }>;
  t["isfinited"] = kHost<[](double a) -> Flag { return std::isfinite(a); }>;
}

}  // namespace

void addLibdeviceIntegers(HostTable &table) {
  addWords(table);
  addBits(table);
}

}  // namespace tritonc::ir
