// Pipeline loops: copy what later iterations need to shared memory while this one computes.
//
//   before   for %i in %lo, %hi (%p) {
//              %x = load %p
//              %b = local_alloc                     (a product reads it, or a local_load does)
//              local_store %x, %b
//              ...
//              %q = addptr %p, 64
//              yield %q
//            }
//   after    %ring = local_alloc {slots = 3}
//            copy_async %p, %ring[0], if %lo < %hi
//            copy_commit
//            copy_async %p + 64, %ring[1], if %lo + 1 < %hi
//            copy_commit
//            for %i in %lo, %hi (%ahead = %p + 128, %slot = 0) {
//              copy_wait 1
//              copy_async %ahead, %ring[%slot + 2], if %i + 2 < %hi
//              copy_commit
//              ...                                  (reads %ring[%slot])
//            }
//            copy_wait 0
//
// Needs    conversions lowered; buffers not yet placed.
// Keeps    every value, once `synchronize` has put barriers between. No byte is read that the loop would not read.
// How      a loop with more than one stage, by its own number, or by the kernel's if it has a product. Its loads that
//          go to a buffer, and those that pass through one because they lead to a product or the loop itself asks for
//          stages, start at least `stages - 1` iterations early if their addresses follow from the induction variable
//          and carried scalars by pure operations: what leads to an address is computed anew for the iteration ahead.
//          Where the number is the kernel's, small ones start up to twice as early, so that enough bytes are on their
//          way. Products of warpgroups whose sum is only carried on are left running into the next iteration. Where a
//          further slot does not cost a program that could run beside this one, copies go to it without waiting for the
//          products of the last iteration. A ring that does not fit gets less depth.
// Cost     O(operations) for each stage.
// Leaves   loads of loads; loops that write to where they load from.
#include <algorithm>
#include <map>
#include <set>

#include "ir/builder.h"
#include "ir/clone.h"
#include "passes/access_plan.h"
#include "passes/bank_model.h"
#include "passes/carried_value.h"
#include "passes/conversion_plan.h"
#include "passes/dead_code.h"
#include "passes/dot_selection.h"
#include "passes/layout_cost.h"
#include "passes/nesting.h"
#include "passes/pass.h"
#include "passes/remarks.h"
#include "passes/rewriter.h"
#include "passes/shared_plan.h"
#include "passes/stream_finder.h"

namespace tritonc::passes {
namespace {

using ir::Block;
using ir::Builder;
using ir::Op;
using ir::Opcode;
using ir::Value;

/// Where in an iteration the copies for a later one start.
enum class CopyPlace : uint8_t {
  /// After the loads from the slot that is read: the copies go to it. Every thread reads only what it brought itself.
  AfterReads,
  /// At the start of the iteration, or near its first product of single warps: to the slot that the last one has read.
  AtStart,
  /// After the wait for the products of the last iteration: to the slot that they have read.
  AfterDotWait,
  /// Before that wait: to a slot that no product reads.
  BeforeDotWait,
};

struct Schedule {
  /// Iterations by which copies are ahead of what reads them.
  int64_t depth = 0;
  CopyPlace place = CopyPlace::AtStart;

  bool leavesDotsRunning() const { return place == CopyPlace::AfterDotWait || place == CopyPlace::BeforeDotWait; }
  int64_t slots() const {
    switch (place) {
    case CopyPlace::AfterReads: return depth;
    case CopyPlace::AtStart:
    case CopyPlace::AfterDotWait: return depth + 1;
    case CopyPlace::BeforeDotWait: return depth + 2;
    }
    TC_UNREACHABLE("every place has a case");
  }
};

/// Rewrites one loop.
class Pipeliner {
public:
  Pipeliner(Op *loop, std::vector<Stream> streams, Slice slice, Schedule schedule)
      : loop_(loop), streams_(std::move(streams)), slice_(std::move(slice)), schedule_(schedule) {}

