// Data races: two accesses to the same bytes, at least one a write and at least one not atomic, of which neither is
// known to come before the other.
//
// A block has a clock that ticks whenever its warps order something (barriers, releases). An access leaves a stamp:
// who, and when. Each warp knows of every other up to which time its accesses are over: after a barrier, up to that
// barrier. Lanes of one warp are ordered by `bar.warp.sync` and everything stronger, and by nothing else.
//
// Between warps and blocks, an atomic operation that releases publishes at its address what its warp did and knows of
// others; one that acquires there learns it, and barriers hand it on. A relaxed one publishes what the warp did and
// knew at its last fence. Of its warp, a lane publishes what it did itself, and what the others did before all last
// met. What is not modelled always orders too much, never too little: what one lane acquires, its warp knows.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "runtime/emulator/program.h"

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

/// Up to which clock the accesses of the warps of other blocks are known to be over. Blocks from kMaxBlocks on are not
/// told apart: to know of one is to know all of all.
class Knowledge {
public:
  static constexpr uint64_t kMaxBlocks = 4096;
  uint32_t of(uint64_t block, uint32_t warp, uint32_t numWarps) const {
    if (block >= kMaxBlocks) return knowsOthers_ ? UINT32_MAX : 0;
    uint64_t at = block * numWarps + warp;
    return at < clocks_.size() ? clocks_[at] : 0;
  }
  /// The same of one lane, which may have published more than what all of its warp did.
  uint32_t ofLane(uint64_t block, uint32_t warp, uint32_t lane) const {
    if (lanes_.empty()) return 0;
    auto found = lanes_.find(keyOf(block, warp, lane));
    return found == lanes_.end() ? 0 : found->second;
  }
  /// `clocks`: by warp.
  void learn(uint64_t block, std::span<const uint32_t> clocks);
  void learnLane(uint64_t block, uint32_t warp, uint32_t lane, uint32_t clock);
  void learn(const Knowledge &other);

private:
  static uint64_t keyOf(uint64_t block, uint32_t warp, uint32_t lane) { return block << 10 | warp << 5 | lane; }

  std::vector<uint32_t> clocks_;
  std::map<uint64_t, uint32_t> lanes_;
  bool knowsOthers_ = false;
};

/// What blocks have published for each other, by address.
class Releases {
public:
  void publish(uint64_t address, const Knowledge &knowledge, uint64_t block, std::span<const uint32_t> clocks);
  void learn(uint64_t address, Knowledge &into);

private:
  std::mutex mutex_;
  std::unordered_map<uint64_t, Knowledge> published_;
};

/// What a warp knows of all warps of its block: up to which clock their accesses are over, and up to which what they
/// wrote to shared memory is fenced for the async proxy. And what it knows of other blocks,
/// and of single lanes of its own.
struct Clocks {
  std::array<uint32_t, 32> over = {};
  std::array<uint32_t, 32> fenced = {};
  Knowledge others;
  void join(const Clocks &other);
};

/// What an operation on an address finds published there: by warps of the block, and by other blocks.
struct Published {
  Clocks inBlock;
  Knowledge byOthers;
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
void release(Warp &warp, unsigned lane, uint64_t address, Order order, Scope scope);
void acquire(Warp &warp, uint64_t address, Order order, Scope scope);
void fence(Warp &warp, Scope scope);
/// What the lanes wrote to shared memory is fenced for the async proxy.
void fenceProxy(Warp &warp, LaneMask lanes);
/// All lanes of the warp have met.
void orderLanes(Warp &warp);
/// At a barrier: what the warp knows and did becomes part of `published`, and the warp learns all of that.
void publishAtBarrier(Warp &warp, Clocks &published);
void learnAtBarrier(Warp &warp, const Clocks &published);

/// Checks a read without noting it: false after a race was reported.
bool checkRead(Warp &warp, unsigned lane, uint64_t offset, uint32_t size);
/// Notes that a lane of the warp has read or written the bytes, whatever others did.
void stampShared(Warp &warp, unsigned lane, uint64_t offset, uint32_t size, AccessKind kind);
/// The first of the bytes that a warp wrote and did not fence for the async proxy, as far as the reader knows; `size`
/// if there is none.
uint32_t findUnfenced(const Warp &warp, uint64_t offset, uint32_t size);

}  // namespace tritonc::emulator
