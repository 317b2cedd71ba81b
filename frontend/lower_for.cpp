// Loops: bounds, unrolling, and what an IR loop carries.
//
// A name is carried if it holds a runtime value before the loop and something in the body assigns it. Which of these
// really change is known when the body has been lowered; the others are dropped again. As for `if`, the body is first
// lowered into a scratch operation.
#include <algorithm>
#include <unordered_map>

#include "frontend/lowering.h"
#include "frontend/python_ops.h"

namespace tritonc::frontend {

Result<const StaticLoop *> Lowering::staticLoop(const ast::For &stmt, const RangeSpec &range, SourceRange iterRange) {
  constexpr size_t kMaxRounds = 1 << 16;
  for (const Value &bound : range.bounds)
    if (!bound.isInteger())
      return error(iterRange, DiagId::ConstexprNeeded,
                   "a bound of `static_range` is {}; it takes integers known at "
                   "compile time",
                   describe(bound));
  BigInt value = range.bounds[0].integer(), end = range.bounds[1].integer(), step = range.bounds[2].integer();
  if (step.isZero()) return error(iterRange, DiagId::BadArgument, "the step of the range is 0");
  StaticLoop &loop = staticLoops_.emplace_back(&stmt);
  for (; step.isNegative() ? value > end : value < end; value = value + step) {
    if (loop.values.size() == kMaxRounds)
      return error(iterRange, DiagId::BadArgument, "the loop would be unrolled more than {} times", kMaxRounds);
    loop.values.push_back(value);
  }
  return &loop;
}

Result<Lowering::LoopBounds> Lowering::loopBounds(const RangeSpec &range, SourceRange iterRange) {
  setPlace(iterRange);
  std::vector<RuntimeValue> bounds;
  for (const Value &bound : range.bounds) {
    if (!bound.isInteger() && !bound.isRuntime())
      return error(iterRange, DiagId::BadArgument, "a bound of the range is {}; it takes integers", describe(bound));
    TC_TRY(RuntimeValue value, toTensor({bound, iterRange}));
    if (!value.dtype.isInt() || !value.hasOneElement())
      return error(iterRange, DiagId::BadArgument, "a bound of the range is {}; it takes integer scalars",
                   describe(bound));
    bounds.push_back(emitter().scalarOf(value));
  }
  DType type = bounds[0].dtype;
  for (const RuntimeValue &bound : bounds)
    type = std::get<DType>(promote(type, bound.dtype, PromotionRule::Arithmetic));
  for (RuntimeValue &bound : bounds) {
    // Constants stay constants.
    if (bound.ir->isConstant() && bound.dtype.isSigned())
      bound = emitter().constant(type, Value(BigInt(bound.ir->signedBits())));
    else
      bound = emitter().cast(bound, type);
  }
  if (const Value &step = range.bounds[2]; step.isInteger() && step.integer().isZero())
    return error(iterRange, DiagId::BadArgument, "the step of the range is 0");
  return LoopBounds{bounds[0], bounds[1], bounds[2]};
}

/// The names that a loop carries, and the block arguments that hold them in its body.
class Lowering::Carried {
public:
  Carried(Emitter &emitter, ir::Block *body) : emitter_(emitter), body_(body) {}

  /// The value in the body of a name that holds `value` before the loop.
  Value add(std::string_view name, const Value &value) {
    names_.emplace_back(name, value);
    return mapLeaves(value, [&](const RuntimeValue &leaf) {
      ir::Value *init = emitter_.materialize(leaf);
      ir::Value *arg = emitter_.function().addArg(body_, init->type(), name);
      inits_.push_back(init);
      args_.push_back(arg);
      return RuntimeValue{arg, leaf.dtype, leaf.shape};
    });
  }

  struct Name {
    std::string_view name;
    Value before;
  };
  const std::vector<Name> &names() const { return names_; }

  /// The next values of a name that was added; to be called in the order of `add`, with the builder in the body.
  void next(const Value &value) {
    forEachLeaf(value, [&](const RuntimeValue &leaf) { yields_.push_back(emitter_.materialize(leaf)); });
  }
  /// The same for a name that keeps its value, or whose value is of no use.
  void keep(const Value &before) {
    forEachLeaf(before, [&](const RuntimeValue &) { yields_.push_back(args_[yields_.size()]); });
  }

  /// Makes the loop where the builder stands, without what it need not carry.
  void finish(std::array<ir::Value *, 3> bounds, const ir::ForAttrs &attrs) {
    std::vector<ir::Value *> operands(bounds.begin(), bounds.end()), yields;
    std::vector<ir::Type> types;
    for (size_t i = 0; i < args_.size(); ++i) {
      if (yields_[i] == args_[i]) continue;
      operands.push_back(inits_[i]);
      yields.push_back(yields_[i]);
      types.push_back(inits_[i]->type());
    }
    ir::Builder &builder = emitter_.builder();
    ir::Op *loop = builder.create(ir::Opcode::For, operands, types, attrs);
    ir::Function &function = emitter_.function();
    ir::Value *iv = body_->arg(0);
    ir::Value *newIv = function.addArg(loop->block(), iv->type(), iv->name());
    for (ir::Op &op : *body_) op.moveToEnd(loop->block());
    InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(loop->block());
    ir::Op *yield = builder.create(ir::Opcode::Yield, yields, std::span<const ir::Type>());
    // From here on, since an iteration may also leave its number behind.
    iv->replaceAllUsesWith(newIv);
    unsigned carried = 0;
    for (size_t i = 0; i < args_.size(); ++i) {
      bool isCarried = yields_[i] != args_[i];
      ir::Value *inside = isCarried ? function.addArg(loop->block(), args_[i]->type(), args_[i]->name()) : inits_[i];
      args_[i]->replaceAllUsesWith(inside);
      results_.push_back(isCarried ? loop->result(carried++) : inits_[i]);
    }
    TC_CHECK(yield->numOperands() == carried, "each carried value is yielded");
  }

