#include "runtime/emulator/cta.h"

#include <algorithm>
#include <bit>
#include <ranges>
#include <thread>

#include "runtime/emulator/cluster.h"

namespace tritonc::emulator {
namespace {

/// Instructions of a warp until the next one of its block has its turn, and of a block until the next one has.
constexpr uint64_t kWarpTurn = 1 << 12;
constexpr uint64_t kBlockTurn = 1 << 15;
constexpr uint64_t kShortestTurn = 1 << 10;
/// Clusters that one thread of the host runs at a time, where they wait for each other.
constexpr size_t kMaxResidents = 256;
/// What blocks may still do once a later one has failed: they may wait for that one.
constexpr uint64_t kStepsAfterFault = 1 << 20;
/// Rounds of vain polling after which nobody can go on.
constexpr uint32_t kMaxIdleRounds = 64;

}  // namespace

void Cta::start(Launch &launched, std::array<uint32_t, 3> place) {
  launch = &launched;
  index = place;
  linearIndex = place[0] + uint64_t{launched.grid[0]} * (place[1] + uint64_t{launched.grid[1]} * place[2]);
  shared.assign(launched.sharedBytes, std::byte{0xcd});
  sharedState.assign(launched.sharedBytes, 0);
  sharedReaders.assign(launched.sharedBytes / kReadGranule + 1, 0);
  sharedCells.assign(launched.options.checkRaces ? launched.sharedBytes : 0, SharedCell{});
  barriers = {};
  mbarriers.clear();
  idleRounds = 0;
  stepsAfterFault = 0;
  failed = false;
  clock = barrierClock = 1;
  released.clear();
  clusterArriving = clusterCompleted = {};
  warpgroups.clear();
  isStuck = false;
  while (warps.size() < launched.numWarps) warps.push_back(std::make_unique<Warp>());
  for (uint32_t i = 0; i < launched.numWarps; ++i) warps[i]->start(*this, i, kAllLanes);
}

void Cta::setSpecials(Warp &warp) const {
  auto all = [&](Special which, uint32_t value) { std::fill_n(warp.special<uint32_t>(which), kWarpSize, value); };
  const std::array<uint32_t, 3> &grid = launch->grid;
  uint32_t threads = launch->numWarps * kWarpSize;
  // What is the same in all blocks of a launch is 0 until set once.
  all(Special::NtidX, threads), all(Special::NtidY, 1), all(Special::NtidZ, 1);
  all(Special::CtaidX, index[0]), all(Special::CtaidY, index[1]), all(Special::CtaidZ, index[2]);
  all(Special::NctaidX, grid[0]), all(Special::NctaidY, grid[1]), all(Special::NctaidZ, grid[2]);
  auto along = [&](Special first, unsigned axis, uint32_t value) {
    all(static_cast<Special>(static_cast<unsigned>(first) + axis), value);
  };
  for (unsigned axis = 0; axis < 3; ++axis) {
    uint32_t size = launch->clusterSize[axis];
    along(Special::ClusteridX, axis, index[axis] / size);
    along(Special::NclusteridX, axis, grid[axis] / size);
    along(Special::ClusterCtaidX, axis, index[axis] % size);
    along(Special::ClusterNctaidX, axis, size);
  }
  all(Special::ClusterCtarank, rank), all(Special::ClusterNctarank, static_cast<uint32_t>(cluster.size()));
  all(Special::IsExplicitCluster, cluster.size() > 1 ? kAllLanes : 0), all(Special::Nsmid, 1);
  all(Special::Warpid, warp.index), all(Special::Nwarpid, launch->numWarps);
  all(Special::DynamicSmemSize, launch->sharedBytes - launch->program.staticSharedBytes);
  all(Special::TotalSmemSize, launch->sharedBytes);
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    warp.special<uint32_t>(Special::TidX)[lane] = warp.index * kWarpSize + lane;
    warp.special<uint32_t>(Special::Laneid)[lane] = lane;
    uint32_t bit = uint32_t{1} << lane;
    warp.special<uint32_t>(Special::LanemaskEq)[lane] = bit;
    warp.special<uint32_t>(Special::LanemaskLt)[lane] = bit - 1;
    warp.special<uint32_t>(Special::LanemaskLe)[lane] = bit | (bit - 1);
    warp.special<uint32_t>(Special::LanemaskGe)[lane] = ~(bit - 1);
    warp.special<uint32_t>(Special::LanemaskGt)[lane] = ~(bit | (bit - 1));
  }
}

