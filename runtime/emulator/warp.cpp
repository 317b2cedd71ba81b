#include "runtime/emulator/warp.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "runtime/emulator/cluster.h"
#include "runtime/emulator/cta.h"

namespace tritonc::emulator {
namespace {

/// Instructions after which another group of the warp has its turn, and after which waiting lanes are let go on.
constexpr uint64_t kTurn = 1 << 12;
constexpr uint64_t kPatience = 1 << 16;
constexpr size_t kMaxFrames = 1024;
constexpr uint32_t kMaxLocalBytes = 1 << 19;

std::string lanesText(LaneMask lanes) {
  if (lanes == kAllLanes) return "all lanes";
  if (std::has_single_bit(lanes)) return fmt::format("lane {}", std::countr_zero(lanes));
  return fmt::format("lanes {:#010x}", lanes);
}

std::string placeAt(const Function &function, uint32_t pc) {
  return placeText(function.texts[std::min<size_t>(pc, function.texts.size() - 1)]);
}

}  // namespace

std::string placeText(const InstText &place) {
  std::string text = fmt::format("`{}` at PTX line {}", place.opcode, place.line);
  if (place.source.line) text += fmt::format(" (source line {})", place.source.line);
  return text;
}

void Warp::start(Cta &owner, uint32_t warpIndex, LaneMask existing) {
  cta = &owner;
  index = warpIndex;
  alive = existing;
  groups.clear();
  meetings.clear();
  for (auto &used : frames) spareFrames.push_back(std::move(used));
  frames.clear();
  mustChoose = failed = false;
  current = 0;
  steps = 0;
  known = knownAtFence = {};
  laneWrote = laneFenced = {};
  selfSeen = fenceClock = selfSeenAtFence = 0;
  accessed = accessedAtFence = 0;
  seenRelaxed = {};
  asyncCopies.clear();
  asyncGroup = asyncSerial = 0;
  bulkReads.clear();
  wgmma = {};
  clusterHere = clusterWaiting = 0;
  clusterPhase = 0;
  bulkGroup = {};
  lastAllocation = nullptr;
  specials.resize(kNumSpecials * kWarpSize * sizeof(uint64_t));
  bases[static_cast<size_t>(SlotBase::Specials)] = specials.data();
  owner.setSpecials(*this);
  Frame *entry = makeFrame(*owner.launch->program.entry, /*caller=*/nullptr);
  groups.push_back({.lanes = existing, .frame = entry});
  mustChoose = true;
}

// ---- Frames ----

Frame *Warp::makeFrame(const Function &function, Frame *caller) {
  auto spare = std::ranges::find(spareFrames, &function, [](const auto &frame) { return frame->function; });
  std::unique_ptr<Frame> made;
  if (spare != spareFrames.end()) {
    made = std::move(*spare);
    spareFrames.erase(spare);
  } else {
    made = std::make_unique<Frame>();
    made->function = &function;
    made->params.resize(size_t{function.frameParamBytes} * kWarpSize);
  }
  // Large numbers and NaNs, so that a sum that starts with what nobody has set is wrong.
  constexpr std::byte kUnset{0x7f};
  made->registers.assign(function.registerBytes, kUnset);
  if (function.usesWgmma) made->registerFlags.assign(function.registerBytes / (2 * kWarpSize) + 1, kRegisterTouched);
  made->caller = caller;
  made->localBase = caller ? caller->localEnd : 0;
  made->localEnd = (made->localBase + function.localBytes + 15) & ~15u;
  if (made->localEnd > localCapacity) {
    uint32_t capacity = std::max(made->localEnd, 2 * localCapacity);
    std::vector<std::byte> larger(size_t{capacity} * kWarpSize);
    for (unsigned lane = 0; lane < kWarpSize && localCapacity; ++lane)
      std::memcpy(larger.data() + size_t{lane} * capacity, local.data() + size_t{lane} * localCapacity, localCapacity);
    local = std::move(larger);
    localCapacity = capacity;
  }
  frames.push_back(std::move(made));
  return frames.back().get();
}

void Warp::freeFrame(Frame *done) {
  auto found = std::ranges::find(frames, done, [](const auto &frame) { return frame.get(); });
  spareFrames.push_back(std::move(*found));
  frames.erase(found);
}

// ---- Choosing what runs ----

void Warp::select(uint32_t group) {
  current = group;
  const Group &chosen = groups[group];
  lanes = chosen.lanes;
  pc = chosen.pc;
  frame = chosen.frame;
  code = frame->function->code.data();
  isObserved = cta->trace || frame->function->usesWgmma;
  bases[static_cast<size_t>(SlotBase::Registers)] = frame->registers.data();
  bases[static_cast<size_t>(SlotBase::Constants)] = const_cast<std::byte *>(frame->function->constants.data());
}

void Warp::save() {
  groups[current].lanes = lanes;
  groups[current].pc = pc;
}

bool Warp::hasReadyGroup() const {
  return std::ranges::any_of(groups, [](const Group &group) { return group.state == Group::State::Ready; });
}

bool Warp::choose() {
  mustChoose = false;
  for (size_t i = 1; i <= groups.size(); ++i) {
    size_t next = (current + i) % groups.size();
    if (groups[next].state != Group::State::Ready) continue;
    select(static_cast<uint32_t>(next));
    return true;
  }
  for (size_t i = 0; i < groups.size(); ++i) {
    const Group &group = groups[i];
    if (group.state != Group::State::AtSync) continue;
    select(static_cast<uint32_t>(i));
    ++pc;
    fault(Check::Divergent, "{} should execute this together with {}, but never come: {}",
          lanesText(group.members & ~group.active), lanesText(group.active), describe());
    return false;
  }
  return false;
}

void Warp::run(uint64_t &budget) {
  hasYielded = false;
  while (!failed && !hasYielded && budget > 0 && choose()) execute(budget);
}

void Warp::execute(uint64_t &budget) {
  uint64_t turnEnd = groups.size() > 1 || !meetings.empty() ? steps + kTurn : UINT64_MAX;
  while (budget > 0) {
    const Inst &inst = code[pc];
    LaneMask active = lanes;
    if (inst.flags != 0) {
      if (inst.flags & kMeetingPoint) {
        const Meeting *meeting = groups[current].meeting;
        if (meeting && meeting->at == pc && meeting->frame == frame) return arrive();
      }
      if (inst.flags & kGuarded) active &= inst.flags & kGuardNegated ? ~mask(inst.guard) : mask(inst.guard);
    }
    --budget;
    ++steps;
    ++pc;
    if (active == 0) continue;
    if (isObserved && !observe(inst, active)) [[unlikely]]
      return;
    inst.handler(*this, inst, active);
    if (mustChoose) [[unlikely]]
      return;
    if (steps >= turnEnd) [[unlikely]] {
      save();
      release(kPatience);
      return;
    }
  }
  save();
}

bool Warp::observe(const Inst &inst, LaneMask active) {
  if (cta->trace) cta->trace->count(*frame->function, pc - 1, active);
  return !frame->function->usesWgmma || watchRegisters(*this, inst);
}

bool Warp::release(uint64_t patience) {
  for (const auto &meeting : meetings) {
    if (meeting->arrived == 0 || steps - meeting->since < patience) continue;
    LaneMask waiting = std::exchange(meeting->arrived, 0);
    meeting->expected &= ~waiting;
    goOn(*meeting, waiting, /*released=*/true);
    return true;
  }
  return false;
}

// ---- Parting and meeting ----

void Warp::branch(LaneMask taken, uint32_t target, LaneMask all) {
  if (taken == all) {
    pc = target;
    return;
  }
  uint32_t at = frame->function->meetings[pc - 1];
  Meeting *meeting = groups[current].meeting;
  bool isSame = meeting && meeting->at == at && meeting->frame == frame;
  if (at != kNoInst && !isSame) {
    meetings.push_back(std::make_unique<Meeting>(Meeting{at, frame, all, 0, meeting, 0}));
    meeting = meetings.back().get();
  }
  lanes = all & ~taken;
  groups[current].meeting = meeting;
  Group other = groups[current];
  other.lanes = taken;
  other.pc = target;
  groups.push_back(other);
  save();
  mustChoose = true;
}

void Warp::arrive() {
  Meeting *meeting = groups[current].meeting;
  if (meeting->arrived == 0) meeting->since = steps;
  meeting->arrived |= lanes;
  removeGroup(current);
  settle(meeting);
}

void Warp::removeGroup(uint32_t group) {
  groups.erase(groups.begin() + group);
  if (current >= group && current > 0) --current;
  mustChoose = true;
}

/// Lets lanes go on behind a meeting or a call.
void Warp::goOn(Meeting &meeting, LaneMask leaving, bool released) {
  Group group{.lanes = leaving, .pc = meeting.at, .frame = meeting.frame, .meeting = meeting.outer};
  group.released = released;
  if (meeting.at == kNoInst) {
    Frame *callee = meeting.frame, *caller = callee->caller;
    const CallSite &site = caller->function->calls[callee->callSite];
    size_t from = callee->function->frameParamBytes, to = caller->function->frameParamBytes;
    for (LaneMask rest = leaving; rest; rest &= rest - 1) {
      auto lane = static_cast<unsigned>(std::countr_zero(rest));
      for (size_t i = 0; i < site.results.size(); ++i)
        std::memcpy(caller->params.data() + lane * to + site.results[i].offset,
                    callee->params.data() + lane * from + callee->function->results[i].offset, site.results[i].bytes);
    }
    group.frame = caller;
    group.pc = callee->returnTo;
  }
  groups.push_back(group);
}

/// Ends a meeting for which nobody is outstanding.
void Warp::settle(Meeting *meeting) {
  if (meeting->arrived != meeting->expected) return;
  if (meeting->arrived) goOn(*meeting, meeting->arrived, /*released=*/false);
  if (meeting->at == kNoInst) freeFrame(meeting->frame);
  std::erase_if(meetings, [&](const auto &other) { return other.get() == meeting; });
}

/// A store in bulk must have read its source, and copies must have landed: shared memory goes with the block.
bool Warp::checkOutstanding(LaneMask leaving) {
  for (const AsyncRead &read : bulkReads) {
    if (!(leaving >> read.lane & 1)) continue;
    fault(Check::Outstanding,
          "lane {} exits while {} may still read shared memory: cp.async.bulk.wait_group.read is missing", read.lane,
          placeText(*read.place));
    return false;
  }
  if (leaving == alive && !asyncCopies.empty()) {
    fault(Check::Outstanding, "the warp exits while {} may still write shared memory: cp.async.wait_group is missing",
          placeText(*asyncCopies.front().place));
    return false;
  }
  return true;
}

void Warp::exitLanes(LaneMask leaving) {
  if (!checkOutstanding(leaving) || (leaving == alive && !checkWarpgroupExit(*this))) return;
  alive &= ~leaving;
  lanes &= ~leaving;
  Meeting *meeting = groups[current].meeting;
  for (Meeting *outer = meeting; outer; outer = outer->outer) outer->expected &= ~leaving;
  save();
  if (lanes == 0) removeGroup(current);
  while (meeting) {
    Meeting *outer = meeting->outer;
    settle(meeting);
    meeting = outer;
  }
  if (alive == 0) cta->warpExited(*this);
}

void Warp::call(const CallSite &site, uint32_t siteIndex, LaneMask calling) {
  if (frames.size() >= kMaxFrames || frame->localEnd > kMaxLocalBytes)
    return fault(Check::BadOperand, "calls nest too deeply");
  Meeting *outer = groups[current].meeting;
  if (calling != lanes) {
    // The others wait behind the call.
    meetings.push_back(std::make_unique<Meeting>(Meeting{pc, frame, lanes, lanes & ~calling, outer, steps}));
    outer = meetings.back().get();
  }
  Frame *callee = makeFrame(*site.callee, frame);
  callee->callSite = siteIndex;
  callee->returnTo = pc;
  size_t from = frame->function->frameParamBytes, to = site.callee->frameParamBytes;
  for (LaneMask rest = calling; rest; rest &= rest - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(rest));
    for (size_t i = 0; i < site.arguments.size(); ++i)
      std::memcpy(callee->params.data() + lane * to + site.callee->params[i].offset,
                  frame->params.data() + lane * from + site.arguments[i].offset, site.arguments[i].bytes);
  }
  meetings.push_back(std::make_unique<Meeting>(Meeting{kNoInst, callee, calling, 0, outer, 0}));
  Group &group = groups[current];
  group.lanes = calling;
  group.pc = 0;
  group.frame = callee;
  group.meeting = meetings.back().get();
  select(current);
}

