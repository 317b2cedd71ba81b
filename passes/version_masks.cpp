// Version masks: give tiles that lie wholly in bounds a path without masks.
//
//   before   %m = cmp.slt %offsets, %n : tile<1024xi1>        (%offsets = %start + 0 .. 1023)
//            %v = load %p, %m : tile<1024xf32>
//            store %q, %v, %m
//   after    %last = addi %start, 1023 : i32
//            %full = cmp.slt %last, %n : i1
//            if %full { %v = load %p ... store %q, %v } else { the same with masks }
//
// Needs    addresses in normal form find more, because widths are known then.
// Keeps    every access. The condition implies that the dropped part of the mask is true for each element; for offsets
//          that do not wrap it is equivalent.
// How      in each stretch of a block without nested blocks and calls: collect accesses that a mask makes narrower than
//          their addresses allow, find comparisons of affine offsets in their masks that one scalar comparison can
//          decide, and copy the stretch from the first to the last such access, with what only it needs. Scalars behind
//          the first access that do not depend on it come before it, as the bounds of later accesses may.
// Cost     O(operations); each stretch is copied once at most.
// Leaves   masks that decide whole vectors at a time already (a bound divisible by 16): the predicated vector access
//          issues as many memory instructions as the plain one, and the code stays half as long. Stretches that would
//          contain loops, so that the copies stay small.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "ir/clone.h"
#include "passes/access_width.h"
#include "passes/affine_form.h"
#include "passes/pass.h"
#include "passes/remarks.h"

namespace tritonc::passes {
namespace {

using ir::Block;
using ir::Builder;
using ir::Op;
using ir::Opcode;
using ir::Type;
using ir::Value;

/// `<` and `<=`; equality, which commutes, says nothing about a whole tile.
bool isComparison(const Op &op) {
  return op.info().rule == ir::TypeRule::CompareInt && op.info().traits != ir::Traits::Commutative;
}

bool isShape(const Op &op) { return op.info().format == ir::Format::Shape; }

/// Calls `visit(Op *)` for each comparison of which the mask is the conjunction, through shape operations. Masks share
/// parts, so each operation is visited once and not for every path to it.
template <class Visit> void forEachConjunct(const Value *mask, Visit &&visit) {
  std::set<uint32_t> seen;
  std::vector<const Value *> pending{mask};
  while (!pending.empty()) {
    const Value *value = pending.back();
    pending.pop_back();
    Op *def = value ? value->def() : nullptr;
    if (!def || !value->type().isTile() || !seen.insert(def->id()).second) continue;
    if (def->opcode() == Opcode::AndI)
      pending.insert(pending.end(), {def->operand(1), def->operand(0)});
    else if (isShape(*def))
      pending.push_back(def->operand(0));
    else if (isComparison(*def))
      visit(def);
  }
}

/// Comparisons taken to be true, by operation id.
using TrueSet = std::set<uint32_t>;

/// Makes masks smaller once the comparisons in `known` are true.
class MaskReducer {
public:
  MaskReducer(const TrueSet &known, Op *at) : known_(known), builder_(at) {}

  /// What is left of the mask; null when nothing is.
  Value *reduce(Value *mask) {
    Op *def = mask->def();
    if (!def || !mask->type().isTile()) return mask;
    if (auto done = reduced_.find(def->id()); done != reduced_.end()) return done->second;
    return reduced_[def->id()] = reduceDefinition(mask, def);
  }

private:
  Value *reduceDefinition(Value *mask, Op *def) {
    if (isComparison(*def)) return known_.contains(def->id()) ? nullptr : mask;
    if (def->opcode() == Opcode::AndI) {
      Value *a = reduce(def->operand(0)), *b = reduce(def->operand(1));
      if (!a || !b) return a ? a : b;
      bool isSame = a == def->operand(0) && b == def->operand(1);
      return isSame ? mask : builder_.elementwise(Opcode::AndI, {a, b});
    }
    if (!isShape(*def)) return mask;
    Value *inner = reduce(def->operand(0));
    if (!inner || inner == def->operand(0)) return inner ? mask : nullptr;
    Type type = mask->type();
    return builder_
        .insert(builder_.function().createRaw(def->opcode(), builder_.loc(), {&inner, 1},
                                              std::span<const Type>(&type, 1), def->rawAttrs()))
        ->result();
  }

