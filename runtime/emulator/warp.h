// A warp while it runs: groups of lanes that execute together, and the places where parted groups meet again.
//
//   group    lanes at one instruction. Usually there is one; a branch that lanes take differently makes two.
//   meeting  made at such a branch: the lanes it parted, and the instruction (the immediate post-dominator of the
//            branch) before which they wait for each other. Meetings nest.
//   frame    the registers of one call of a function.
//
// Lanes that never come, because they spin for a lane that waits at the meeting, are no deadlock on a GPU: after a
// while a warp lets the waiting ones go on (`released`).
#pragma once

#include <fmt/format.h>

#include <array>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "runtime/emulator/async.h"
#include "runtime/emulator/fault.h"
#include "runtime/emulator/program.h"
#include "runtime/emulator/race.h"
#include "runtime/emulator/wgmma.h"

namespace tritonc::emulator {

struct Cta;
class Allocation;

struct Frame {
  const Function *function = nullptr;
  Frame *caller = nullptr;
  /// Of the call in the caller.
  uint32_t callSite = 0;
  uint32_t returnTo = 0;
  /// In the local memory of each lane.
  uint32_t localBase = 0;
  uint32_t localEnd = 0;
  std::vector<std::byte> registers;
  /// RegisterFlag (wgmma.h) of each register, in functions with wgmma.
  std::vector<uint8_t> registerFlags;
  /// Parameters and call arguments, lane by lane.
  std::vector<std::byte> params;
};

struct Meeting {
  uint32_t at = 0;
  Frame *frame = nullptr;
  LaneMask expected = 0;
  LaneMask arrived = 0;
  Meeting *outer = nullptr;
  /// The warp's steps when the first lanes arrived.
  uint64_t since = 0;
};

struct Group {
  enum class State : uint8_t { Ready, AtBarrier, AtSync, AtMbarrier };
  LaneMask lanes = 0;
  uint32_t pc = 0;
  Frame *frame = nullptr;
  Meeting *meeting = nullptr;
  State state = State::Ready;
  bool released = false;
  /// A wait for an mbarrier is to end, in vain if need be.
  bool givesUp = false;
  /// AtBarrier: which, and where its result goes. AtMbarrier: its offset. AtSync: the lanes that execute, and whom they
  /// wait for.
  uint32_t barrier = 0;
  LaneMask active = 0;
  LaneMask members = 0;
};

/// The special registers, in the order of their slots.
enum class Special : uint8_t {
#define SPECIAL(Name, spelling, bits) Name,
#include "runtime/emulator/specials.def"
};
inline constexpr size_t kNumSpecials = static_cast<size_t>(Special::IsExplicitCluster) + 1;

/// A copy of `cp.async` that has not landed yet (ops_async.cpp).
struct AsyncCopy {
  const InstText *place = nullptr;
  LaneMask lanes = 0;
  unsigned bytes = 0;
  uint64_t group = 0;
  /// In the order of the warp's copies.
  uint64_t serial = 0;
  std::array<uint64_t, kWarpSize> addresses = {};
  std::array<std::byte, 16 * kWarpSize> values = {};
};

struct Warp {
  Cta *cta = nullptr;
  uint32_t index = 0;
  /// Lanes that exist, and have not exited.
  LaneMask alive = 0;

  // Of the current group, while it runs.
  std::array<std::byte *, 3> bases = {};
  const Inst *code = nullptr;
  uint32_t pc = 0;
  LaneMask lanes = 0;
  Frame *frame = nullptr;
  uint32_t current = 0;
  /// Set by a handler that changes groups or states: the loop looks what to run next.
  bool mustChoose = false;
  bool failed = false;
  bool hasYielded = false;
  /// Whether something looks at each instruction before it executes.
  bool isObserved = false;
  LaneMask carry = 0;

  std::vector<Group> groups;
  std::vector<std::unique_ptr<Frame>> frames;
  std::vector<std::unique_ptr<Frame>> spareFrames;
  std::vector<std::unique_ptr<Meeting>> meetings;
  std::vector<std::byte> specials;
  /// Of each lane, `localCapacity` bytes.
  std::vector<std::byte> local;
  uint32_t localCapacity = 0;
  uint64_t steps = 0;

