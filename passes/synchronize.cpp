// Synchronize: put barriers where one thread needs what another one did.
//
//   before   local_store %x, %b
//            %y = local_load %b : tile<64x64xf32, #columns>
//   after    local_store %x, %b
//            barrier
//            %y = local_load %b : tile<64x64xf32, #columns>
//
// Needs    buffers placed.
// Keeps    every value. Sets stage `scheduled`.
// How      one walk keeps the accesses since the last barrier, and puts a barrier before the first one that meets an
//          earlier one of another thread at the same bytes, unless both read. That is as late as possible, so one
//          barrier serves as many pairs as it can. Who meets whom in a buffer follows from the layouts: threads of one
//          warp need a barrier of the warp only, a thread that meets itself none. Global memory is ordered in the same
//          way, unless the accesses lead into two different parameters of the kernel (global_access.h). Loops are
//          walked until what is left at their end changes nothing at their start. An atomic operation speaks for the
//          program as a whole: releasing accesses of all threads come before it, acquiring ones after. Where one way of
//          a branch acquires and the other does not, its barrier stands at its end. Slots of a ring are told apart as
//          long as one counter names both. A barrier does not end what is on its way: copies need their `copy_wait`
//          first, products of warpgroups their `dot_wait`. Where such a product reads what threads stored, the barrier
//          between is one that fences the proxies; that of an atomic operation with a result does not.
// Cost     O(accesses^2) a walk.
// Leaves   barriers of the source, also where they are not needed.
#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_map>

#include "ir/builder.h"
#include "passes/access_width.h"
#include "passes/bank_model.h"
#include "passes/global_access.h"
#include "passes/nesting.h"
#include "passes/pass.h"
#include "passes/remarks.h"
#include "passes/ring_slots.h"
#include "passes/shared_access.h"

namespace tritonc::passes {
namespace {

using ir::BarrierScope;
using ir::Block;
using ir::Op;
using ir::Opcode;

/// Up to where a function can tell numbers apart, which keeps the states of its loops few.
struct Limits {
  Limits() = default;
  explicit Limits(const ir::Function &function) {
    ir::walk(*function.body(), [&](const Op &op) {
      if (op.opcode() == Opcode::LocalAlloc) slots = std::max(slots, op.attrs<ir::AllocAttrs>().slots);
      if (op.opcode() == Opcode::CopyWait || op.opcode() == Opcode::DotWait)
        groups = std::max(groups, op.attrs<ir::PendingAttrs>().pending + 1);
    });
  }

  /// After so many iterations a ring is through, however long it is.
  int64_t slots = 1;
  /// Every wait waits for a group when so many have been closed.
  int64_t groups = 1;

  friend bool operator==(const Limits &, const Limits &) = default;
};

/// Something done to shared or global memory since the last barrier of the program.
struct Pending {
  explicit Pending(const Op &op) : op(&op) {}

  const Op *op;
  /// Iterations of the loop that counts its slots which have ended since; kUnknownAge if that is not known.
  int64_t age = 0;
  /// A copy or a product that may be on its way, and how many groups of such work have been closed since, its own
  /// included, at least and at most.
  bool isInFlight = false;
  int64_t minGroups = 0;
  int64_t maxGroups = 0;
  /// One on its way that a wait may have ended.
  bool isWaited = false;
  /// A barrier of the warps came after it.
  bool isPastWarpBarrier = false;
  /// Loops around it of which an iteration may have ended since.
  LoopsBetween loops;

  /// Nobody may touch the same before a wait for it.
  bool isSurelyInFlight() const { return isInFlight && !isWaited; }
  auto key() const { return std::pair(op->id(), age); }
  void endIteration(const Op &loop) {
    if (std::ranges::find(loops, &loop) == loops.end()) loops.push_back(&loop);
  }

  friend bool operator==(const Pending &, const Pending &) = default;
};

/// What the threads of the program may have done since they last waited for each other.
struct State {
  Limits limits;
  /// By `Pending::key`.
  std::vector<Pending> pending;
  /// An access to global memory; and one that may not be overtaken by those after it.
  bool hasGlobal = false;
  bool hasAcquire = false;