void Warp::returnLanes(LaneMask leaving) {
  if (!frame->caller) return exitLanes(leaving);
  Meeting *meeting = groups[current].meeting;
  lanes &= ~leaving;
  save();
  // Lanes that part inside a function and do not meet there have no other meeting than the return.
  while (meeting->at != kNoInst) {
    meeting->expected &= ~leaving;
    meeting = meeting->outer;
  }
  if (meeting->arrived == 0) meeting->since = steps;
  meeting->arrived |= leaving;
  Meeting *inner = groups[current].meeting;
  if (lanes == 0) removeGroup(current);
  for (;;) {
    Meeting *outer = inner->outer;
    bool isLast = inner == meeting;
    settle(inner);
    if (isLast) return;
    inner = outer;
  }
}

// ---- Waiting ----

bool Warp::gather(LaneMask members, LaneMask &active) {
  if (LaneMask missing = members & lanes & ~active) {
    fault(Check::Divergent, "{} should execute this too, but a predicate keeps them from it", lanesText(missing));
    return false;
  }
  if (LaneMask gone = members & ~alive) {
    fault(Check::Divergent, "{} should execute this too, but have exited", lanesText(gone));
    return false;
  }
  LaneMask all = active;
  auto isPartner = [&](const Group &group) {
    return group.state == Group::State::AtSync && group.pc == pc - 1 && group.frame == frame &&
           group.members == members;
  };
  for (const Group &group : groups)
    if (isPartner(group)) all |= group.active;
  if ((members & ~all) == 0) {
    for (Group &group : groups)
      if (isPartner(group)) {
        group.state = Group::State::Ready;
        ++group.pc;
      }
    active = all;
    return true;
  }
  save();
  Group &group = groups[current];
  group.pc = pc - 1;
  group.state = Group::State::AtSync;
  group.members = members;
  group.active = active;
  mustChoose = true;
  return false;
}