  // For the race checks (race.h).
  Clocks known;
  /// The clock of each lane's last write to shared memory, and of its last fence for the async proxy.
  std::array<uint32_t, kWarpSize> laneWrote = {};
  std::array<uint32_t, kWarpSize> laneFenced = {};
  uint32_t selfSeen = 0;
  /// Lanes that have accessed memory since all lanes met, but for atomic operations.
  LaneMask accessed = 0;
  /// At its last fence.
  uint32_t fenceClock = 0;
  Clocks knownAtFence;
  uint32_t selfSeenAtFence = 0;
  LaneMask accessedAtFence = 0;
  /// By relaxed operations since then.
  Published seenRelaxed;

  Allocation *lastAllocation = nullptr;
  std::deque<AsyncCopy> asyncCopies;
  /// The group that copies join now.
  uint64_t asyncGroup = 0;
  uint64_t asyncSerial = 0;
  /// Reads of shared memory by bulk stores, and the group that each lane's stores join now (ops_bulk.cpp).
  std::vector<AsyncRead> bulkReads;
  std::array<uint64_t, kWarpSize> bulkGroup = {};
  WgmmaState wgmma;
  /// At the cluster's barrier: lanes that have arrived in this phase and which phase that is, and lanes that wait.
  LaneMask clusterHere = 0;
  LaneMask clusterWaiting = 0;
  uint64_t clusterPhase = 0;

  template <class T> T *at(Slot slot) { return reinterpret_cast<T *>(bases[slot.base()] + slot.offset()); }
  LaneMask &mask(Slot slot) { return *at<LaneMask>(slot); }
  template <class T> T *special(Special which) {
    return reinterpret_cast<T *>(specials.data() + static_cast<size_t>(which) * kWarpSize * sizeof(uint64_t));
  }
  /// The instruction that executes: the loop has already gone on to the next.
  const Inst &executing() const { return code[pc - 1]; }

  void start(Cta &owner, uint32_t warpIndex, LaneMask existing);
  /// Runs until nothing is ready, a fault, or the budget is used up.
  void run(uint64_t &budget);
  bool isDone() const { return alive == 0; }
  bool hasReadyGroup() const;

  /// Reports a fault of the executing instruction and stops the block.
  template <class... Args> void fault(Check check, fmt::format_string<Args...> format, Args &&...args) {
    faultText(check, fmt::format(format, std::forward<Args>(args)...));
  }

  /// For handlers of control flow.
  void branch(LaneMask taken, uint32_t target, LaneMask all);
  void exitLanes(LaneMask leaving);
  void call(const CallSite &site, uint32_t siteIndex, LaneMask lanes);
  void returnLanes(LaneMask leaving);
  /// Lets others have their turn.
  void yield();
  /// The lanes of the mask that one instruction has to execute together: true if they are all here, or have come to
  /// wait for these; `lanes` then holds all that execute. False: the group now waits for the others.
  bool gather(LaneMask members, LaneMask &active);
  /// The group waits at the barrier; the instruction counts as done.
  void waitAtBarrier(uint32_t barrier, LaneMask active);
  void wakeFromBarrier(uint32_t barrier);
  /// The group polls an mbarrier in vain: true if it is to wait and look again, false if the poll is to fail.
  bool waitAtMbarrier(uint32_t offset);
  /// Lets lanes that have waited for others at a meeting for so many steps go on without them; false if there are none.
  bool release(uint64_t patience);
  /// For messages: what each group does.
  std::string describe() const;

private:
  void faultText(Check check, std::string text);
  void select(uint32_t group);
  void save();
  bool choose();
  void arrive();
  void settle(Meeting *meeting);
  void removeGroup(uint32_t group);
  bool checkOutstanding(LaneMask leaving);
  void startGroup(Group group);
  void goOn(Meeting &meeting, LaneMask leaving, bool released);
  Frame *makeFrame(const Function &function, Frame *caller);
  void freeFrame(Frame *frame);
  void execute(uint64_t &budget);
  bool observe(const Inst &inst, LaneMask active);
};

/// Whether all lanes are here, as `.aligned` asks for; false after a fault, or if the group waits for lanes that a
/// meeting let go on early.
bool checkAligned(Warp &warp, LaneMask &lanes);

/// "`bar.sync` at PTX line 19 (source line 3)"
std::string placeText(const InstText &place);

}  // namespace tritonc::emulator