  /// Adds one of two ways on which the access may have happened, the only one if it is new.
  void add(const Pending &access) {
    auto at = std::ranges::lower_bound(pending, access.key(), {}, &Pending::key);
    if (at == pending.end() || at->key() != access.key()) {
      pending.insert(at, access);
      return;
    }
    at->minGroups = std::min(at->minGroups, access.minGroups);
    at->maxGroups = std::max(at->maxGroups, access.maxGroups);
    at->isWaited |= access.isWaited || at->isInFlight != access.isInFlight;
    at->isInFlight |= access.isInFlight;
    at->isPastWarpBarrier &= access.isPastWarpBarrier;
    for (const Op *loop : access.loops) at->endIteration(*loop);
  }

  /// What may have happened on either of two ways here.
  void join(const State &other) {
    hasGlobal |= other.hasGlobal;
    hasAcquire |= other.hasAcquire;
    for (const Pending &theirs : other.pending) add(theirs);
  }

  /// What is left at the end of an iteration, as the next one finds it. Accesses before the loop stay where they are.
  State inNextIteration(const Op &loop) const {
    return changedInside(loop, [&](Pending &earlier) {
      earlier.endIteration(loop);
      if (!countsSlots(loop, *earlier.op)) return;
      earlier.age = earlier.age >= limits.slots ? kUnknownAge : earlier.age + 1;
    });
  }

  /// What is left behind the loop, where its counters have no meaning.
  State afterLoop(const Op &loop) const {
    return changedInside(loop, [&](Pending &earlier) {
      if (countsSlots(loop, *earlier.op)) earlier.age = kUnknownAge;
    });
  }

  /// Another group of copies, or of products, is closed.
  void closeGroup(Opcode kind) {
    for (Pending &earlier : pending)
      if (earlier.op->opcode() == kind && earlier.isInFlight) {
        earlier.minGroups = std::min(earlier.minGroups + 1, limits.groups);
        earlier.maxGroups = std::min(earlier.maxGroups + 1, limits.groups);
      }
  }
  /// All but the last `left` groups are complete.
  void waitFor(Opcode kind, int64_t left) {
    for (Pending &earlier : pending) {
      if (earlier.op->opcode() != kind || !earlier.isInFlight) continue;
      if (earlier.minGroups > left) earlier.isInFlight = earlier.isWaited = false;
      earlier.isWaited |= earlier.isInFlight && earlier.maxGroups > left;
    }
  }

  /// A barrier of the program: what is still on its way stays.
  void passBarrier() {
    std::erase_if(pending, [](const Pending &earlier) { return !earlier.isInFlight; });
    for (Pending &earlier : pending) earlier.isWaited = false;
    hasGlobal = hasAcquire = false;
  }

  /// With `change(access)` applied to the accesses in the loop, of which some may become one.
  template <class Change> State changedInside(const Op &loop, Change &&change) const {
    State next = *this;
    std::erase_if(next.pending, [&](const Pending &earlier) { return isInside(earlier.op->parent(), loop); });
    for (Pending earlier : pending) {
      if (!isInside(earlier.op->parent(), loop)) continue;
      change(earlier);
      next.add(earlier);
    }
    return next;
  }

  friend bool operator==(const State &, const State &) = default;
};

/// Orders of which threads have to wait, nearest first.
enum class Need : uint8_t { None, Warp, Cta };

class Synchronizer {
public:
  Synchronizer(const ir::Module &module, ir::Function &function)
      : function_(function), global_(module, function), target_(module.attrs.target),
        programScope_(module.attrs.warps == 1 ? BarrierScope::Warp : BarrierScope::Cta) {}

  void run() {
    walkFunction();
    // Which barriers fence is known once all of them are in place.
    if (!fences_.empty()) {
      fences_.clear();
      walks_.clear();
      isPlaced_ = true;
      walkFunction();
    }
    for (Op *barrier : fences_) {
      auto attrs = barrier->attrs<ir::BarrierAttrs>();
      attrs.fencesProxy = true;
      ir::withAttrs(barrier, attrs);
    }
  }

private:
  void walkFunction() {
    State state, before;
    state.limits = Limits(function_);
    do {
      before = state;
      visitBlock(*function_.body(), state);
      state.join(before);
      // Other functions may be called again right after they returned.
    } while (!function_.isKernel() && state != before);
  }