  const TrueSet &known_;
  Builder builder_;
  std::map<uint32_t, Value *> reduced_;
};

void setMask(Op &op, Value *mask) {
  MemoryOp access(op);
  std::vector<Value *> operands{access.pointer};
  if (access.value) operands.push_back(access.value);
  if (mask) operands.push_back(mask);
  if (mask && access.other) operands.push_back(access.other);
  op.parent()->function()->setOperands(&op, operands);
}

/// Answers whether a comparison holds for all elements, and builds the scalar question.
class Decider {
public:
  Decider(const AffineAnalysis &analysis, Op *at) : analysis_(analysis), builder_(at) {}

  /// The scalars that the question is about; nothing if it cannot be asked.
  std::optional<std::vector<Value *>> inputs(const Op &compare) const {
    std::vector<Value *> scalars;
    for (const ir::Use &use : compare.operands()) {
      const auto &form = analysis_.facts(use.value()).form;
      if (!form || !isDecidable(compare, use.value(), *form)) return std::nullopt;
      for (const auto &term : form->terms) scalars.push_back(term.value);
    }
    return scalars;
  }

  /// An i1 that implies that the comparison is true for all elements: the largest element on the left is less than the
  /// smallest one on the right.
  Value *ask(const Op &compare) {
    Value *a = compare.operand(0), *b = compare.operand(1);
    bool isWide = needsWiden(a) || needsWiden(b);
    Value *most = corner(a, Corner::Largest, isWide), *least = corner(b, Corner::Smallest, isWide);
    Value *answer = builder_.elementwise(compare.opcode(), {most, least});
    if (!isWide) return answer;
    // The largest element is bounded by the right side and vice versa; the other ends must not wrap either.
    if (mayPass(a, Corner::Smallest)) answer = both(answer, staysAbove(a));
    if (mayPass(b, Corner::Largest)) answer = both(answer, staysBelow(b));
    return answer;
  }

private:
  enum class Corner : bool { Smallest, Largest };

  bool isDecidable(const Op &compare, const Value *value, const AffineForm &form) const {
    bool isSigned = compare.opcode() == Opcode::CmpSlt || compare.opcode() == Opcode::CmpSle;
    if (form.certainty == Certainty::Usually) return false;
    for (const auto &term : form.terms)
      if (term.value->type().isTile() || !term.value->type().isIntLike()) return false;
    // The order of a tile's elements as unsigned numbers is known when none is negative.
    if (!isSigned)
      return form.certainty == Certainty::Always &&
             (!value->type().isTile() || analysis_.facts(value).range.isNonNegative());
    if (form.certainty == Certainty::Always) return true;
    return value->type().elemBits() < 64 && wideInterval(value).fits(64);
  }

  /// Offsets that may wrap are computed without wrapping.
  bool needsWiden(const Value *value) const { return analysis_.facts(value).form->certainty != Certainty::Always; }

  WideInterval wideInterval(const Value *value) const {
    FormContext context{64, value->type().shape(),
                        [this](const Value *scalar) -> const Facts & { return analysis_.facts(scalar); }};
    return intervalOf(*analysis_.facts(value).form, context);
  }

  bool mayPass(const Value *value, Corner which) const {
    if (!needsWiden(value)) return false;
    Interval range = wideInterval(value).wrapped(64), limit = Interval::ofWidth(value->type().elemBits());
    return which == Corner::Smallest ? range.min < limit.min : range.max > limit.max;
  }

  Value *staysAbove(const Value *value) {
    int64_t limit = Interval::ofWidth(value->type().elemBits()).min;
    return builder_.elementwise(Opcode::CmpSle, {number(limit), corner(value, Corner::Smallest, /*isWide=*/true)});
  }
  Value *staysBelow(const Value *value) {
    int64_t limit = Interval::ofWidth(value->type().elemBits()).max;
    return builder_.elementwise(Opcode::CmpSle, {corner(value, Corner::Largest, /*isWide=*/true), number(limit)});
  }