  void run() {
    makeRings();
    startFirst();
    extendLoop();
    readRings();
    startAhead(findPlace());
    finish();
  }

private:
  Block *body() const { return loop_->block(); }
  Value *iv() const { return body()->arg(0); }

  void makeRings() {
    Builder builder(loop_);
    for (const Stream &stream : streams_)
      rings_.push_back(builder
                           .create(Opcode::LocalAlloc, {}, {stream.alloc->result()->type()},
                                   ir::AllocAttrs{.slots = schedule_.slots()})
                           ->result());
  }

  Value *constant(Builder &builder, int64_t value) {
    return builder.constant(iv()->type(), static_cast<uint64_t>(value));
  }
  /// By how much the induction variable grows in so many iterations, modulo its width.
  Value *steps(Builder &builder, int64_t count) {
    Value *step = loop_->operand(2);
    if (step->isConstant()) return constant(builder, count * static_cast<int64_t>(step->bits()));
    return builder.elementwise(Opcode::MulI, {step, constant(builder, count)});
  }

  /// i1: the loop has an iteration so many after the one with induction variable `iv`, which it has if `exists`.
  Value *hasIteration(Builder &builder, Value *iv, int64_t ahead, Value *exists) {
    if (ahead == 0) return exists;
    // As a difference, which does not overflow where there is an iteration.
    Value *left = builder.elementwise(Opcode::SubI, {loop_->operand(1), iv});
    Value *enough = nullptr;
    if (loop_->operand(2)->isConstant()) {
      enough = builder.elementwise(Opcode::CmpUlt, {steps(builder, ahead), left});
    } else {
      // A product of a number that nobody knows fits twice the width.
      ir::Type wide = builder.context().i64();
      Value *distance = builder.elementwise(Opcode::MulI, {builder.convert(Opcode::ExtUI, loop_->operand(2), wide),
                                                           builder.constant(wide, static_cast<uint64_t>(ahead))});
      enough = builder.elementwise(Opcode::CmpUlt, {distance, builder.convert(Opcode::ExtUI, left, wide)});
    }
    return exists ? builder.elementwise(Opcode::AndI, {exists, enough}) : enough;
  }

  /// Copies the slice of an iteration whose induction variable and carried values `cloner` knows, and starts its loads.
  void start(Builder &builder, ir::Cloner &cloner, Value *exists, Value *counter, int64_t ahead) {
    std::vector<const Op *> ops;
    for (const Op &op : *body())
      if (slice_.ops.contains(&op)) ops.push_back(&op);
    for (const Op *op : ops) cloner.clone(*op);
    for (size_t i = 0; i < streams_.size(); ++i) {
      Op *load = streams_[i].load;
      builder.setLoc(load->loc());
      Value *mask = exists;
      if (Value *own = load->operandOrNull(1)) mask = builder.elementwise(Opcode::AndI, {cloner.lookup(own), exists});
      Value *slot =
          builder.create(Opcode::LocalSlot, {rings_[i], counter}, {rings_[i]->type()}, ir::SlotAttrs{ahead})->result();
      builder.create(Opcode::CopyAsync, {cloner.lookup(load->operand(0)), slot, mask}, {});
    }
    builder.create(Opcode::CopyCommit, {}, {});
  }

  /// The loads of the first iterations, before the loop.
  void startFirst() {
    Builder builder(loop_);
    for (unsigned carried : slice_.carried) ahead_[carried] = loop_->operand(carried + 3);
    Opcode compare = loop_->attrs<ir::ForAttrs>().isUnsigned ? Opcode::CmpUlt : Opcode::CmpSlt;
    Value *lower = loop_->operand(0), *iv = lower;
    Value *isFirst = builder.elementwise(compare, {lower, loop_->operand(1)});
    for (int64_t i = 0; i < schedule_.depth; ++i) {
      ir::Cloner cloner(builder);
      cloner.map(this->iv(), iv);
      for (unsigned carried : slice_.carried) cloner.map(body()->arg(carried + 1), ahead_[carried]);
      start(builder, cloner, hasIteration(builder, lower, i, isFirst), builder.constantI32(0), i);
      for (unsigned carried : slice_.carried) ahead_[carried] = cloner.lookup(body()->terminator()->operand(carried));
      builder.setLoc(loop_->loc());
      iv = builder.elementwise(Opcode::AddI, {iv, loop_->operand(2)});
    }
  }