  /// The value behind the loop of a name that was added; to be called in the order of `add`.
  Value result(const Value &before) {
    return mapLeaves(before, [&](const RuntimeValue &leaf) {
      return RuntimeValue{results_[nextResult_++], leaf.dtype, leaf.shape};
    });
  }

private:
  Emitter &emitter_;
  ir::Block *body_;
  std::vector<Name> names_;
  std::vector<ir::Value *> inits_, args_, yields_, results_;
  size_t nextResult_ = 0;
};

Success Lowering::checkCarried(std::string_view name, const Value &before, const Value &after, SourceRange range) {
  if (before.is<UndefinedValue>() || before.is<PoisonValue>() || after.is<PoisonValue>() ||
      after.is<UndefinedValue>() || haveOneType(before, after))
    return {};
  if (!hasRuntimePart(before))
    return error(range, DiagId::LoopCarried, "`{}` is {} before this loop, but its body assigns {}", name,
                 describe(before), describe(after));
  return error(range, DiagId::LoopCarried, "`{}` is {} before this loop, but {} at the end of its body", name,
               describe(before), describe(after));
}

Result<Outcome> Lowering::lowerRuntimeFor(const ast::For &stmt, const RangeSpec &range, SourceRange iterRange) {
  SourceRange header{stmt.range.file, stmt.range.begin, stmt.iter->range.end};
  std::string_view variable = stmt.target->as<ast::Name>().id;
  TC_TRY(LoopBounds bounds, loopBounds(range, iterRange));
  setPlace(header);
  DType type = bounds.lower.dtype;
  ir::Function &function = emitter().function();
  ir::Op *scratch = function.create(ir::Opcode::For, emitter().locOf(header), {}, {}, ir::ForAttrs{});
  ir::Value *iv = function.addArg(scratch->block(), emitter().irType(type), variable);

  const Locals before = frame().locals;
  Carried carried(emitter(), scratch->block());
  std::set<std::string_view> assigned;
  forEachAssignedName(stmt.body, [&](std::string_view name) { assigned.insert(name); });
  for (std::string_view name : assigned) {
    auto found = before.find(name);
    if (found == before.end() || name == variable || !hasRuntimePart(found->second)) continue;
    frame().locals[name] = carried.add(name, found->second);
  }

  {
    InsertionGuard guard(emitter().builder());
    emitter().builder().setInsertionPointToEnd(scratch->block());
    frame().locals[variable] = RuntimeValue{iv, type, {}};
    ++frame().loopDepth;
    Result<Outcome> outcome = runSteps(steps(stmt.body, nullptr));
    --frame().loopDepth;
    if (!outcome.ok()) return Failed{};
    setPlace(header);
    for (const auto &[name, value] : carried.names()) {
      const Value &after = frame().locals.at(name);
      bool isUsable = checkCarried(name, value, after, header).ok() && haveOneType(value, after);
      isUsable ? carried.next(after) : carried.keep(value);
      if (!isUsable && !after.is<UndefinedValue>()) frame().locals[name] = PoisonValue{};
    }
  }
  ir::ForAttrs attrs = range.hints;
  attrs.isUnsigned = !type.isSigned();
  const Value &step = range.bounds[2];
  attrs.isDescending = step.isInteger() && step.integer().isNegative();
  carried.finish({bounds.lower.ir, bounds.upper.ir, bounds.step.ir}, attrs);
  std::vector<NamedResult> results;
  for (const auto &[name, value] : carried.names()) {
    const Value &after = frame().locals.at(name);
    Value result = carried.result(value);
    if (after.is<PoisonValue>() || after.is<UndefinedValue>()) result = after;
    results.push_back({name, std::move(result)});
  }
  leaveLoop(results, before, variable, header);
  return Outcome{};
}

void Lowering::leaveLoop(const std::vector<NamedResult> &results, const Locals &before, std::string_view variable,
                         SourceRange header) {
  Locals inside = std::exchange(frame().locals, before);
  for (const NamedResult &result : results) {
    define(result.name, result.value);
    inside.erase(result.name);
  }
  for (const auto &[name, value] : inside) {
    auto old = before.find(name);
    if (name == variable || old == before.end()) {
      bool isPoison = value.is<PoisonValue>() && name != variable;
      auto reason = name == variable ? UndefinedReason::LoopVariable : UndefinedReason::LoopBody;
      frame().locals[name] = isPoison ? value : Value(UndefinedValue{reason, header});
    } else if (!hasRuntimePart(old->second) && !isSame(old->second, value)) {
      // What is known at compile time cannot change from round to round.
      bool isFine = checkCarried(name, old->second, value, header).ok();
      frame().locals[name] = isFine ? value : Value(PoisonValue{});
      if (old->second.is<UndefinedValue>() && !value.is<PoisonValue>())
        frame().locals[name] = UndefinedValue{UndefinedReason::LoopBody, header};
    }
  }
}

}  // namespace tritonc::frontend