  Value *both(Value *a, Value *b) { return builder_.elementwise(Opcode::AndI, {a, b}); }
  Value *number(int64_t value) { return builder_.constant(builder_.context().i64(), static_cast<uint64_t>(value)); }

  /// The form at the index where it is smallest or largest.
  Value *corner(const Value *value, Corner which, bool isWide) {
    const AffineForm &form = *analysis_.facts(value).form;
    Type type = isWide ? builder_.context().i64() : value->type().elem();
    auto constant = static_cast<uint64_t>(form.constant);
    for (unsigned d = 0; d < form.strides.size(); ++d) {
      bool counts = (form.strides[d] > 0) == (which == Corner::Largest);
      if (counts)
        constant += static_cast<uint64_t>(form.strides[d]) * static_cast<uint64_t>(value->type().shape()[d] - 1);
    }
    Value *total = nullptr;
    for (const auto &term : form.terms) {
      Value *part = resized(term.value, type);
      if (term.coefficient != 1)
        part = builder_.elementwise(Opcode::MulI,
                                    {part, builder_.constant(type, static_cast<uint64_t>(term.coefficient))});
      total = total ? builder_.elementwise(Opcode::AddI, {total, part}) : part;
    }
    Value *rest = builder_.constant(type, constant);
    if (!total) return rest;
    return rest->bits() == 0 ? total : builder_.elementwise(Opcode::AddI, {total, rest});
  }

  Value *resized(Value *scalar, Type type) {
    unsigned from = scalar->type().elemBits(), to = type.elemBits();
    if (from == to) return scalar;
    return builder_.convert(from < to ? Opcode::ExtSI : Opcode::TruncI, scalar, type);
  }

  const AffineAnalysis &analysis_;
  Builder builder_;
};

/// A stretch of a block and the comparisons to decide before it.
struct Region {
  Op *first = nullptr;
  Op *last = nullptr;
  std::vector<Op *> comparisons;
  /// What can be computed before it, in order.
  std::vector<Op *> scalars;
};

class Versioner {
public:
  explicit Versioner(ir::Function &function) : function_(function) {}

  void run() {
    std::vector<Block *> blocks{function_.body()};
    ir::walk(*function_.body(), [&](Op &op) { blocks.insert(blocks.end(), op.blocks().begin(), op.blocks().end()); });
    for (Block *block : blocks) visitBlock(*block);
  }

private:
  void visitBlock(Block &block) {
    // The two versions of one stretch leave the operations of later ones where they are.
    std::vector<std::vector<Op *>> stretches(1);
    for (Op &op : block) {
      if (op.effect() == ir::Effect::Control || op.opcode() == ir::Opcode::Barrier)
        stretches.emplace_back();
      else
        stretches.back().push_back(&op);
    }
    for (const std::vector<Op *> &stretch : stretches) {
      if (std::ranges::none_of(stretch, [](const Op *op) { return isMasked(*op); })) continue;
      if (!analysis_) analysis_.emplace(function_);
      Region region = plan(stretch);
      if (!region.first) continue;
      version(region);
      // Values that are used later come out of the branch now.
      analysis_.reset();
    }
  }

  static bool isMasked(const Op &op) {
    if (!isMemoryOp(op)) return false;
    MemoryOp access(op);
    return access.mask && access.pointer->type().isTile();
  }

  /// The elements that the access can take at once, along its best dimension.
  int64_t width(const MemoryOp &access, const TrueSet &known) const {
    int64_t best = 1;
    for (unsigned d = 0; d < access.pointer->type().rank(); ++d) {
      int64_t width = pointerWidth(analysis_->facts(access.pointer), access.pointer->type(), d);
      best = std::max(best, std::min(width, remainingMaskWidth(access.mask, known, d)));
    }
    return best;
  }

  int64_t unmaskedWidth(const MemoryOp &access) const {
    int64_t best = 1;
    for (unsigned d = 0; d < access.pointer->type().rank(); ++d)
      best = std::max(best, pointerWidth(analysis_->facts(access.pointer), access.pointer->type(), d));
    return best;
  }

  /// Says why an access stays narrower than its addresses allow.
  void remarkKept(const Op &op, const std::vector<Op *> &comparisons) const {
    std::string_view why = comparisons.empty() ? "no comparison in it can be decided for all elements at once"
                                               : "only a part of it can be decided for all elements at once";
    function_.context().remark(op.loc(), DiagId::MaskKept, "the mask keeps accesses of single elements: {}", why);
  }

