// Loops with a condition.
//
// The operation has two blocks: the first computes the condition, the second is the body. Names that either assigns are
// arguments of the first block; their values behind the condition are passed on to the second one, and are the results.
#include <algorithm>

#include "frontend/lowering.h"

namespace tritonc::frontend {

/// What a `while` carries from block to block. Both blocks are lowered in a scratch operation, as for `if` and `for`.
class Lowering::WhileLoop {
public:
  WhileLoop(Emitter &emitter, ir::Op *scratch)
      : emitter_(emitter), test_(scratch->block(0)), body_(scratch->block(1)) {}

  ir::Block *test() const { return test_; }
  ir::Block *body() const { return body_; }

  /// The value in the test of a name that holds `value` before the loop.
  Value carry(std::string_view name, const Value &value) {
    carried_.push_back({name, value});
    return mapLeaves(value, [&](const RuntimeValue &leaf) {
      ir::Value *init = emitter_.materialize(leaf);
      ir::Value *arg = emitter_.function().addArg(test_, init->type(), name);
      inits_.push_back(init);
      testArgs_.push_back(arg);
      return RuntimeValue{arg, leaf.dtype, leaf.shape};
    });
  }

  struct Name {
    std::string_view name;
    Value before;
  };
  const std::vector<Name> &carried() const { return carried_; }

  /// The value in the body of a name that holds `value` behind the test: first for the carried names in their order,
  /// then for others. The builder stands at the end of the test.
  Value pass(std::string_view name, const Value &value) {
    passedNames_.push_back({name, value});
    return mapLeaves(value, [&](const RuntimeValue &leaf) {
      ir::Value *passed = emitter_.materialize(leaf);
      ir::Value *arg = emitter_.function().addArg(body_, passed->type(), name);
      passed_.push_back(passed);
      bodyArgs_.push_back(arg);
      return RuntimeValue{arg, leaf.dtype, leaf.shape};
    });
  }

  /// The next values of a carried name, in their order. The builder stands at the end of the body.
  void next(const Value &value) {
    forEachLeaf(value, [&](const RuntimeValue &leaf) { yields_.push_back(emitter_.materialize(leaf)); });
  }
  /// The same for a name whose value is of no use.
  void keep(const Value &before) {
    forEachLeaf(before, [&](const RuntimeValue &) { yields_.push_back(bodyArgs_[yields_.size()]); });
  }

  /// Makes the loop where the builder stands, without what neither block changes.
  void finish(ir::Value *condition) {
    std::vector<ir::Value *> inits, conditions = {condition}, yields;
    std::vector<ir::Type> types;
    for (size_t i = 0; i < passed_.size(); ++i) {
      if (!isKept(i)) continue;
      conditions.push_back(passed_[i]);
      types.push_back(passed_[i]->type());
      if (i >= inits_.size()) continue;
      inits.push_back(inits_[i]);
      yields.push_back(yields_[i]);
    }
    ir::Builder &builder = emitter_.builder();
    ir::Op *loop = builder.create(ir::Opcode::While, inits, types);
    fill(loop->block(0), test_, ir::Opcode::Condition, conditions);
    fill(loop->block(1), body_, ir::Opcode::Yield, yields);
    unsigned result = 0;
    for (size_t i = 0; i < passed_.size(); ++i) {
      if (i < inits_.size()) replace(testArgs_[i], loop->block(0), isKept(i) ? nullptr : inits_[i]);
      replace(bodyArgs_[i], loop->block(1), isKept(i) ? nullptr : inits_[i]);
      results_.push_back(isKept(i) ? loop->result(result++) : inits_[i]);
    }
  }

  /// The values behind the loop of the names that were passed.
  std::vector<Name> results() const {
    std::vector<Name> names;
    size_t next = 0;
    for (const Name &passed : passedNames_)
      names.push_back({passed.name, mapLeaves(passed.before, [&](const RuntimeValue &leaf) {
                         return RuntimeValue{results_[next++], leaf.dtype, leaf.shape};
                       })});
    return names;
  }

private:
  bool isKept(size_t i) const { return i >= inits_.size() || passed_[i] != testArgs_[i] || yields_[i] != bodyArgs_[i]; }

