// Blocks that run together, reach each other's shared memory, and have a barrier of their own.
#pragma once

#include <memory>
#include <vector>

#include "runtime/emulator/cta.h"

namespace tritonc::emulator {

/// How groups say that they wait at the cluster's barrier.
inline constexpr uint32_t kClusterBarrier = Cta::kNumBarriers;

struct Cluster {
  std::vector<std::unique_ptr<Cta>> blocks;
  /// Of the barrier.
  uint64_t phase = 0;

  void start(Launch &launch, uint64_t number, Trace *trace);
  /// Each block has its part of the turn.
  void run(uint64_t turn);
  /// All blocks are done, or need not go on.
  bool isOver() const;

  void arrive(Warp &warp, LaneMask lanes, bool releases);
  void wait(Warp &warp, LaneMask lanes);
  /// Ends the phase of the barrier if everybody who has not exited has arrived.
  void completeIfFull();
};

}  // namespace tritonc::emulator
