// A block while it runs, and what all blocks of a launch share.
#pragma once

#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "runtime/emulator/emulator.h"
#include "runtime/emulator/lanes.h"
#include "runtime/emulator/mbarrier.h"
#include "runtime/emulator/memory.h"
#include "runtime/emulator/race.h"
#include "runtime/emulator/shared_state.h"
#include "runtime/emulator/trace.h"
#include "runtime/emulator/warp.h"

namespace tritonc::emulator {

struct Cluster;

/// What all blocks share.
struct Launch {
  const Program &program;
  Memory &memory;
  /// In blocks.
  std::array<uint32_t, 3> grid;
  uint32_t numWarps;
  const std::vector<std::byte> &params;
  const Options &options;
  uint64_t numBlocks = 0;
  uint32_t sharedBytes = 0;
  /// Blocks of a cluster along each axis.
  std::array<uint32_t, 3> clusterSize = {1, 1, 1};
  uint64_t numClusters = 0;

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
  Clocks published;

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
  /// The blocks of its cluster by rank, this one among them.
  std::vector<Cta *> cluster;
  uint32_t rank = 0;
  Cluster *owner = nullptr;
  /// At the cluster's barrier: what those that arrived know, in this phase and in those before.
  Clocks clusterArriving, clusterCompleted;
  std::vector<Warpgroup> warpgroups;
  /// Nobody can go on unless another block of the cluster does something.
  bool isStuck = false;
  std::vector<std::unique_ptr<Warp>> warps;
  std::vector<std::byte> shared;
  /// SharedFlag (shared_state.h) of each byte.
  std::vector<uint8_t> sharedState;
  /// Asynchronous operations that read each kReadGranule bytes of shared memory.
  std::vector<uint16_t> sharedReaders;
  std::array<Barrier, kNumBarriers> barriers;
  /// By their offset in shared memory.
  std::map<uint32_t, Mbarrier> mbarriers;
  /// Rounds in which all that waited looked again and nothing changed.
  uint32_t idleRounds = 0;
  /// Since another block was found bad.
  uint64_t stepsAfterFault = 0;
  bool failed = false;

  // For the race checks.
  uint32_t clock = 1;
  /// The clock when the last barrier let warps go on.
  uint32_t barrierClock = 1;
  std::vector<SharedCell> sharedCells;
  /// What warps of the block have published for each other, by address.
  std::unordered_map<uint64_t, Clocks> released;

  void start(Launch &owner, std::array<uint32_t, 3> place);
  void setSpecials(Warp &warp) const;
  /// Runs every warp until it waits or the budget is used up, the last one first: of threads that could all do
  /// something, compilers choose the first.
  void run(uint64_t budget);
  bool isDone() const;
  bool mustStop() const { return failed || launch->firstBad.load(std::memory_order_relaxed) < linearIndex; }
  void report(Fault fault);
  void reportDeadlock();
  void warpExited(Warp &warp);
  /// Somebody has got further: whoever looked in vain looks again.
  void wakeMbarrierWaiters(uint32_t offset);
  /// Lanes arrive at a barrier; `expected` = 0: all threads of the block.
  void arriveAtBarrier(Warp &warp, uint32_t number, uint32_t expected, LaneMask lanes, bool waits);

private:
  void completeIfFull(uint32_t number);
  bool retryWaits();
  void reportStepLimit(const Warp &warp);
  void locateFirst(Fault &fault) const;
  std::string describeWarps() const;
};

/// Runs a launch on the threads that the options ask for.
void runLaunch(Launch &launch, std::vector<Trace> &traces);

}  // namespace tritonc::emulator