  /// Carries the values of the iteration ahead, and the number of the slot that is read.
  void extendLoop() {
    std::vector<Value *> starts;
    for (unsigned carried : slice_.carried) starts.push_back(ahead_[carried]);
    starts.push_back(Builder(loop_).constantI32(0));
    unsigned first = loop_->numResults() + 1;
    loop_ = addCarried(loop_, starts);
    for (unsigned carried : slice_.carried) ahead_[carried] = body()->arg(first++);
    counter_ = body()->arg(first);
  }

  /// The buffers of the streams become slots of the rings.
  void readRings() {
    Builder builder(body()->front());
    builder.setLoc(loop_->loc());
    builder.create(Opcode::CopyWait, {}, {}, ir::PendingAttrs{schedule_.depth - 1});
    for (size_t i = 0; i < streams_.size(); ++i) {
      const Stream &stream = streams_[i];
      Value *slot =
          builder.create(Opcode::LocalSlot, {rings_[i], counter_}, {rings_[i]->type()}, ir::SlotAttrs{})->result();
      stream.store->erase();
      stream.alloc->result()->replaceAllUsesWith(slot);
      stream.alloc->erase();
    }
  }

  /// Where copies start. Lets the products run on, if they may.
  Op *findPlace() {
    switch (schedule_.place) {
    case CopyPlace::AfterReads: return afterReads();
    case CopyPlace::AtStart: return atStart();
    case CopyPlace::AfterDotWait: return leaveDotsRunning()->next();
    case CopyPlace::BeforeDotWait: return leaveDotsRunning();
    }
    TC_UNREACHABLE("every place has a case");
  }

  /// Halfway from the last read to the first store, where there is one and this iteration's copies need not arrive in
  /// the next one: copies right behind the stores of one iteration, or right before those of the next, make the two
  /// wait for each other (softmax over 12672 columns: 1.3 % slower).
  Op *afterReads() const {
    Op *last = nullptr;
    for (Op &op : *body())
      if (isRead(op)) last = &op;
    std::vector<Op *> work{last};
    Op *op = last->next();
    for (; op && op->opcode() != Opcode::Store; op = op->next())
      if (op->numResults() && op->result()->type().isTile()) work.push_back(op);
    return (op && schedule_.depth > 1 ? work[work.size() / 2] : last)->next();
  }

  static bool isRead(const Op &op) {
    return op.opcode() == Opcode::LocalLoad && op.operand(0)->def()->opcode() == Opcode::LocalSlot;
  }

  /// After the first product of single warps if it is long enough for ptxas to spread the copies over it; else between
  /// the loads of its factors. Without one, where the iteration begins.
  Op *atStart() const {
    constexpr int64_t kLong = 32 * kMatrixInstruction;
    for (Op &op : *body()) {
      if (op.opcode() != Opcode::Dot) continue;
      if (takesAnyLayout(op, 0)) break;
      return dotCost(op, *op.result()->type().layout()) >= kLong ? op.next() : betweenFactors(op);
    }
    return body()->front()->next();
  }

  /// Before the load of the first factor, which becomes the last one: a row of instructions starts with a single
  /// fragment of it and all of the second factor's, so that the others arrive while it runs.
  /// Of a computed factor the loads stay where they are, and the copies follow the first of all reads.
  Op *betweenFactors(Op &dot) const {
    Op *first = dot.operand(0)->def(), *second = dot.operand(1)->def(), *read = body()->front();
    while (read != &dot && !isRead(*read)) read = read->next();
    if (!first || !second || !isRead(*first) || !isRead(*second) || !first->result()->hasOneUse())
      return read == &dot ? read : read->next();
    first->moveBefore(&dot);
    return first;
  }