void Warp::yield() {
  save();
  release(kPatience);
  mustChoose = hasYielded = true;
}

void Warp::waitAtBarrier(uint32_t barrier, LaneMask active) {
  save();
  // Groups that this one gathered wait with it.
  for (Group &group : groups) {
    if (group.state != Group::State::Ready || group.pc != pc || group.frame != frame || !(group.lanes & active))
      continue;
    group.state = Group::State::AtBarrier;
    group.barrier = barrier;
    group.active = group.lanes & active;
  }
  mustChoose = true;
}

void Warp::wakeFromBarrier(uint32_t barrier) {
  for (Group &group : groups)
    if (group.state == Group::State::AtBarrier && group.barrier == barrier) group.state = Group::State::Ready;
}

bool Warp::waitAtMbarrier(uint32_t offset) {
  Group &group = groups[current];
  if (std::exchange(group.givesUp, false)) return false;
  save();
  group.pc = pc - 1;
  group.state = Group::State::AtMbarrier;
  group.barrier = offset;
  mustChoose = true;
  return true;
}

// ---- Messages ----

void Warp::faultText(Check check, std::string text) {
  mustChoose = true;
  if (std::exchange(failed, true)) return;
  const InstText &place = frame->function->texts[pc - 1];
  Fault fault{.check = check, .text = std::move(text), .ptxLine = place.line, .opcode = place.opcode};
  if (auto file = cta->launch->program.files.find(place.source.file); file != cta->launch->program.files.end())
    fault.file = file->second;
  fault.sourceLine = place.source.line;
  fault.block = cta->linearIndex;
  fault.warp = index;
  cta->report(std::move(fault));
}

