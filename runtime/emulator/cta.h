// A block while it runs, and what all blocks of a launch share.
#pragma once

#include <array>
#include <atomic>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "runtime/emulator/emulator.h"
#include "runtime/emulator/lanes.h"
#include "runtime/emulator/memory.h"
#include "runtime/emulator/race.h"
#include "runtime/emulator/trace.h"
#include "runtime/emulator/warp.h"

namespace tritonc::emulator {

/// What all blocks share.
struct Launch {
  const Program &program;
  Memory &memory;
  std::array<uint32_t, 3> grid;
  uint32_t numWarps;
  const std::vector<std::byte> &params;
  const Options &options;
  uint64_t numBlocks = 0;
  uint32_t sharedBytes = 0;

  std::mutex mutex = {};
  std::vector<Fault> faults = {};
  /// The first block with a fault: those behind it stop.
  std::atomic<uint64_t> firstBad = UINT64_MAX;
  Releases releases = {};
};

/// A named barrier.
struct Barrier {
  /// Threads that the current phase waits for; `isWhole`: all of the block that have not exited.
  uint32_t expected = 0;
  bool isWhole = false;
  bool isUsed = false;
  uint32_t arrived = 0;
  /// By warp: lanes that have arrived, and those of them that wait.
  std::array<LaneMask, 32> here = {};
  std::array<LaneMask, 32> waiting = {};
  std::array<uint32_t, 32> published = {};

  /// Of `red`: where the result goes, and what it is made of.
  struct Result {
    std::byte *registers = nullptr;
    Slot slot;
    LaneMask lanes = 0;
    enum class Kind : uint8_t { Popc, And, Or } kind = Kind::Popc;
  };
  std::vector<Result> results;
  uint32_t numTrue = 0;
  uint32_t numVotes = 0;
};

struct Cta {
  static constexpr uint32_t kNumBarriers = 16;

  Launch *launch = nullptr;
  Trace *trace = nullptr;
  uint64_t linearIndex = 0;
  std::array<uint32_t, 3> index = {};
  std::vector<std::unique_ptr<Warp>> warps;
  std::vector<std::byte> shared;
  std::vector<uint8_t> sharedDefined;
  std::array<Barrier, kNumBarriers> barriers;
  /// Since another block was found bad.
  uint64_t stepsAfterFault = 0;
  bool failed = false;

  // For the race checks.
  uint32_t clock = 1;
  /// The clock when the last barrier let warps go on.
  uint32_t barrierClock = 1;
  std::vector<SharedCell> sharedCells;
  /// What warps of the block have published for each other, by address.
  std::unordered_map<uint64_t, std::array<uint32_t, 32>> released;
  /// Of other blocks: up to which clock their accesses are known to be over.
  Knowledge known;

  void start(Launch &owner, uint64_t block);
  void setSpecials(Warp &warp) const;
  /// Runs every warp until it waits or the budget is used up.
  void run(uint64_t budget);
  bool isDone() const;
  bool mustStop() const { return failed || launch->firstBad.load(std::memory_order_relaxed) < linearIndex; }
  void report(Fault fault);
  void warpExited(Warp &warp);
  /// Lanes arrive at a barrier; `expected` = 0: all threads of the block.
  void arriveAtBarrier(Warp &warp, uint32_t number, uint32_t expected, LaneMask lanes, bool waits);

private:
  void completeIfFull(uint32_t number);
  void reportDeadlock();
  void reportStepLimit(const Warp &warp);
  void locateFirst(Fault &fault) const;
  std::string describeWarps() const;
};

/// Runs a launch on the threads that the options ask for.
void runLaunch(Launch &launch, std::vector<Trace> &traces);

}  // namespace tritonc::emulator