  void visitBlock(Block &block, State &state) {
    for (Op &op : block) {
      switch (op.opcode()) {
      case Opcode::If: visitBranch(op, state); break;
      case Opcode::For: visitFor(op, state); break;
      case Opcode::While: visitWhile(op, state); break;
      case Opcode::Barrier:
        if (&op != omitted_) pass(op, state);
        break;
      case Opcode::CopyCommit: state.closeGroup(Opcode::CopyAsync); break;
      case Opcode::CopyWait: state.waitFor(Opcode::CopyAsync, op.attrs<ir::PendingAttrs>().pending); break;
      case Opcode::DotWait: state.waitFor(Opcode::Dot, op.attrs<ir::PendingAttrs>().pending); break;
      default: visitPlain(op, state);
      }
    }
  }

  void visitBranch(Op &op, State &state) {
    State other = state;
    visitBlock(*op.block(0), state);
    visitBlock(*op.block(1), other);
    // What one way acquires should not hold up the other one.
    if (state.hasAcquire && !other.hasAcquire) insertBarrier(*op.block(0)->terminator(), programScope_, state);
    if (other.hasAcquire && !state.hasAcquire) insertBarrier(*op.block(1)->terminator(), programScope_, other);
    state.join(other);
  }

  void visitFor(Op &op, State &state) {
    // The walks of an outer loop find an inner one as it was left, if they come with what it was walked with.
    if (auto last = walks_.find(&op); last != walks_.end() && last->second.entry == state) {
      state = last->second.exit;
      return;
    }
    State entry = state;
    walkLoop(op, state);
    if (!isPlaced_ && isInnermost(op) && removeRedundant(op, entry)) {
      state = entry;
      walkLoop(op, state);
    }
    walks_[&op] = {std::move(entry), state};
  }

  void walkLoop(Op &op, State &state) {
    State before;
    do {
      before = state;
      visitBlock(*op.block(), state);
      state = state.inNextIteration(op);
      state.join(before);
    } while (state != before);
    state = state.afterLoop(op);
  }

  static bool isInnermost(const Op &loop) {
    bool hasLoop = false;
    ir::walk(*loop.block(),
             [&](const Op &op) { hasLoop |= op.opcode() == Opcode::For || op.opcode() == Opcode::While; });
    return !hasLoop;
  }

  /// Barriers between iterations are found last, and may serve those too for which the first walk has put others.
  bool removeRedundant(Op &loop, const State &entry) {
    std::vector<Op *> inserted;
    for (Op *barrier : inserted_)
      if (isInside(barrier->parent(), loop)) inserted.push_back(barrier);
    bool removed = false;
    for (size_t i = 0; inserted.size() > 1 && i < inserted.size(); ++i) {
      omitted_ = inserted[i];
      needsMore_ = false;
      State state = entry;
      walkLoop(loop, state);
      if (!needsMore_) {
        std::erase(inserted_, omitted_);
        fences_.erase(omitted_);
        omitted_->erase();
        removed = true;
      }
      omitted_ = nullptr;
    }
    return removed;
  }

  void visitWhile(Op &op, State &state) {
    // The way out leads through the first block.
    State entry = state, before;
    do {
      before = state = entry;
      visitBlock(*op.block(0), state);
      State after = state;
      visitBlock(*op.block(1), after);
      entry.join(after.inNextIteration(op));
    } while (entry != before);
  }

