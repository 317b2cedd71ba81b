// Runtime branches, and how names, results and early returns join behind them.
//
// The operation `if` needs the types of its results when it is made, and these are known only when both branches have
// been lowered. So the branches are lowered into the blocks of a scratch operation that never enters the function; the
// real one is made last and takes the operations over.
#include <algorithm>

#include "frontend/lowering.h"

namespace tritonc::frontend {
namespace {

/// The part of an `if` or loop that fits on its first line.
SourceRange untilTest(SourceRange whole, SourceRange test) { return {whole.file, whole.begin, test.end}; }

bool isLive(const Locals &locals, std::string_view name) {
  auto found = locals.find(name);
  return found != locals.end() && !found->second.is<UndefinedValue>();
}

}  // namespace

/// What an `if` yields: values of the branches, paired, and the places that wait for the results.
class Lowering::Join {
public:
  Join(Emitter &emitter, const Branch &thenBranch, const Branch &elseBranch)
      : emitter_(emitter), then_(thenBranch), else_(elseBranch) {}

  /// The value that is `a` behind the first branch and `b` behind the second; nothing if their types differ.
  std::optional<Value> merge(const Value &a, const Value &b) {
    return haveOneType(a, b) ? std::optional(mergeAgreeing(a, b)) : std::nullopt;
  }

  /// A value that only one branch has; nobody looks at it behind the other one.
  Value fromThen(const Value &a) { return mergeAgreeing(a, mapLeaves(a, zeroOf())); }
  Value fromElse(const Value &b) { return mergeAgreeing(mapLeaves(b, zeroOf()), b); }

  /// Makes the operation where the builder stands.
  void finish(ir::Value *condition) {
    std::vector<ir::Type> types;
    for (ir::Value *value : thenYields_) types.push_back(value->type());
    ir::Builder &builder = emitter_.builder();
    op_ = builder.create(ir::Opcode::If, std::span<ir::Value *const>(&condition, 1), types);
    InsertionGuard guard(builder);
    for (unsigned i : {0u, 1u}) {
      ir::Block *from = i == 0 ? then_.block : else_.block;
      for (ir::Op &op : *from) op.moveToEnd(op_->block(i));
      builder.setInsertionPointToEnd(op_->block(i));
      builder.create(ir::Opcode::Yield, i == 0 ? thenYields_ : elseYields_, std::span<const ir::Type>());
    }
  }

  /// Puts results into the places that wait for them, in the order in which they were merged.
  Value filled(const Value &value) {
    return mapLeaves(value, [&](const RuntimeValue &leaf) {
      return leaf.ir ? leaf : RuntimeValue{op_->result(nextResult_++), leaf.dtype, leaf.shape};
    });
  }

private:
  Value mergeAgreeing(const Value &a, const Value &b) {
    std::vector<RuntimeValue> others;
    forEachLeaf(b, [&](const RuntimeValue &leaf) { others.push_back(leaf); });
    size_t next = 0;
    return mapLeaves(a, [&](const RuntimeValue &leaf) {
      const RuntimeValue &other = others[next++];
      return leaf == other ? leaf : mergeLeaf(leaf, other);
    });
  }

  std::function<RuntimeValue(const RuntimeValue &)> zeroOf() {
    return [this](const RuntimeValue &leaf) { return emitter_.zero(leaf.dtype, leaf.shape); };
  }

  RuntimeValue mergeLeaf(const RuntimeValue &a, const RuntimeValue &b) {
    bool isTile = a.ir->type().isTile() || b.ir->type().isTile();
    InsertionGuard guard(emitter_.builder());
    emitter_.builder().setInsertionPointToEnd(then_.block);
    thenYields_.push_back(isTile ? emitter_.materialize(a) : a.ir);
    emitter_.builder().setInsertionPointToEnd(else_.block);
    elseYields_.push_back(isTile ? emitter_.materialize(b) : b.ir);
    return RuntimeValue{nullptr, a.dtype, a.shape};
  }