  /// `maskWidth` once the comparisons in `known` are true. Shape operations keep the width or widen it.
  int64_t remainingMaskWidth(const Value *mask, const TrueSet &known, unsigned dim) const {
    int64_t width = kMaxAccessBytes;
    std::set<uint32_t> seen;
    std::vector<const Value *> pending{mask};
    while (!pending.empty()) {
      const Value *part = pending.back();
      pending.pop_back();
      if (!seen.insert(part->id()).second) continue;
      const Op *def = part->def();
      if (def && def->opcode() == Opcode::AndI && part->type().isTile()) {
        pending.insert(pending.end(), {def->operand(0), def->operand(1)});
        continue;
      }
      const Value *leaf = part;
      while (leaf->def() && isShape(*leaf->def())) leaf = leaf->def()->operand(0);
      bool isKnown = leaf->def() && known.contains(leaf->def()->id());
      if (!isKnown) width = std::min(width, maskWidth(*analysis_, part, dim));
    }
    return width;
  }

  Region plan(const std::vector<Op *> &stretch) const {
    Region region;
    TrueSet known;
    std::set<uint32_t> late;
    for (Op *op : stretch) {
      if (region.first) {
        if (canComeFirst(*op, late))
          region.scalars.push_back(op);
        else
          late.insert(op->id());
      }
      if (!isMasked(*op)) continue;
      MemoryOp access(*op);
      TrueSet more = known;
      std::vector<Op *> comparisons;
      forEachConjunct(access.mask, [&](Op *compare) {
        if (isDecidable(*compare, op, late) && more.insert(compare->id()).second) comparisons.push_back(compare);
      });
      if (width(access, more) <= width(access, {})) {
        if (width(access, more) < unmaskedWidth(access)) remarkKept(*op, comparisons);
        continue;
      }
      known = std::move(more);
      region.comparisons.insert(region.comparisons.end(), comparisons.begin(), comparisons.end());
      if (!region.first) {
        region.first = op;
        late.insert(op->id());
      }
      region.last = op;
    }
    return region;
  }

  /// Whether the scalars of the question exist before the operations in `late`, or can be computed there.
  bool isDecidable(const Op &compare, Op *at, const std::set<uint32_t> &late) const {
    auto inputs = Decider(*analysis_, at).inputs(compare);
    return inputs && std::ranges::none_of(*inputs, [&](const Value *value) { return isOf(late, *value); });
  }

  static bool isOf(const std::set<uint32_t> &ops, const Value &value) {
    return value.def() && ops.contains(value.def()->id());
  }

  /// Whether a scalar of the stretch can be computed before the operations in `late`.
  static bool canComeFirst(const Op &op, const std::set<uint32_t> &late) {
    auto isTile = [](const Value &result) { return result.type().isTile(); };
    auto isLate = [&](const ir::Use &use) { return isOf(late, *use.value()); };
    return op.isPure() && op.blocks().empty() && std::ranges::none_of(op.results(), isTile) &&
           std::ranges::none_of(op.operands(), isLate);
  }

  void version(const Region &region) {
    for (Op *scalar : region.scalars) scalar->moveBefore(region.first);
    TrueSet known;
    Value *full = nullptr;
    Builder builder(region.first);
    Decider decider(*analysis_, region.first);
    for (const Op *compare : region.comparisons) {
      known.insert(compare->id());
      Value *answer = decider.ask(*compare);
      full = full ? builder.elementwise(Opcode::AndI, {full, answer}) : answer;
    }
    function_.context().remark(region.first->loc(), DiagId::MasksVersioned,
                               "from here on there is a path without masks for full tiles");
    std::vector<bool> isInside(function_.numOpIds());
    std::vector<Op *> ops = collect(region, isInside);
    std::vector<Value *> escaping = findEscaping(ops, isInside);
    std::vector<Type> types;
    for (const Value *value : escaping) types.push_back(value->type());
    builder.setInsertionPoint(ops.front());
    Op *branch = builder.create(Opcode::If, std::span<Value *const>(&full, 1), std::span<const Type>(types));
    redirectEscaping(escaping, isInside, branch);
    fillFull(branch->block(0), ops, escaping, known);
    fillTail(branch->block(1), ops, escaping);
  }