  /// Lets the products run on into the next iteration; the wait for those of the last one.
  Op *leaveDotsRunning() {
    std::vector<Op *> dots;
    for (Op &op : *body())
      if (op.opcode() == Opcode::Dot) dots.push_back(&op);
    for (Op *&dot : dots) dot = ir::withAttrs(dot, ir::DotAttrs{.isWgmma = true, .isAsync = true});
    Builder builder(dots.back()->next());
    builder.setLoc(dots.back()->loc());
    auto pending = static_cast<int64_t>(dots.size());
    Op *wait = builder.create(Opcode::DotWait, {}, {}, ir::PendingAttrs{pending});
    return wait;
  }

  void startAhead(Op *place) {
    Builder builder(place);
    builder.setLoc(loop_->loc());
    ir::Cloner cloner(builder);
    cloner.map(iv(), builder.elementwise(Opcode::AddI, {iv(), steps(builder, schedule_.depth)}));
    for (auto [carried, value] : ahead_) cloner.map(body()->arg(carried + 1), value);
    start(builder, cloner, hasIteration(builder, iv(), schedule_.depth, nullptr), counter_, schedule_.depth);
    Op *terminator = body()->terminator();
    std::vector<Value *> yields;
    for (const ir::Use &use : terminator->operands()) yields.push_back(use.value());
    for (auto [carried, value] : ahead_) yields.push_back(cloner.lookup(terminator->operand(carried)));
    builder.setInsertionPoint(terminator);
    builder.setLoc(loop_->loc());
    Value *next = builder.elementwise(Opcode::AddI, {counter_, builder.constantI32(1)});
    Value *isLast =
        builder.elementwise(Opcode::CmpEq, {next, builder.constantI32(static_cast<int32_t>(schedule_.slots()))});
    yields.push_back(builder.elementwise(Opcode::Select, {isLast, builder.constantI32(0), next}));
    body()->function()->setOperands(terminator, yields);
    for (const Stream &stream : streams_) stream.load->erase();
  }

  /// Nothing is on its way any more when the rings end.
  void finish() {
    Builder builder(loop_->next());
    builder.setLoc(loop_->loc());
    builder.create(Opcode::CopyWait, {}, {}, ir::PendingAttrs{0});
    if (!schedule_.leavesDotsRunning()) return;
    std::vector<Value *> sums;
    std::vector<ir::Type> types;
    const Op *terminator = body()->terminator();
    for (unsigned i = 0; i < terminator->numOperands(); ++i) {
      const Op *def = terminator->operand(i)->def();
      if (!def || def->opcode() != Opcode::Dot) continue;
      Value *sum = loop_->result(i);
      sums.push_back(sum);
      types.push_back(sum->type());
    }
    Op *wait = builder.create(Opcode::DotWait, sums, types, ir::PendingAttrs{0});
    for (unsigned i = 0; i < sums.size(); ++i) {
      sums[i]->replaceAllUsesWith(wait->result(i));
      wait->setOperand(i, sums[i]);
    }
  }