  void visitPlain(Op &op, State &state) {
    bool isGlobal = global_.accessOf(op).has_value();
    Need need = needAt(op, state);
    if (isGlobal && state.hasAcquire) need = Need::Cta;
    bool isOpaque = mayAccessGlobal(op);
    if (((isAtomic(op) && releases(orderOf(op))) || isOpaque) && state.hasGlobal) need = Need::Cta;
    if (need != Need::None) insertBarrier(op, need == Need::Cta ? programScope_ : BarrierScope::Warp, state);
    if (scratchOf(op) >= 0) {
      // The threads wait for the result, which comes after the operation. That fences nothing.
      std::vector<Pending> unfenced;
      std::ranges::copy_if(state.pending, std::back_inserter(unfenced), needsFence);
      state.passBarrier();
      for (const Pending &earlier : unfenced) state.add(earlier);
      state.add(Pending(op));
      return;
    }
    if (!localAccesses(op).empty() || isGlobal) addAccess(op, state);
    state.hasGlobal |= isGlobal || isOpaque;
    state.hasAcquire |= (isAtomic(op) && acquires(op)) || isOpaque;
  }

  /// A text of the assembler with effects and addresses: it comes after all that is before it.
  static bool mayAccessGlobal(const Op &op) {
    auto isPointer = [](const ir::Use &use) { return use.value()->type().isPtrLike(); };
    return op.opcode() == Opcode::Asm && !op.isPure() && std::ranges::any_of(op.operands(), isPointer);
  }

  static void addAccess(const Op &op, State &state) {
    Pending access(op);
    access.isInFlight = op.opcode() == Opcode::CopyAsync;
    if (op.opcode() == Opcode::Dot && op.attrs<ir::DotAttrs>().isWgmma) {
      access.isInFlight = op.attrs<ir::DotAttrs>().isAsync;
      access.minGroups = access.maxGroups = 1;
      // One that is not async waits for all.
      access.isInFlight ? state.closeGroup(Opcode::Dot) : state.waitFor(Opcode::Dot, 0);
    }
    state.add(access);
  }

  static SharedRange scratchRange(const Op &op) {
    int64_t scratch = scratchOf(op);
    return scratch < 0 ? SharedRange() : SharedRange{scratch, scratch + scratchBytes(op)};
  }

  Need needAt(const Op &op, const State &state) {
    Need need = Need::None;
    for (const Pending &earlier : state.pending) {
      if (earlier.isSurelyInFlight()) continue;
      Need pair = std::max(needInShared(earlier, op), needInGlobal(earlier, op));
      if (pair == Need::Warp && earlier.isPastWarpBarrier) continue;
      need = std::max(need, pair);
    }
    return need;
  }

  Need needInGlobal(const Pending &earlier, const Op &later) {
    // The threads waited for the result.
    if (scratchOf(*earlier.op) >= 0) return Need::None;
    auto a = global_.accessOf(*earlier.op), b = global_.accessOf(later);
    if (!a || !b) return Need::None;
    std::optional<Meeting> meeting = global_.meeting(*a, *b, earlier.loops);
    return meeting ? needFor(*meeting) : Need::None;
  }

  Need needInShared(const Pending &earlier, const Op &later) {
    std::vector<LocalAccess> theirs = localAccesses(*earlier.op), ours = localAccesses(later);
    SharedRange theirScratch = scratchRange(*earlier.op), ourScratch = scratchRange(later);
    // Scratch is read by all, and written by others.
    if (theirScratch.overlaps(ourScratch)) return Need::Cta;
    for (const LocalAccess &access : theirs)
      if (rangeOf(*allocOf(access.buffer)).overlaps(ourScratch)) return Need::Cta;
    Need need = Need::None;
    for (const LocalAccess &access : ours) {
      if (rangeOf(*allocOf(access.buffer)).overlaps(theirScratch)) return Need::Cta;
      for (const LocalAccess &other : theirs) need = std::max(need, needBetween(other, access, earlier.age));
    }
    return need;
  }

  Need needBetween(const LocalAccess &a, const LocalAccess &b, int64_t age) {
    if (!a.isWrite && !b.isWrite) return Need::None;
    const Op *first = allocOf(a.buffer), *second = allocOf(b.buffer);
    if (!rangeOf(*first).overlaps(rangeOf(*second))) return Need::None;
    if (first == second && areOtherSlots(a.buffer, b.buffer, age)) return Need::None;
    if (first != second || !a.layout || !b.layout) return Need::Cta;
    Need need = needFor(meetingOf(*a.layout, *b.layout));
    if (need == Need::None && (isMatrices(a) || isMatrices(b))) return Need::Warp;
    return need;
  }