  Emitter &emitter_;
  const Branch &then_;
  const Branch &else_;
  std::vector<ir::Value *> thenYields_;
  std::vector<ir::Value *> elseYields_;
  ir::Op *op_ = nullptr;
  unsigned nextResult_ = 0;
};

Result<Lowering::Branch> Lowering::runBranch(ir::Block *block, const Step *steps, const Locals &before) {
  InsertionGuard guard(emitter().builder());
  emitter().builder().setInsertionPointToEnd(block);
  frame().locals = before;
  Result<Outcome> outcome = runSteps(steps);
  Locals locals = std::exchange(frame().locals, before);
  if (!outcome.ok()) return Failed{};
  return Branch{block, std::move(locals), *outcome};
}

Success Lowering::continueBranch(Branch &branch, SourceRange range, const Step *rest) {
  InsertionGuard guard(emitter().builder());
  emitter().builder().setInsertionPointToEnd(branch.block);
  std::swap(frame().locals, branch.locals);
  bool isMixed = branch.outcome.kind == Outcome::Kind::Mixed;
  Result<Outcome> outcome = isMixed ? skipIfReturned(range, branch.outcome, rest) : runSteps(rest);
  std::swap(frame().locals, branch.locals);
  if (!outcome.ok()) return Failed{};
  branch.outcome = *outcome;
  return {};
}

Result<Outcome> Lowering::lowerRuntimeIf(const ast::If &stmt, const RuntimeValue &condition, const Step *&rest) {
  const Locals before = frame().locals;
  SourceRange range = untilTest(stmt.range, stmt.test->range);
  ir::Op *scratch = emitter().function().create(ir::Opcode::If, emitter().locOf(range), {}, {});
  TC_TRY(Branch thenBranch, runBranch(scratch->block(0), steps(stmt.body, nullptr), before));
  TC_TRY(Branch elseBranch, runBranch(scratch->block(1), steps(stmt.orelse, nullptr), before));
  bool thenReturns = thenBranch.outcome.kind == Outcome::Kind::Returns;
  bool elseReturns = elseBranch.outcome.kind == Outcome::Kind::Returns;
  if (rest && thenReturns != elseReturns) {
    TC_TRY_VOID(continueBranch(thenReturns ? elseBranch : thenBranch, range, rest));
    rest = nullptr;
  }
  return joinBranches(range, condition.ir, thenBranch, elseBranch, before);
}

Result<Outcome> Lowering::skipIfReturned(SourceRange range, const Outcome &outcome, const Step *rest) {
  const Locals before = frame().locals;
  ir::Op *scratch = emitter().function().create(ir::Opcode::If, emitter().locOf(range), {}, {});
  Outcome returned{.kind = Outcome::Kind::Returns, .result = outcome.result};
  Branch thenBranch{scratch->block(0), before, returned};
  TC_TRY(Branch elseBranch, runBranch(scratch->block(1), rest, before));
  return joinBranches(range, outcome.hasReturned, thenBranch, elseBranch, before);
}

// ---- What stands behind both branches ----

Value Lowering::joinNames(Join &join, std::string_view name, const Value &a, const Value &b, const Value *old,
                          SourceRange range) {
  if (a.is<PoisonValue>() || b.is<PoisonValue>()) return PoisonValue{};
  auto keepsType = [&](const Value &value) { return !old || haveOneType(value, *old); };
  if (keepsType(a) && keepsType(b))
    if (std::optional<Value> merged = join.merge(a, b)) return *merged;
  if (old) {
    bool isFirst = !keepsType(a);
    error(range, DiagId::IfJoin, "`{}` is {} before this `if`, but {} behind its {} branch", name, describe(*old),
          describe(isFirst ? a : b), isFirst ? "first" : "second")
        .proceed();
  } else {
    error(range, DiagId::IfJoin, "`{}` is {} behind the first branch of this `if`, but {} behind the second", name,
          describe(a), describe(b))
        .proceed();
  }
  return PoisonValue{};
}

std::vector<Lowering::JoinedName> Lowering::joinLocals(Join &join, SourceRange range, const Branch &thenBranch,
                                                       const Branch &elseBranch, const Locals &before) {
  std::vector<JoinedName> names;
  bool thenReturns = thenBranch.outcome.kind == Outcome::Kind::Returns;
  bool elseReturns = elseBranch.outcome.kind == Outcome::Kind::Returns;
  if (thenReturns && elseReturns) return names;
  Locals all = thenReturns ? Locals() : thenBranch.locals;
  if (!elseReturns) all.insert(elseBranch.locals.begin(), elseBranch.locals.end());
  for (const auto &[name, value] : all) {
    const Value *old = isLive(before, name) ? &before.at(name) : nullptr;
    if (thenReturns || elseReturns) {
      if (!old || !isSame(*old, value))
        names.push_back({name, thenReturns ? join.fromElse(value) : join.fromThen(value)});
      continue;
    }
    if (!isLive(thenBranch.locals, name) || !isLive(elseBranch.locals, name)) {
      names.push_back({name, UndefinedValue{UndefinedReason::Branch, range}});
      continue;
    }
    const Value &a = thenBranch.locals.at(name), &b = elseBranch.locals.at(name);
    if (!old || !isSame(a, *old) || !isSame(b, *old)) names.push_back({name, joinNames(join, name, a, b, old, range)});
  }
  return names;
}

Result<Value> Lowering::returnedValue(const Value &value, const Value &other, SourceRange range) {
  if (isSame(value, other)) return value;
  if (value.isNumber()) {
    TC_TRY(RuntimeValue tensor, toTensor({value, range}));
    return Value(tensor);
  }
  bool haveParts = value.parts() && other.parts() && value.parts()->size() == other.parts()->size();
  if (!haveParts) return value;
  std::vector<Value> parts;
  for (size_t i = 0; i < value.parts()->size(); ++i) {
    TC_TRY(Value part, returnedValue((*value.parts())[i], (*other.parts())[i], range));
    parts.push_back(std::move(part));
  }
  return value.withParts(std::move(parts));
}

Result<Value> Lowering::joinReturns(Join &join, SourceRange range, const Outcome &a, const Outcome &b) {
  if (a.kind == Outcome::Kind::Falls) return join.fromElse(b.result);
  if (b.kind == Outcome::Kind::Falls) return join.fromThen(a.result);
  if (a.result.is<PoisonValue>() || b.result.is<PoisonValue>()) return Value(PoisonValue{});
  TC_TRY(Value x, returnedValue(a.result, b.result, range));
  TC_TRY(Value y, returnedValue(b.result, a.result, range));
  if (std::optional<Value> merged = join.merge(x, y)) return *merged;
  return error(range, DiagId::ReturnMismatch, "one branch of this `if` returns {}, the other {}", describe(x),
               describe(y));
}

Result<Outcome> Lowering::joinBranches(SourceRange range, ir::Value *condition, Branch &thenBranch, Branch &elseBranch,
                                       const Locals &before) {
  using Kind = Outcome::Kind;
  setPlace(range);
  Join join(emitter(), thenBranch, elseBranch);
  const Outcome &a = thenBranch.outcome, &b = elseBranch.outcome;
  std::vector<JoinedName> names = joinLocals(join, range, thenBranch, elseBranch, before);
  Outcome outcome;
  Value hasReturned;
  if (a.kind != Kind::Falls || b.kind != Kind::Falls) {
    TC_TRY(outcome.result, joinReturns(join, range, a, b));
    outcome.kind = a.kind == Kind::Returns && b.kind == Kind::Returns ? Kind::Returns : Kind::Mixed;
  }
  if (outcome.kind == Kind::Mixed) {
    auto flag = [&](const Outcome &branch) {
      ir::Value *known = emitter().builder().constantI1(branch.kind == Kind::Returns);
      return Value(RuntimeValue{branch.kind == Kind::Mixed ? branch.hasReturned : known, Scalar::Int1, {}});
    };
    hasReturned = *join.merge(flag(a), flag(b));
  }
  join.finish(condition);
  frame().locals = before;
  for (JoinedName &joined : names) define(joined.name, join.filled(joined.value));
  outcome.result = join.filled(outcome.result);
  if (outcome.kind == Kind::Mixed) outcome.hasReturned = join.filled(hasReturned).as<RuntimeValue>().ir;
  return outcome;
}

// ---- `a if c else b` ----

Result<Value> Lowering::lowerRuntimeIfExp(const ast::IfExp &expr, const RuntimeValue &condition) {
  ir::Op *scratch = emitter().function().create(ir::Opcode::If, emitter().locOf(expr.range), {}, {});
  auto side = [&](unsigned i, const ast::Expr &part) -> Result<Branch> {
    InsertionGuard guard(emitter().builder());
    emitter().builder().setInsertionPointToEnd(scratch->block(i));
    TC_TRY(Argument arg, evalArg(part));
    TC_TRY(RuntimeValue value, toTensor(arg));
    return Branch{scratch->block(i), {}, {.kind = Outcome::Kind::Returns, .result = Value(value)}};
  };
  TC_TRY(Branch thenBranch, side(0, *expr.body));
  TC_TRY(Branch elseBranch, side(1, *expr.orelse));
  setPlace(expr.range);
  Join join(emitter(), thenBranch, elseBranch);
  const Value &a = thenBranch.outcome.result, &b = elseBranch.outcome.result;
  std::optional<Value> merged = join.merge(a, b);
  if (!merged) {
    return operandError({{a, expr.body->range}, {b, expr.orelse->range}}, expr.range, DiagId::IfJoin,
                        "the sides of a conditional expression differ in type");
  }
  join.finish(condition.ir);
  return join.filled(*merged);
}

}  // namespace tritonc::frontend