  Op *loop_;
  std::vector<Stream> streams_;
  Slice slice_;
  Schedule schedule_;
  std::vector<Value *> rings_;
  /// By number of the carried value it is ahead of.
  std::map<unsigned, Value *> ahead_;
  Value *counter_ = nullptr;
};

/// How many programs run on one multiprocessor at once, at most, if each has so many bytes of shared memory, and
/// threads that hold so many registers of sums.
int64_t programsAtOnce(const ir::ModuleAttrs &attrs, int64_t bytes, int64_t sums) {
  constexpr int64_t kRegisters = 65536, kThreads = 2048;
  // Addresses, masks and operands.
  constexpr int64_t kOtherRegisters = 48;
  int64_t threads = attrs.warps * 32;
  return std::min({sharedBytesOfMultiprocessor(attrs.target) / (bytes + kSharedBytesOfDriver),
                   kRegisters / (threads * (sums + kOtherRegisters)), kThreads / threads});
}

/// What a multiprocessor receives from the second cache while one load takes its way: 64 bytes a clock, for about 700
/// clocks under load (measured: a product of 16 rows that had 24 KiB on their way got 30 bytes a nanosecond).
constexpr int64_t kBytesOnTheirWay = 64 * 700;
/// Where fewer programs or warps run beside each other, one more counts for more than bytes on their way: the last
/// round of a grid gets long, and schedulers idle.
constexpr int64_t kFewPrograms = 4, kFewWarps = 8;

class LoopsOfFunction {
public:
  LoopsOfFunction(ir::Module &module, ir::Function &function)
      : module_(module), function_(function), affine_(function), finder_(module, function, affine_) {
    ir::walk(*function.body(), [&](Op &op) {
      if (op.opcode() == Opcode::For) loops_.push_back(&op);
    });
    for (const auto &other : module.functions())
      if (other.get() != &function) bytesOfOthers_ += SharedPlan(*other).place(0);
  }

  /// Whether there was one to pipeline.
  bool run() {
    bool changed = false;
    for (Op *loop : loops_) changed |= pipeline(loop);
    return changed;
  }

private:
  bool pipeline(Op *loop) {
    int64_t stages = stagesOf(*loop, module_.attrs);
    if (!asksForStages(*loop, module_.attrs) || loop->attrs<ir::ForAttrs>().isDescending ||
        !hasShortStep(*loop, stages))
      return false;
    std::vector<Stream> streams = finder_.streamsOf(*loop);
    Slice slice;
    std::erase_if(streams, [&](const Stream &stream) {
      Slice longer = slice;
      bool isKnown = finder_.addToSlice(stream.load->operand(0), *loop, longer) &&
                     finder_.addToSlice(stream.load->operandOrNull(1), *loop, longer);
      if (isKnown) slice = std::move(longer);
      return !isKnown;
    });
    if (streams.empty()) return false;
    for (Stream &stream : streams) passThroughBuffer(stream);
    Schedule schedule = scheduleFor(*loop, streams, stages);
    remark(*loop, streams.size(), stages - 1, schedule);
    if (schedule.depth == 0) {
      for (const Stream &stream : streams) takeBack(stream);
      return false;
    }
    Pipeliner(loop, std::move(streams), std::move(slice), schedule).run();
    return true;
  }

  /// Takes what is needed in registers from the buffer, or from one made for it. There every thread finds what it
  /// brought itself.
  ///   %x = load %p, %mask, %other    ->    %y = load %p, %mask; %b = local_alloc; local_store %y, %b;
  ///                                        %z = local_load %b; %x = select %mask, %z, %other
  void passThroughBuffer(Stream &stream) {
    Op *load = stream.load;
    ir::Type type = load->result()->type();
    if (stream.store && load->result()->hasOneUse()) return;
    bool hasBuffer = stream.store != nullptr;
    if (hasBuffer) {
      stream.alloc->moveBefore(load);
      stream.store->erase();
    }
    Builder builder(load->next());
    builder.setLoc(load->loc());
    if (!hasBuffer) {
      ir::Layout layout = module_.context().layout(ownBuffer(planAccess(*load, affine_), *type.layout()));
      ir::Type buffer = module_.context().shared(type.shape(), type.elem(), layout);
      stream.alloc = builder.create(Opcode::LocalAlloc, {}, {buffer}, ir::AllocAttrs{});
    }
    Value *taken = builder.create(Opcode::LocalLoad, {stream.alloc->result()}, {type})->result();
    Op *first = taken->def();
    if (Value *other = load->operandOrNull(2); other && !isZero(other))
      taken = builder.elementwise(Opcode::Select, {load->operand(1), taken, other});
    if (!hasBuffer) stream.taken = taken;
    load->result()->replaceAllUsesWith(taken);
    builder.setInsertionPoint(first);
    stream.store = builder.create(Opcode::LocalStore, {load->result(), stream.alloc->result()}, {});
  }

