// The affine analysis: see affine.h. This file walks a function; affine_rules.cpp knows the operations.
//
// Loops are solved by optimistic iteration: a carried value starts with the facts of its initial value and is joined
// with those of what the body yields until nothing changes. Runs, constancy and divisors only fall, a form is replaced
// once (by one anchored at the carried value) and dropped once, and a range that still grows becomes unknown.
#include "passes/affine.h"

#include "passes/affine_rules.h"

namespace tritonc::passes {

using ir::Block;
using ir::Op;
using ir::Opcode;
using ir::Type;
using ir::Value;

int64_t Facts::divisor() const {
  // Along a dimension without runs, each element is the first of its run.
  int64_t divisor = 1;
  for (const DimFacts &dim : dims)
    if (dim.run == 1) divisor = std::max(divisor, dim.divisor);
  return divisor;
}

int64_t Facts::baseDivisor() const {
  int64_t divisor = 1;
  for (const DimFacts &dim : dims) divisor = std::max(divisor, dim.divisor);
  return divisor;
}

class AffineWalk {
public:
  AffineWalk(AffineAnalysis &analysis, ir::Function &function) : analysis_(analysis), function_(function) {}

  void run() {
    Block *body = function_.body();
    // What is assumed elsewhere may hold on some ways only.
    for (const Op &op : *body)
      if (op.opcode() == Opcode::Assume) assume(op.operand(0));
    for (unsigned i = 0; i < body->numArgs(); ++i) {
      if (!hasFacts(body->arg(i)->type())) continue;
      Facts facts = unknownFacts(body->arg(i)->type());
      facts.dims[0].divisor = std::min(function_.paramAttrs(i).divisible, kMaxDivisor);
      facts.form = anchoredForm(body->arg(i), {}, Certainty::Always);
      set(body->arg(i), std::move(facts));
    }
    visitBlock(*body);
  }

  void visitOne(Op &op) {
    addConstants(op);
    visitPlain(op);
  }

private:
  const Facts &get(const Value *value) const { return analysis_.facts(value); }

  void set(const Value *value, Facts facts) {
    if (auto assumed = analysis_.assumed_.find(value->id()); assumed != analysis_.assumed_.end())
      facts.range = facts.range.intersect(assumed->second);
    facts.isNatural |= facts.range.isNonNegative();
    auto &table = analysis_.facts_;
    if (value->id() >= table.size()) table.resize(function_.numValueIds());
    table[value->id()] = std::move(facts);
  }

  void addConstants(const Op &op) {
    for (const ir::Use &use : op.operands()) {
      const Value *value = use.value();
      if (!value->isConstant() || !hasFacts(value->type())) continue;
      Facts facts = unknownFacts(value->type());
      int64_t number = value->signedBits();
      facts.range = Interval::exactly(number);
      facts.dims[0].divisor = powerOfTwoIn(number);
      facts.form = constantForm(number, 0);
      set(value, std::move(facts));
    }
  }

  void visitBlock(Block &block) {
    for (Op &op : block) {
      if (op.numBlocks() == 0) {
        visitOne(op);
        continue;
      }
      addConstants(op);
      switch (op.opcode()) {
      case Opcode::For: visitLoop(op); break;
      case Opcode::While: visitWhile(op); break;
      case Opcode::If: visitBranch(op); break;
      default: visitCombine(op);
      }
    }
  }

  void visitPlain(Op &op) {
    for (Value &result : op.results()) {
      if (!hasFacts(result.type())) continue;
      bool hasRule = op.isPure() && op.numResults() == 1;
      if (hasRule) {
        set(&result, applyRule(op, [this](const Value *value) -> const Facts & { return get(value); }));
        continue;
      }
      set(&result, opaque(&result));
    }
  }

