// What bulk copies, plain and of tensors, have in common (ops_bulk.cpp).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "runtime/emulator/access.h"
#include "runtime/emulator/builder.h"
#include "runtime/emulator/reduction.h"

namespace tritonc::emulator {

/// What a copy does to global memory: it writes, or reduces elements of a type.
struct BulkEffect {
  bool isReduction = false;
  ReduceOp op = ReduceOp::Add;
  Type type = Type::B8;
};

/// Where a copy into shared memory goes, and the mbarrier that counts it: at the same offsets in every block.
struct BulkTargets {
  std::vector<Cta *> blocks;
  uint64_t offset = 0;
  uint64_t barrier = 0;
};

/// The places of the addresses `index` (destination) and `index + 2` (mbarrier) in a lane, in the blocks of the mask in
/// slot d if `Inst::flags` has kMulticast. Nothing after a fault.
inline constexpr uint8_t kMulticast = 0x80;
bool findTargets(Warp &warp, const Inst &inst, unsigned lane, unsigned align, BulkTargets &targets);

/// Starts the copy to all targets; false after a fault. `counted`: the bytes that the mbarriers see, which may be more
/// than those written.
bool startCopy(Warp &warp, unsigned lane, const BulkTargets &targets, const AsyncWrite &write, uint32_t counted);
/// Starts to read pieces of shared memory for a bulk group of the lane, and appends their bytes; false after a fault.
bool startStore(Warp &warp, unsigned lane, std::vector<Segment> segments, std::vector<std::byte> &bytes);
/// Writes or reduces bytes in global memory; false after a fault.
bool writeGlobal(Warp &warp, unsigned lane, uint64_t address, std::span<const std::byte> bytes,
                 const BulkEffect &effect);

/// Reads the modifiers of a reduction; the type is the caller's affair.
Result<ReduceOp> readReduceOp(Builder &b);
/// The spaces that the modifiers name, in order.
std::vector<std::string_view> spacesOf(const Builder &b);
/// Reads the operands behind the first `at`: a multicast mask and a cache policy, as the modifiers have them.
Success readBulkOptions(Builder &b, size_t at);

}  // namespace tritonc::emulator