std::string Warp::describe() const {
  std::vector<std::string> parts;
  for (const Group &group : groups) {
    const Function &function = *group.frame->function;
    std::string who = fmt::format("{} of warp {}", lanesText(group.lanes), index);
    switch (group.state) {
    case Group::State::AtBarrier:
      parts.push_back(fmt::format("{} wait at {}, {}", who,
                                  group.barrier == kClusterBarrier ? "the barrier of the cluster"
                                                                   : fmt::format("barrier {}", group.barrier),
                                  placeAt(function, group.pc - 1)));
      break;
    case Group::State::AtMbarrier:
      parts.push_back(fmt::format("{} wait for {}, {}", who,
                                  group.barrier == kWarpgroupWait ? "the other warps of their warpgroup"
                                                                  : describeMbarrier(*cta, group.barrier),
                                  placeAt(function, group.pc)));
      break;
    case Group::State::AtSync:
      parts.push_back(fmt::format("{} wait for {} at {}", who, lanesText(group.members & ~group.active),
                                  placeAt(function, group.pc)));
      break;
    case Group::State::Ready: parts.push_back(fmt::format("{} are at {}", who, placeAt(function, group.pc))); break;
    }
  }
  for (const auto &meeting : meetings)
    if (meeting->arrived && meeting->at != kNoInst)
      parts.push_back(fmt::format("{} of warp {} wait for {} before {}", lanesText(meeting->arrived), index,
                                  lanesText(meeting->expected & ~meeting->arrived),
                                  placeAt(*meeting->frame->function, meeting->at)));
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace tritonc::emulator