  /// Takes note of comparisons with constants.
  void assume(const Value *condition) {
    const Op *def = condition->def();
    if (!def) return;
    if (def->opcode() == Opcode::AndI) {
      assume(def->operand(0));
      assume(def->operand(1));
    }
    bool isLess = def->opcode() == Opcode::CmpSlt, isLessEqual = def->opcode() == Opcode::CmpSle;
    if (!isLess && !isLessEqual) return;
    const Value *low = def->operand(0), *high = def->operand(1);
    if (low->isConstant() && low->signedBits() < INT64_MAX)
      restrict(high, {low->signedBits() + (isLess ? 1 : 0), INT64_MAX});
    if (high->isConstant() && high->signedBits() > INT64_MIN)
      restrict(low, {INT64_MIN, high->signedBits() - (isLess ? 1 : 0)});
  }
  void restrict(const Value *value, Interval range) {
    auto [entry, isNew] = analysis_.assumed_.try_emplace(value->id(), range);
    Interval both = entry->second.intersect(range);
    // Promises that cannot hold together are none.
    entry->second = both.min <= both.max ? both : Interval();
  }

  /// Nothing known but that a scalar is itself.
  static Facts opaque(Value *value) {
    Facts facts = unknownFacts(value->type());
    if (!value->type().isTile()) facts.form = anchoredForm(value, {}, Certainty::Always);
    return facts;
  }

  /// Joins with a form that stands for either: the common one, or the common strides from an unknown base.
  Facts join(Value *value, const Facts &a, const Facts &b) {
    Facts joined = joinFacts(a, b, unitOf(value->type()));
    if (!value->type().isTile()) {
      bool isKnown = a.form == b.form;
      joined.form = isKnown ? a.form : anchoredForm(value, {}, Certainty::Always);
    } else if (a.form && b.form && a.form->strides == b.form->strides) {
      Certainty certainty = std::min(a.form->certainty, b.form->certainty);
      joined.form = a.form == b.form ? a.form : anchoredForm(value, a.form->strides, certainty);
    }
    return joined;
  }

  void visitBranch(Op &op) {
    for (Block *block : op.blocks()) visitBlock(*block);
    const Op *yes = op.block(0)->terminator(), *no = op.block(1)->terminator();
    for (Value &result : op.results()) {
      if (!hasFacts(result.type())) continue;
      unsigned i = result.index();
      set(&result, join(&result, get(yes->operand(i)), get(no->operand(i))));
    }
  }

  void setOpaque(Value *value) {
    if (hasFacts(value->type())) set(value, opaque(value));
  }

  /// `reduce` and `scan`.
  void visitCombine(Op &op) {
    for (Value *arg : op.block()->args()) setOpaque(arg);
    visitBlock(*op.block());
    for (Value &result : op.results()) setOpaque(&result);
  }

  void visitWhile(Op &loop) {
    Block *before = loop.block(0), *after = loop.block(1);
    for (Value *arg : before->args()) setOpaque(arg);
    visitBlock(*before);
    for (unsigned i = 0; i < loop.numResults(); ++i) {
      const Value *passed = before->terminator()->operand(i + 1);
      if (!hasFacts(passed->type())) continue;
      for (Value *value : {after->arg(i), loop.result(i)}) {
        Facts facts = get(passed);
        // Its scalars may not be there any more.
        bool isTile = value->type().isTile();
        if (!isTile)
          facts.form = anchoredForm(value, {}, Certainty::Always);
        else if (facts.form)
          facts.form = anchoredForm(value, facts.form->strides, facts.form->certainty);
        set(value, std::move(facts));
      }
    }
    visitBlock(*after);
  }

  void visitLoop(Op &loop) {
    ++depth_;
    if (depth_ > kExactDepth)
      visitLoopOnce(loop);
    else
      visitLoopToFixpoint(loop);
    --depth_;
  }

  /// Nothing is known of what a loop carries: each round of an outer loop would solve the inner ones anew.
  void visitLoopOnce(Op &loop) {
    Block *body = loop.block();
    set(body->arg(0), inductionFacts(loop));
    for (unsigned i = 0; i < loop.numResults(); ++i) setOpaque(body->arg(i + 1));
    visitBlock(*body);
    for (Value &result : loop.results()) setOpaque(&result);
  }

