// Data races: two accesses to the same bytes, at least one a write and at least one not atomic, of which neither is
// known to come before the other.
//
// A block has a clock that ticks whenever its warps order something (barriers, releases). An access leaves a stamp:
// who, and when. Each warp knows of every other up to which time its accesses are over: after a barrier, up to that
// barrier. Lanes of one warp are ordered by `bar.warp.sync` and everything stronger, and by nothing else.
//
// Between blocks, an atomic operation that releases publishes the time of its block at its address, with all that the
// block has learned; one that acquires there learns it. What is not modelled always orders too much, never too little:
// a release publishes what all warps of its block did so far.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace tritonc::emulator {

struct Cta;
struct Warp;
class Allocation;

/// The last accesses to a byte of shared memory: bits 31..27 warp, 26..22 lane, 21 atomic, 20..0 clock; 0 is none.
struct SharedCell {
  uint32_t writer = 0;
  uint32_t reader = 0;
  /// The last reader before it in another warp.
  uint32_t otherReader = 0;
};

/// Up to which clock the accesses of other blocks are known to be over. Blocks from kMaxBlocks on are not told apart:
/// to know of one is to know all of all.
class Knowledge {
public:
  static constexpr uint64_t kMaxBlocks = 4096;
  uint32_t of(uint64_t block) const {
    if (block < kMaxBlocks) return block < clocks_.size() ? clocks_[block] : 0;
    return knowsOthers_ ? UINT32_MAX : 0;
  }
  void learn(uint64_t block, uint32_t clock);
  void learn(const Knowledge &other);
  void clear() { clocks_.clear(), knowsOthers_ = false; }

private:
  std::vector<uint32_t> clocks_;
  bool knowsOthers_ = false;
};

/// What blocks have published for each other, by address.
class Releases {
public:
  void publish(uint64_t address, const Knowledge &knowledge, uint64_t block, uint32_t clock);
  void learn(uint64_t address, Knowledge &into);

private:
  std::mutex mutex_;
  std::unordered_map<uint64_t, Knowledge> published_;
};

/// What an instruction does to the bytes. `isAtomic`: it is strong, and no race with others of its kind.
struct AccessKind {
  bool isRead = false;
  bool isWrite = false;
  bool isAtomic = false;
};

/// What a memory instruction orders.
enum class Order : uint8_t { Weak, Relaxed, Acquire, Release, AcqRel };
enum class Scope : uint8_t { Cta, Gpu };

/// Checks and notes an access of one lane; false after a race was reported. `writesSame`: the bytes already have the
/// value that is written.
bool noteShared(Warp &warp, unsigned lane, uint64_t offset, uint32_t size, AccessKind kind, bool writesSame);
bool noteGlobal(Warp &warp, Allocation &allocation, unsigned lane, uint64_t offset, uint32_t size, AccessKind kind,
                bool writesSame);

/// Around an atomic operation or a strong access of one lane.
void release(Warp &warp, uint64_t address, Order order, Scope scope);
void acquire(Warp &warp, uint64_t address, Order order, Scope scope);
void fence(Warp &warp, Scope scope);
/// All lanes of the warp have met.
void orderLanes(Warp &warp);
/// At a barrier: what the warp knows and did becomes part of `published`, and the warp learns all of that.
void publishAtBarrier(Warp &warp, std::array<uint32_t, 32> &published);
void learnAtBarrier(Warp &warp, const std::array<uint32_t, 32> &published);

}  // namespace tritonc::emulator