  /// A lane gives or gets elements that another lane of its warp addresses.
  bool isMatrices(const LocalAccess &access) const {
    ir::Type buffer = access.buffer->type();
    const ir::LinearLayout &registers = *access.layout, &offsets = *buffer.layout();
    SharedPath path = access.isWrite ? sharedStore(registers, offsets, buffer.elemBits(), target_)
                                     : sharedLoad(registers, offsets, buffer.elemBits());
    return path.matrices.has_value();
  }

  static Need needFor(Meeting meeting) {
    switch (meeting) {
    case Meeting::Thread: return Need::None;
    case Meeting::Warp: return Need::Warp;
    case Meeting::Cta: return Need::Cta;
    }
    TC_UNREACHABLE("every meeting has a case");
  }

  void insertBarrier(Op &op, BarrierScope scope, State &state) {
    // What the barriers of the first walk do not order for certain stays, and the next of them fences for it too.
    if (isPlaced_) return;
    if (omitted_) {
      // A trial.
      needsMore_ = true;
      return;
    }
    Op *barrier = ir::Builder(&op).create(Opcode::Barrier, {}, {}, ir::BarrierAttrs{scope});
    op.parent()->function()->context().remark(op.loc(), DiagId::BarrierPlaced,
                                              "the threads of {} wait for each other{}",
                                              scope == BarrierScope::Cta ? "the program" : "each warp", loopText(op));
    inserted_.push_back(barrier);
    pass(*barrier, state);
  }

  void pass(Op &barrier, State &state) {
    if (barrier.attrs<ir::BarrierAttrs>().scope == BarrierScope::Cta || programScope_ == BarrierScope::Warp) {
      if (!omitted_ && std::ranges::any_of(state.pending, needsFence)) fences_.insert(&barrier);
      state.passBarrier();
      return;
    }
    for (Pending &earlier : state.pending) earlier.isPastWarpBarrier |= !earlier.isInFlight;
  }

  /// Whether it stored to a buffer that products of warpgroups read. Copies need no fence: once they have been waited
  /// for, their data is in shared memory (NVIDIA's CUTLASS relies on that in its main loops); a fence would also wait
  /// for those that are still on their way.
  static bool needsFence(const Pending &earlier) {
    if (earlier.op->opcode() == Opcode::CopyAsync) return false;
    return !earlier.isSurelyInFlight() &&
           std::ranges::any_of(localAccesses(*earlier.op), [](const LocalAccess &access) {
             return access.isWrite && feedsDot(allocOf(access.buffer)->result());
           });
  }
  static bool feedsDot(const ir::Value *buffer) {
    for (const ir::Use *use = buffer->firstUse(); use; use = use->next()) {
      const Op *user = use->user();
      if (user->opcode() == Opcode::Dot && user->attrs<ir::DotAttrs>().isWgmma) return true;
      if (user->opcode() == Opcode::LocalSlot && feedsDot(user->result())) return true;
    }
    return false;
  }

  struct Walk {
    State entry, exit;
  };

  ir::Function &function_;
  // For look-up only, so that the order of addresses has no influence.
  std::unordered_map<const Op *, Walk> walks_;
  /// Barriers that make what threads wrote visible to instructions of warpgroups.
  std::set<Op *> fences_;
  std::vector<Op *> inserted_;
  /// A barrier that is left out for a trial, and whether somebody would need another then.
  Op *omitted_ = nullptr;
  bool needsMore_ = false;
  /// All barriers are there.
  bool isPlaced_ = false;
  GlobalAccesses global_;
  int64_t target_;
  BarrierScope programScope_;
};

}  // namespace

Success synchronize(ir::Module &module) {
  if (module.stage() != ir::Stage::LaidOut) return {};
  for (const auto &function : module.functions()) Synchronizer(module, *function).run();
  module.attrs.stage = ir::Stage::Scheduled;
  return {};
}

}  // namespace tritonc::passes
