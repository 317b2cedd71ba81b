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
//          a branch acquires and the other does not, its barrier stands at its end.
// Cost     O(accesses^2) a walk.
// Leaves   barriers of the source, also where they are not needed.
#include <algorithm>
#include <unordered_map>

#include "ir/builder.h"
#include "passes/access_width.h"
#include "passes/global_access.h"
#include "passes/nesting.h"
#include "passes/pass.h"
#include "passes/remarks.h"
#include "passes/shared_access.h"

namespace tritonc::passes {
namespace {

using ir::BarrierScope;
using ir::Block;
using ir::MemoryOrder;
using ir::Op;
using ir::Opcode;

/// Something done to shared or global memory since the last barrier of the program.
struct Pending {
  const Op *op;
  /// A barrier of the warps came after it.
  bool isPastWarpBarrier = false;
  /// Loops around it of which an iteration may have ended since.
  LoopsBetween loops;

  void endIteration(const Op &loop) {
    if (std::ranges::find(loops, &loop) == loops.end()) loops.push_back(&loop);
  }

  friend bool operator==(const Pending &, const Pending &) = default;
};

/// What the threads of the program may have done since they last waited for each other.
struct State {
  /// By operation id.
  std::vector<Pending> pending;
  /// An access to global memory; and one that may not be overtaken by those after it.
  bool hasGlobal = false;
  bool hasAcquire = false;

  void add(const Op *op) {
    auto at = std::ranges::lower_bound(pending, op->id(), {}, [](const Pending &p) { return p.op->id(); });
    if (at != pending.end() && at->op == op)
      at->isPastWarpBarrier = false;
    else
      pending.insert(at, Pending{op, /*isPastWarpBarrier=*/false, {}});
  }

  /// What may have happened on either of two ways here.
  void join(const State &other) {
    hasGlobal |= other.hasGlobal;
    hasAcquire |= other.hasAcquire;
    for (const Pending &theirs : other.pending) {
      auto ours = std::ranges::find(pending, theirs.op, &Pending::op);
      bool isPast = theirs.isPastWarpBarrier && (ours == pending.end() || ours->isPastWarpBarrier);
      add(theirs.op);
      ours = std::ranges::find(pending, theirs.op, &Pending::op);
      ours->isPastWarpBarrier = isPast;
      for (const Op *loop : theirs.loops) ours->endIteration(*loop);
    }
  }

  /// What is left at the end of an iteration, as the next one finds it. Accesses before the loop stay where they are.
  State inNextIteration(const Op &loop) const {
    State next = *this;
    for (Pending &earlier : next.pending)
      if (isInside(earlier.op->parent(), loop)) earlier.endIteration(loop);
    return next;
  }

  friend bool operator==(const State &, const State &) = default;
};

/// Orders of which threads have to wait, nearest first.
enum class Need : uint8_t { None, Warp, Cta };

class Synchronizer {
public:
  Synchronizer(const ir::Module &module, ir::Function &function)
      : function_(function), global_(module, function),
        programScope_(module.attrs.warps == 1 ? BarrierScope::Warp : BarrierScope::Cta) {}

  void run() {
    State state, before;
    do {
      before = state;
      visitBlock(*function_.body(), state);
      state.join(before);
      // Other functions may be called again right after they returned.
    } while (!function_.isKernel() && state != before);
  }

private:
  void visitBlock(Block &block, State &state) {
    for (Op &op : block) {
      switch (op.opcode()) {
      case Opcode::If: visitBranch(op, state); break;
      case Opcode::For: visitFor(op, state); break;
      case Opcode::While: visitWhile(op, state); break;
      case Opcode::Barrier: pass(op.attrs<ir::BarrierAttrs>().scope, state); break;
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
    State entry = state, before;
    do {
      before = state;
      visitBlock(*op.block(), state);
      state = state.inNextIteration(op);
      state.join(before);
    } while (state != before);
    walks_[&op] = {std::move(entry), state};
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
    if (isAtomic(op) && releases(op) && state.hasGlobal) need = Need::Cta;
    if (need != Need::None) insertBarrier(op, need == Need::Cta ? programScope_ : BarrierScope::Warp, state);
    if (scratchOf(op) >= 0) {
      // The threads wait for the result, which comes after the operation.
      pass(programScope_, state);
      state.add(&op);
      return;
    }
    if (localAccess(op) || isGlobal) state.add(&op);
    state.hasGlobal |= isGlobal;
    state.hasAcquire |= isAtomic(op) && acquires(op);
  }

  static MemoryOrder orderOf(const Op &op) {
    return op.opcode() == Opcode::AtomicRmw ? op.attrs<ir::AtomicRmwAttrs>().order
                                            : op.attrs<ir::AtomicCasAttrs>().order;
  }
  static bool releases(const Op &op) {
    return orderOf(op) == MemoryOrder::Release || orderOf(op) == MemoryOrder::AcqRel;
  }
  /// Who does not look at the result acquires nothing by it.
  static bool acquires(const Op &op) {
    return op.result()->hasUses() && (orderOf(op) == MemoryOrder::Acquire || orderOf(op) == MemoryOrder::AcqRel);
  }

  static SharedRange touched(const Op &op) {
    if (auto access = localAccess(op)) return rangeOf(*access->alloc);
    int64_t scratch = scratchOf(op);
    return scratch < 0 ? SharedRange() : SharedRange{scratch, scratch + scratchBytes(op)};
  }

  Need needAt(const Op &op, const State &state) {
    Need need = Need::None;
    for (const Pending &earlier : state.pending) {
      Need pair = std::max(needInShared(*earlier.op, op), needInGlobal(earlier, op));
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

  static Need needInShared(const Op &earlier, const Op &later) {
    if (!touched(earlier).overlaps(touched(later))) return Need::None;
    auto a = localAccess(earlier), b = localAccess(later);
    // Scratch is read by all, and written by others.
    if (!a || !b) return Need::Cta;
    if (!a->isWrite && !b->isWrite) return Need::None;
    if (a->alloc != b->alloc) return Need::Cta;
    return needFor(meetingOf(*a->layout, *b->layout));
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
    ir::Builder(&op).create(Opcode::Barrier, {}, {}, ir::BarrierAttrs{scope});
    op.parent()->function()->context().remark(op.loc(), DiagId::BarrierPlaced,
                                              "the threads of {} wait for each other{}",
                                              scope == BarrierScope::Cta ? "the program" : "each warp", loopText(op));
    pass(scope, state);
  }

  void pass(BarrierScope scope, State &state) const {
    if (scope == BarrierScope::Cta || programScope_ == BarrierScope::Warp) {
      state = State();
      return;
    }
    for (Pending &earlier : state.pending) earlier.isPastWarpBarrier = true;
  }

  struct Walk {
    State entry, exit;
  };

  ir::Function &function_;
  // For look-up only, so that the order of addresses has no influence.
  std::unordered_map<const Op *, Walk> walks_;
  GlobalAccesses global_;
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