  /// Undoes that where there is no room for a ring.
  static void takeBack(const Stream &stream) {
    if (!stream.taken) return;
    Op *last = stream.taken->def();
    Op *read = last->opcode() == Opcode::LocalLoad ? last : last->operand(1)->def();
    stream.taken->replaceAllUsesWith(stream.load->result());
    stream.store->erase();
    last->erase();
    if (read != last) read->erase();
    stream.alloc->erase();
  }

  /// Groups of registers that one access moves, then lanes, warps, and the other registers.
  static ir::LinearLayout ownBuffer(const AccessPlan &plan, const ir::LinearLayout &registers) {
    ir::LinearLayout buffer(registers.shape());
    auto append = [&](uint64_t column) {
      if (column != 0) buffer.appendColumn(ir::InDim::Offset, column);
    };
    auto ofRegister = [&](unsigned bit) {
      ir::Place place;
      place[ir::InDim::Register] = plan.run.registerBasis[bit];
      return registers.applyPacked(registers.pack(place));
    };
    unsigned groupBits = ir::log2Exact(plan.width);
    for (unsigned bit = 0; bit < groupBits; ++bit) append(ofRegister(bit));
    for (ir::InDim dim : {ir::InDim::Lane, ir::InDim::Warp})
      for (uint64_t column : registers.columns(dim)) append(column);
    for (unsigned bit = groupBits; bit < plan.run.registerBasis.size(); ++bit) append(ofRegister(bit));
    return buffer;
  }

  /// As many iterations ahead as there are stages and shared memory allows; if the loop has no number of its own,
  /// further ahead until one program alone keeps the way from memory busy, as grids are often small; and a spare slot
  /// where it costs nothing.
  Schedule scheduleFor(const Op &loop, const std::vector<Stream> &streams, int64_t stages) {
    SharedPlan plan(function_);
    auto bytesWith = [&](const Schedule &schedule) {
      for (const Stream &stream : streams) plan.makeRing(*stream.alloc, schedule.slots(), loop);
      return bytesOfOthers_ + plan.place(0);
    };
    int64_t most = sharedBytesOfMultiprocessor(module_.attrs.target) - kSharedBytesOfDriver;
    Schedule schedule{.depth = stages - 1};
    if (mayLeaveDotsRunning(loop, streams))
      schedule.place = CopyPlace::AfterDotWait;
    else if (std::ranges::all_of(streams, readsOwn))
      schedule.place = CopyPlace::AfterReads;
    while (schedule.depth > 0 && bytesWith(schedule) > most) --schedule.depth;
    if (schedule.depth == 0) return schedule;
    auto programs = [&](const Schedule &variant) {
      return programsAtOnce(module_.attrs, bytesWith(variant), registersOfSums(loop));
    };
    int64_t bytesOfIteration = 0;
    for (const Stream &stream : streams) bytesOfIteration += bufferBytes(stream.alloc->result()->type());
    bool isExact = loop.attrs<ir::ForAttrs>().numStages >= 0;
    while (!isExact && schedule.depth < 2 * (stages - 1) && schedule.depth * bytesOfIteration < kBytesOnTheirWay) {
      Schedule deeper{schedule.depth + 1, schedule.place};
      int64_t beside = programs(deeper);
      bool areFew = beside < kFewPrograms || beside * module_.attrs.warps < kFewWarps;
      if (beside < programs(schedule) && areFew) break;
      schedule = deeper;
    }
    if (schedule.place != CopyPlace::AfterDotWait) return schedule;
    Schedule spare{schedule.depth, CopyPlace::BeforeDotWait};
    return programs(spare) == programs(schedule) ? spare : schedule;
  }