bool Cta::isDone() const {
  return std::ranges::all_of(warps, [](const auto &warp) { return warp->isDone(); });
}

void Cta::run(uint64_t budget) {
  bool hasBadLater = launch->firstBad.load(std::memory_order_relaxed) != UINT64_MAX;
  if (hasBadLater && (stepsAfterFault += budget) > kStepsAfterFault) failed = true;
  while (budget > 0 && !mustStop()) {
    bool isAnyReady = false;
    for (auto &warp : std::views::reverse(warps)) {
      if (warp->isDone() || !warp->hasReadyGroup()) continue;
      isAnyReady = true;
      uint64_t turn = std::min(budget, kWarpTurn), left = turn;
      warp->run(left);
      budget -= std::max<uint64_t>(turn - left, 1);
      if (mustStop()) return;
      if (warp->steps > launch->options.stepLimit) return reportStepLimit(*warp);
      if (budget == 0) return;
    }
    if (isAnyReady) continue;
    if (isDone()) return;
    bool isReleased = false;
    for (auto &warp : warps) isReleased |= warp->release(/*patience=*/0);
    if (isReleased) continue;
    // Polls end in vain in the next turn: other blocks may do something until then.
    isStuck = !retryWaits();
    if (isStuck || cluster.size() > 1) return;
  }
}

void Cta::wakeMbarrierWaiters(uint32_t offset) {
  idleRounds = 0;
  isStuck = false;
  for (auto &warp : warps)
    for (Group &group : warp->groups)
      if (group.state == Group::State::AtMbarrier && group.barrier == offset) group.state = Group::State::Ready;
}

/// Nobody is ready: waits for mbarriers, which are polls, end in vain. False if that has been no use for long.
bool Cta::retryWaits() {
  if (++idleRounds >= kMaxIdleRounds) return false;
  bool isAny = false;
  for (auto &warp : warps)
    for (Group &group : warp->groups) {
      if (group.state != Group::State::AtMbarrier) continue;
      group.state = Group::State::Ready;
      group.givesUp = isAny = true;
    }
  return isAny;
}

// ---- Faults ----

void Cta::report(Fault fault) {
  failed = true;
  std::lock_guard lock(launch->mutex);
  launch->firstBad = std::min(launch->firstBad.load(), linearIndex);
  launch->faults.push_back(std::move(fault));
}

std::string Cta::describeWarps() const {
  std::string text;
  constexpr size_t kMost = 8;
  size_t shown = 0;
  for (const auto &warp : warps) {
    if (warp->isDone()) continue;
    if (++shown > kMost) return text + "; and so on";
    text += (text.empty() ? "" : "; ") + warp->describe();
  }
  return text;
}

void Cta::reportDeadlock() {
  Fault fault{.check = Check::Deadlock, .text = fmt::format("nobody can go on: {}", describeWarps())};
  locateFirst(fault);
  report(std::move(fault));
}

void Cta::reportStepLimit(const Warp &warp) {
  Fault fault{.check = Check::StepLimit,
              .text = fmt::format("warp {} has executed {} instructions, an endless loop or a deadlock: {}", warp.index,
                                  warp.steps, describeWarps())};
  locateFirst(fault);
  fault.warp = warp.index;
  report(std::move(fault));
}

/// Gives the fault the place of the first warp that is not done.
void Cta::locateFirst(Fault &fault) const {
  fault.block = linearIndex;
  for (const auto &warp : warps) {
    if (warp->isDone() || warp->groups.empty()) continue;
    const Group &group = warp->groups.front();
    size_t at = group.state == Group::State::AtBarrier ? group.pc - 1 : group.pc;
    const InstText &place = group.frame->function->texts[at];
    fault.warp = warp->index;
    fault.ptxLine = place.line;
    fault.opcode = place.opcode;
    fault.sourceLine = place.source.line;
    if (auto file = launch->program.files.find(place.source.file); file != launch->program.files.end())
      fault.file = file->second;
    return;
  }
}

// ---- Barriers ----

void Cta::arriveAtBarrier(Warp &warp, uint32_t number, uint32_t expected, LaneMask lanes, bool waits) {
  Barrier &barrier = barriers[number];
  bool isWhole = expected == 0;
  if (barrier.isUsed && (barrier.isWhole != isWhole || barrier.expected != expected))
    return warp.fault(Check::BadOperand,
                      "barrier {} has other threads waiting for {} to come, not {} (0: all of the block)", number,
                      barrier.expected, expected);
  barrier.isUsed = true;
  barrier.isWhole = isWhole;
  barrier.expected = expected;
  barrier.arrived += static_cast<uint32_t>(std::popcount(lanes));
  barrier.here[warp.index] |= lanes;
  publishAtBarrier(warp, barrier.published);
  if (waits) {
    barrier.waiting[warp.index] |= lanes;
    warp.waitAtBarrier(number, lanes);
  }
  completeIfFull(number);
}