  void visitLoopToFixpoint(Op &loop) {
    Block *body = loop.block();
    set(body->arg(0), inductionFacts(loop));
    for (unsigned i = 0; i < loop.numResults(); ++i)
      if (hasFacts(loop.result(i)->type())) set(body->arg(i + 1), get(loop.operand(i + 3)));
    for (unsigned round = 0;; ++round) {
      visitBlock(*body);
      if (!joinCarried(loop, round)) break;
    }
    for (Value &result : loop.results()) {
      if (!hasFacts(result.type())) continue;
      const Value *arg = body->arg(result.index() + 1);
      Facts facts = get(arg);
      bool isAnchored = facts.form && facts.form->terms.size() == 1 && facts.form->terms[0].value == arg;
      if (isAnchored) facts.form->terms[0].value = &result;
      set(&result, std::move(facts));
    }
  }

  /// Whether a carried value's facts changed.
  bool joinCarried(Op &loop, unsigned round) {
    constexpr unsigned kRoundsBeforeWidening = 2;
    bool changed = false;
    for (unsigned i = 0; i < loop.numResults(); ++i) {
      Value *arg = loop.block()->arg(i + 1);
      if (!hasFacts(arg->type())) continue;
      const Facts &before = get(arg);
      Facts after = join(arg, before, get(loop.block()->terminator()->operand(i)));
      if (round >= kRoundsBeforeWidening && after.range != before.range)
        after.range = Interval::ofWidth(arg->type().elemBits());
      if (after == before) continue;
      set(arg, std::move(after));
      changed = true;
    }
    return changed;
  }

  /// From lower (included) to upper (excluded), if counting goes that way and cannot wrap past the end.
  static Interval inductionRange(Interval lower, Interval upper, int64_t step, bool isDescending, unsigned width) {
    Interval all = Interval::ofWidth(width), range = all;
    if (isDescending) {
      if (upper.min < all.max) range.min = upper.min + 1;
      if (step < 0 && step >= all.min - range.min) range.max = lower.max;
    } else {
      if (upper.max > all.min) range.max = upper.max - 1;
      if (step > 0 && step <= all.max - range.max) range.min = lower.min;
    }
    // A loop that never runs.
    return range.min <= range.max ? range : all;
  }

  Facts inductionFacts(const Op &loop) {
    Value *iv = loop.block()->arg(0);
    const Facts &lower = get(loop.operand(0)), &upper = get(loop.operand(1)), &step = get(loop.operand(2));
    Facts facts = opaque(iv);
    facts.dims[0].divisor = std::min(lower.divisor(), step.divisor());
    const auto &attrs = loop.attrs<ir::ForAttrs>();
    bool isSigned = !attrs.isUnsigned || (lower.range.isNonNegative() && upper.range.isNonNegative());
    if (isSigned && step.range.isSingle())
      facts.range = inductionRange(lower.range, upper.range, step.range.min, attrs.isDescending, iv->type().elemBits());
    return facts;
  }

  /// Loops around each other whose carried values are followed.
  static constexpr unsigned kExactDepth = 4;
  AffineAnalysis &analysis_;
  ir::Function &function_;
  unsigned depth_ = 0;
};

AffineAnalysis::AffineAnalysis(ir::Function &function) : facts_(function.numValueIds()) {
  for (unsigned rank = 0; rank <= ir::kMaxRank; ++rank) {
    Facts facts;
    facts.dims.resize(std::max(rank, 1u));
    unknown_.push_back(std::move(facts));
  }
  AffineWalk(*this, function).run();
}

const Facts &AffineAnalysis::facts(const Value *value) const {
  if (value->id() < facts_.size() && facts_[value->id()]) return *facts_[value->id()];
  return unknown_[value->type().rank()];
}

void AffineAnalysis::learn(Op &op) { AffineWalk(*this, *op.parent()->function()).visitOne(op); }

bool AffineAnalysis::sumIsExact(const Value *a, const Value *b) const {
  const Facts &x = facts(a), &y = facts(b);
  if ((WideInterval(x.range) + WideInterval(y.range)).fits(a->type().elemBits())) return true;
  auto fitsBelow = [](const Facts &low, const Facts &high) {
    return low.range.isNonNegative() && low.range.max < high.divisor();
  };
  return fitsBelow(x, y) || fitsBelow(y, x);
}

}  // namespace tritonc::passes