  void fill(ir::Block *block, ir::Block *from, ir::Opcode terminator, std::span<ir::Value *const> values) {
    for (ir::Op &op : *from) op.moveToEnd(block);
    InsertionGuard guard(emitter_.builder());
    emitter_.builder().setInsertionPointToEnd(block);
    emitter_.builder().create(terminator, values, std::span<const ir::Type>());
  }

  /// Puts `value`, or a new argument of the block, in the place of an argument of the scratch operation.
  void replace(ir::Value *arg, ir::Block *block, ir::Value *value) {
    arg->replaceAllUsesWith(value ? value : emitter_.function().addArg(block, arg->type(), arg->name()));
  }

  Emitter &emitter_;
  ir::Block *test_, *body_;
  std::vector<Name> carried_, passedNames_;
  std::vector<ir::Value *> inits_, testArgs_, passed_, bodyArgs_, yields_, results_;
};

Result<ir::Value *> Lowering::lowerWhileTest(const ast::While &stmt, WhileLoop &loop, const Locals &before) {
  SourceRange header{stmt.range.file, stmt.range.begin, stmt.test->range.end};
  InsertionGuard guard(emitter().builder());
  emitter().builder().setInsertionPointToEnd(loop.test());
  TC_TRY(Argument test, evalArg(*stmt.test));
  if (!test.value.isRuntime())
    return error(stmt.test->range, DiagId::ConditionType,
                 "the condition of a `while` is {}; it takes a scalar that the kernel computes", describe(test.value));
  TC_TRY(RuntimeValue condition, toCondition(test));
  setPlace(header);
  for (const auto &[name, value] : loop.carried()) {
    const Value after = frame().locals.at(name);
    bool isUsable = checkCarried(name, value, after, header).ok() && haveOneType(value, after);
    Value inBody = loop.pass(name, isUsable ? after : value);
    frame().locals[name] = isUsable ? inBody : Value(PoisonValue{});
  }
  // Names that `:=` in the condition defines.
  forEachAssignedName(*stmt.test, [&](std::string_view name) {
    auto old = before.find(name);
    const Value value = frame().locals.at(name);
    bool isNew = old == before.end() || old->second.is<UndefinedValue>();
    if (isNew && hasRuntimePart(value)) frame().locals[name] = loop.pass(name, value);
  });
  return condition.ir;
}

Result<Outcome> Lowering::lowerStmt(const ast::While &stmt, const Step *&) {
  if (!stmt.orelse.empty())
    return error(stmt.orelse[0]->range, DiagId::UnsupportedSyntax, "an `else` of a loop in a kernel");
  SourceRange header{stmt.range.file, stmt.range.begin, stmt.test->range.end};
  setPlace(header);
  WhileLoop loop(emitter(), emitter().function().create(ir::Opcode::While, emitter().locOf(header), {}, {}));
  const Locals before = frame().locals;
  std::set<std::string_view> assigned;
  forEachAssignedName(stmt, [&](std::string_view name) { assigned.insert(name); });
  for (std::string_view name : assigned) {
    auto found = before.find(name);
    if (found != before.end() && hasRuntimePart(found->second)) frame().locals[name] = loop.carry(name, found->second);
  }
  TC_TRY(ir::Value * condition, lowerWhileTest(stmt, loop, before));
  {
    InsertionGuard guard(emitter().builder());
    emitter().builder().setInsertionPointToEnd(loop.body());
    ++frame().loopDepth;
    Result<Outcome> outcome = runSteps(steps(stmt.body, nullptr));
    --frame().loopDepth;
    if (!outcome.ok()) return Failed{};
    setPlace(header);
    for (const auto &[name, value] : loop.carried()) {
      const Value &after = frame().locals.at(name);
      bool isUsable = checkCarried(name, value, after, header).ok() && haveOneType(value, after);
      isUsable ? loop.next(after) : loop.keep(value);
      if (!isUsable && !after.is<UndefinedValue>()) frame().locals[name] = PoisonValue{};
    }
  }
  loop.finish(condition);
  std::vector<NamedResult> results;
  for (auto &[name, value] : loop.results()) {
    const Value &after = frame().locals.at(name);
    bool isLost = after.is<PoisonValue>() || after.is<UndefinedValue>();
    results.push_back({name, isLost ? after : value});
  }
  leaveLoop(results, before, {}, header);
  return Outcome{};
}

}  // namespace tritonc::frontend