void Cta::completeIfFull(uint32_t number) {
  Barrier &barrier = barriers[number];
  if (!barrier.isUsed) return;
  if (barrier.isWhole) {
    for (const auto &warp : warps)
      if (warp->alive & ~barrier.here[warp->index]) return;
  } else if (barrier.arrived < barrier.expected) {
    return;
  }
  for (const Barrier::Result &result : barrier.results) {
    bool isPopc = result.kind == Barrier::Result::Kind::Popc;
    bool holds = result.kind == Barrier::Result::Kind::And ? barrier.numTrue == barrier.numVotes : barrier.numTrue > 0;
    std::byte *at = result.registers + result.slot.offset();
    if (isPopc)
      forLanes(result.lanes, [&](unsigned lane) { reinterpret_cast<uint32_t *>(at)[lane] = barrier.numTrue; });
    else
      setMask(*reinterpret_cast<LaneMask *>(at), holds ? kAllLanes : 0, result.lanes);
  }
  barrierClock = ++clock;
  idleRounds = 0;
  for (const auto &warp : warps) {
    if (!barrier.waiting[warp->index]) continue;
    learnAtBarrier(*warp, barrier.published);
    warp->wakeFromBarrier(number);
  }
  barrier = {};
}

void Cta::warpExited(Warp &) {
  idleRounds = 0;
  owner->completeIfFull();
  for (uint32_t number = 0; number < kNumBarriers; ++number)
    if (barriers[number].isWhole) completeIfFull(number);
}

// ---- Launches ----

namespace {

/// One thread of the host: runs blocks until none are left. As long as blocks do not end in their turn, more of them
/// start, so that blocks that wait for later ones go on. A thread that is alone starts two at a time and runs the
/// second one first, so that one that has to wait for the other does.
class Worker {
public:
  Worker(Launch &launch, std::atomic<uint64_t> &next, Trace *trace, size_t fewest)
      : launch_(launch), next_(next), trace_(trace), fewest_(fewest) {}

  void run() {
    for (size_t wanted = fewest_;; wanted = std::min(2 * wanted, kMaxResidents)) {
      while (residents_.size() < wanted && startNext()) {
      }
      if (residents_.empty()) return;
      uint64_t turn = std::max(kBlockTurn / residents_.size(), kShortestTurn);
      for (auto &cluster : std::views::reverse(residents_)) cluster->run(turn);
      size_t before = residents_.size();
      for (auto &cluster : residents_)
        if (cluster->isOver()) spare_.push_back(std::move(cluster));
      std::erase(residents_, nullptr);
      // Those that ended did not need company.
      if (residents_.size() < before) wanted = std::max(residents_.size() / 2, fewest_);
    }
  }

private:
  bool startNext() {
    uint64_t number = next_.fetch_add(1, std::memory_order_relaxed);
    if (number >= launch_.numClusters || number >= launch_.firstBad.load(std::memory_order_relaxed)) return false;
    if (spare_.empty()) spare_.push_back(std::make_unique<Cluster>());
    residents_.push_back(std::move(spare_.back()));
    spare_.pop_back();
    residents_.back()->start(launch_, number, trace_);
    return true;
  }

  Launch &launch_;
  std::atomic<uint64_t> &next_;
  Trace *trace_;
  size_t fewest_;
  std::vector<std::unique_ptr<Cluster>> residents_, spare_;
};

}  // namespace

void runLaunch(Launch &launch, std::vector<Trace> &traces) {
  unsigned wanted = launch.options.threads ? launch.options.threads : std::max(1u, std::thread::hardware_concurrency());
  auto threads = static_cast<unsigned>(std::min<uint64_t>(wanted, launch.numClusters));
  traces.resize(std::max(threads, 1u));
  std::atomic<uint64_t> next = 0;
  std::vector<std::thread> others;
  auto traceOf = [&](unsigned i) { return launch.options.trace ? &traces[i] : nullptr; };
  for (unsigned i = 1; i < threads; ++i) others.emplace_back([&, i] { Worker(launch, next, traceOf(i), 1).run(); });
  Worker(launch, next, traceOf(0), threads == 1 ? 2 : 1).run();
  for (std::thread &thread : others) thread.join();
}

}  // namespace tritonc::emulator
