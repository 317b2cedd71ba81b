#include "runtime/emulator/cluster.h"

#include <algorithm>

namespace tritonc::emulator {

void Cluster::start(Launch &launch, uint64_t number, Trace *trace) {
  const auto &size = launch.clusterSize;
  uint32_t numBlocks = size[0] * size[1] * size[2];
  phase = 0;
  std::array<uint32_t, 3> clusters = {launch.grid[0] / size[0], launch.grid[1] / size[1], launch.grid[2] / size[2]};
  std::array<uint32_t, 3> first = {static_cast<uint32_t>(number % clusters[0]) * size[0],
                                   static_cast<uint32_t>(number / clusters[0] % clusters[1]) * size[1],
                                   static_cast<uint32_t>(number / clusters[0] / clusters[1]) * size[2]};
  while (blocks.size() < numBlocks) blocks.push_back(std::make_unique<Cta>());
  std::vector<Cta *> peers;
  for (const auto &block : blocks) peers.push_back(block.get());
  for (uint32_t rank = 0; rank < numBlocks; ++rank) {
    Cta &block = *blocks[rank];
    block.cluster = peers;
    block.rank = rank;
    block.owner = this;
    block.trace = trace;
    block.start(launch,
                {first[0] + rank % size[0], first[1] + rank / size[0] % size[1], first[2] + rank / size[0] / size[1]});
  }
}

void Cluster::run(uint64_t turn) {
  for (auto &block : blocks) {
    block->isStuck = false;
    if (!block->isDone()) block->run(turn / blocks.size());
  }
  // A block that was stuck may have been helped by a later one.
  bool isStuck = std::ranges::all_of(blocks, [](const auto &block) { return block->isStuck || block->isDone(); });
  if (!isStuck || isOver()) return;
  auto first = std::ranges::find_if(blocks, [](const auto &block) { return !block->isDone(); });
  (*first)->reportDeadlock();
}

bool Cluster::isOver() const {
  return std::ranges::any_of(blocks, [](const auto &block) { return block->mustStop(); }) ||
         std::ranges::all_of(blocks, [](const auto &block) { return block->isDone(); });
}

// ---- The barrier ----

void Cluster::arrive(Warp &warp, LaneMask lanes, bool releases) {
  if (warp.clusterHere & lanes)
    return warp.fault(Check::BadOperand, "a thread arrives at the barrier of the cluster twice without a wait");
  warp.clusterHere |= lanes;
  warp.clusterPhase = phase;
  if (releases) publishAtBarrier(warp, warp.cta->clusterArriving);
  completeIfFull();
}

void Cluster::wait(Warp &warp, LaneMask lanes) {
  if (phase > warp.clusterPhase) return learnAtBarrier(warp, warp.cta->clusterCompleted);
  if (lanes & ~warp.clusterHere)
    return warp.fault(Check::BadOperand, "a thread waits at the barrier of the cluster where it has not arrived");
  warp.clusterWaiting |= lanes;
  warp.waitAtBarrier(kClusterBarrier, lanes);
}

void Cluster::completeIfFull() {
  bool hasAny = false;
  for (const auto &block : blocks)
    for (const auto &warp : block->warps) {
      if (warp->alive & ~warp->clusterHere) return;
      hasAny |= warp->clusterHere != 0;
    }
  if (!hasAny) return;
  ++phase;
  for (const auto &block : blocks) {
    block->clusterCompleted.join(std::exchange(block->clusterArriving, {}));
    std::vector<uint32_t> clocks(block->launch->numWarps, block->clock++);
    for (const auto &other : blocks)
      if (other != block) other->clusterCompleted.others.learn(block->linearIndex, clocks);
  }
  for (const auto &block : blocks) {
    block->idleRounds = 0;
    block->isStuck = false;
    for (const auto &warp : block->warps) {
      warp->clusterHere = 0;
      if (std::exchange(warp->clusterWaiting, 0) == 0) continue;
      learnAtBarrier(*warp, block->clusterCompleted);
      warp->wakeFromBarrier(kClusterBarrier);
    }
  }
}

}  // namespace tritonc::emulator