  /// Whether what is brought is only taken to registers, and each element by the thread that brings it.
  static bool readsOwn(const Stream &stream) {
    const Value *buffer = stream.alloc->result();
    for (const ir::Use *use = buffer->firstUse(); use; use = use->next()) {
      const Op *user = use->user();
      if (user == stream.store) continue;
      if (user->opcode() != Opcode::LocalLoad || user->parent() != stream.load->parent()) return false;
      ir::Layout layout = user->result()->type().layout();
      if (meetingOf(*stream.load->operand(0)->type().layout(), *layout) != Meeting::Thread ||
          sharedLoad(*layout, *buffer->type().layout(), buffer->type().elemBits()).matrices)
        return false;
    }
    return true;
  }

  int64_t registersOfSums(const Op &loop) const {
    int64_t registers = 0;
    for (const Op &op : *loop.block())
      if (op.opcode() == Opcode::Dot) registers += op.result()->type().numElements() / (module_.attrs.warps * 32);
    return registers;
  }

  /// Steps of all stages together do not overflow, or can be computed in twice as many bits.
  static bool hasShortStep(const Op &loop, int64_t stages) {
    const Value *step = loop.operand(2);
    unsigned bits = step->type().elemBits();
    if (!step->isConstant()) return bits <= 32;
    uint64_t maxStep = uint64_t{1} << std::min(24u, bits - 1);
    return step->bits() > 0 && step->bits() < maxStep / static_cast<uint64_t>(stages);
  }

  /// Every product of the loop is one of warpgroups, reads rings or what was there before, and adds to a sum that the
  /// loop does not look at.
  static bool mayLeaveDotsRunning(const Op &loop, const std::vector<Stream> &streams) {
    auto isReady = [&](const Value *operand) {
      return !isMadeInside(operand, loop) ||
             std::ranges::any_of(streams, [&](const Stream &stream) { return stream.alloc->result() == operand; });
    };
    auto mayRun = [&](const Op &dot) {
      if (!dot.attrs<ir::DotAttrs>().isWgmma || !isReady(dot.operand(0)) || !isReady(dot.operand(1))) return false;
      const Value *sum = dot.operand(2);
      if (sum->argBlock() != loop.block() || sum->index() == 0 || !sum->hasOneUse() || !dot.result()->hasOneUse())
        return false;
      return loop.block()->terminator()->operand(sum->index() - 1) == dot.result();
    };
    bool any = false, all = true;
    ir::walk(*loop.block(), [&](const Op &op) {
      if (op.opcode() != Opcode::Dot) return;
      any = true;
      all &= op.parent() == loop.block() && mayRun(op);
    });
    return any && all;
  }

  void remark(const Op &loop, size_t loads, int64_t wanted, const Schedule &schedule) {
    ir::Context &context = module_.context();
    int64_t depth = schedule.depth;
    if (depth < wanted)
      context.remark(loop.loc(), DiagId::NotPipelined, "{} of {} iterations early: more do not fit into shared memory",
                     depth, wanted);
    if (depth > 0)
      context.remark(loop.loc(), DiagId::LoopPipelined, "{} load{} of the loop start{} {} iteration{} early{}", loads,
                     loads == 1 ? "" : "s", loads == 1 ? "s" : "", depth, depth == 1 ? "" : "s",
                     schedule.leavesDotsRunning() ? ", and its products run on into the next one" : "");
  }

  ir::Module &module_;
  ir::Function &function_;
  AffineAnalysis affine_;
  StreamFinder finder_;
  std::vector<Op *> loops_;
  /// Of shared memory, for functions that are called or call this one.
  int64_t bytesOfOthers_ = 0;
};

}  // namespace

Success pipelineLoops(ir::Module &module) {
  if (module.stage() != ir::Stage::LaidOut) return {};
  for (const auto &function : module.functions())
    if (LoopsOfFunction(module, *function).run()) removeDeadCode(*function);
  return {};
}

}  // namespace tritonc::passes