  /// Whether an operation outside of the stretch uses a result of `op`.
  static bool escapes(const Value &result, const std::vector<bool> &isInside) {
    for (ir::Use *use = result.firstUse(); use; use = use->next())
      if (isOutside(*use, result, isInside)) return true;
    return false;
  }

  /// A use in a nested block counts for the operation around it.
  static bool isOutside(const ir::Use &use, const Value &value, const std::vector<bool> &isInside) {
    const Op *user = use.user();
    while (user->parent() != value.def()->parent()) user = user->parent()->parentOp();
    return !isInside[user->id()];
  }

  /// The operations of the stretch, and before them the pure ones that only it needs: each version has its own, in its
  /// own layout, and the tail's cost nothing where the tail is not reached.
  static std::vector<Op *> collect(const Region &region, std::vector<bool> &isInside) {
    std::vector<Op *> ops;
    for (Op *op = region.first;; op = op->next()) {
      ops.push_back(op);
      isInside[op->id()] = true;
      if (op == region.last) break;
    }
    for (Op *op = region.first->prev(), *prev; op; op = prev) {
      prev = op->prev();
      auto hasUses = [](const Value &result) { return result.hasUses(); };
      auto isNeededOutside = [&](const Value &result) { return escapes(result, isInside); };
      if (!op->isPure() || std::ranges::none_of(op->results(), hasUses) ||
          std::ranges::any_of(op->results(), isNeededOutside))
        continue;
      op->moveBefore(ops.front());
      ops.insert(ops.begin(), op);
      isInside[op->id()] = true;
    }
    return ops;
  }

  static std::vector<Value *> findEscaping(const std::vector<Op *> &ops, const std::vector<bool> &isInside) {
    std::vector<Value *> escaping;
    for (const Op *op : ops)
      for (Value &result : op->results())
        if (escapes(result, isInside)) escaping.push_back(&result);
    return escaping;
  }

  static void redirectEscaping(const std::vector<Value *> &escaping, const std::vector<bool> &isInside, Op *branch) {
    for (unsigned i = 0; i < escaping.size(); ++i) {
      branch->result(i)->setName(escaping[i]->name());
      std::vector<ir::Use *> outside;
      for (ir::Use *use = escaping[i]->firstUse(); use; use = use->next())
        if (isOutside(*use, *escaping[i], isInside)) outside.push_back(use);
      for (ir::Use *use : outside) use->set(branch->result(i));
    }
  }

  void fillFull(Block *block, const std::vector<Op *> &ops, const std::vector<Value *> &escaping, TrueSet known) {
    Builder builder(function_);
    builder.setInsertionPointToEnd(block);
    ir::Cloner cloner(builder);
    for (Op *op : ops) {
      Op *copy = cloner.clone(*op);
      if (known.contains(op->id())) known.insert(copy->id());
      Value *mask = isMemoryOp(*copy) ? MemoryOp(*copy).mask : nullptr;
      if (!mask) continue;
      Value *reduced = MaskReducer(known, copy).reduce(mask);
      if (reduced != mask) setMask(*copy, reduced);
    }
    builder.setLoc(ops.back()->loc());
    std::vector<Value *> yields;
    for (Value *value : escaping) yields.push_back(cloner.lookup(value));
    builder.create(Opcode::Yield, yields, {});
  }

  void fillTail(Block *block, const std::vector<Op *> &ops, const std::vector<Value *> &escaping) {
    for (Op *op : ops) op->moveToEnd(block);
    Builder builder(function_);
    builder.setInsertionPointToEnd(block);
    builder.setLoc(ops.back()->loc());
    builder.create(Opcode::Yield, escaping, {});
  }

  ir::Function &function_;
  /// Of the function as it is; nothing if that was not asked for yet.
  std::optional<AffineAnalysis> analysis_;
};

}  // namespace

Success versionMasks(ir::Module &module) {
  for (const auto &function : module.functions()) Versioner(*function).run();
  return {};
}

}  // namespace tritonc::passes
