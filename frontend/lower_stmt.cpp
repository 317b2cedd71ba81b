// Statements and their sequence.
//
// What is still to do is a list of steps. A statement may go on with the list itself: an `if` that is decided at
// compile time puts its branch in front, a branch beside one that returns takes over all that follows.
#include <algorithm>

#include "frontend/lowering.h"
#include "frontend/python_ops.h"

namespace tritonc::frontend {

namespace {

bool containsReturn(const ast::Stmt &stmt) {
  auto anyReturn = [](ast::Seq<ast::Stmt> body) {
    return std::ranges::any_of(body, [](const ast::Stmt *inner) { return containsReturn(*inner); });
  };
  if (const auto *ifStmt = stmt.dynAs<ast::If>()) return anyReturn(ifStmt->body) || anyReturn(ifStmt->orelse);
  if (const auto *forStmt = stmt.dynAs<ast::For>()) return anyReturn(forStmt->body);
  if (const auto *whileStmt = stmt.dynAs<ast::While>()) return anyReturn(whileStmt->body);
  return stmt.is<ast::Return>();
}

}  // namespace

const Step *Lowering::steps(ast::Seq<ast::Stmt> body, const Step *next) {
  for (size_t i = body.size(); i-- > 0;) next = &steps_.emplace_back(Step{.stmt = body[i], .next = next});
  return next;
}

Outcome Lowering::recover(const ast::Stmt &stmt) {
  // The error was reported; names that should have got a value here stay silent from now on.
  forEachAssignedName(stmt, [&](std::string_view name) { frame().locals[name] = PoisonValue{}; });
  // The rest of a function of our library would only repeat the fault in other words.
  if (!containsReturn(stmt) && !program_.isLibrary(stmt.range)) return {};
  return {.kind = Outcome::Kind::Returns, .result = PoisonValue{}};
}

Result<Outcome> Lowering::runStep(const Step &step, const Step *&rest) {
  if (step.isFunctionEnd()) return Outcome{.kind = Outcome::Kind::Returns, .result = NoneValue{}};
  if (!step.loop) {
    switch (step.stmt->kind) {
#define STMT(Name, ...)                                                                                                \
  case ast::Kind::Name: return lowerStmt(step.stmt->as<ast::Name>(), rest);
#define NODE(Name, ...) case ast::Kind::Name:
#include "frontend/ast.def"
      break;
    }
    TC_UNREACHABLE("the parser puts statements where statements belong");
  }
  // A round of an unrolled loop: its body, then the next round.
  const StaticLoop &loop = *step.loop;
  if (step.round == loop.values.size()) return Outcome{};
  const ast::Expr &target = *loop.stmt->target;
  TC_TRY_VOID(assign(target, {Value(loop.values[step.round]), target.range}, Numbers::Stay));
  rest = steps(loop.stmt->body, &steps_.emplace_back(Step{.loop = &loop, .round = step.round + 1, .next = rest}));
  return Outcome{};
}

Result<Outcome> Lowering::runSteps(const Step *steps) {
  while (steps) {
    const Step *rest = steps->next;
    Result<Outcome> outcome = runStep(*steps, rest);
    if (!outcome.ok()) outcome = recover(steps->loop ? *steps->loop->stmt : *steps->stmt);
    switch (outcome->kind) {
    case Outcome::Kind::Falls: break;
    case Outcome::Kind::Returns: return outcome;
    case Outcome::Kind::Mixed:
      if (!rest) return outcome;
      return skipIfReturned(steps->stmt->range, *outcome, rest);
    }
    steps = rest;
  }
  return Outcome{};
}

// ---- Assignments ----

void Lowering::define(std::string_view name, Value value) {
  const auto *runtime = value.dynAs<RuntimeValue>();
  // The first name that a result gets is its name in the IR.
  if (runtime && runtime->ir->kind() == ir::ValueKind::Result && runtime->ir->name().empty())
    runtime->ir->setName(context_.intern(name));
  frame().locals[name] = std::move(value);
}

Success Lowering::unpack(ast::Seq<ast::Expr> targets, const ast::Expr &target, const Argument &value, Numbers numbers) {
  for (const ast::Expr *element : targets)
    if (element->is<ast::Starred>())
      return error(element->range, DiagId::UnsupportedSyntax, "a starred target in a kernel");
  if (!value.value.is<TupleValue>())
    return error(value.range, DiagId::NotIterable, "{} names get {}; it takes a tuple to unpack", targets.size(),
                 describe(value.value));
  const std::vector<Value> &elements = value.value.elements();
  if (elements.size() != targets.size())
    return error(target.range, DiagId::UnpackCount, "{} names for {} values", targets.size(), elements.size());
  for (size_t i = 0; i < targets.size(); ++i) TC_TRY_VOID(assign(*targets[i], {elements[i], value.range}, numbers));
  return {};
}

Success Lowering::assign(const ast::Expr &target, const Argument &value, Numbers numbers) {
  if (const auto *name = target.dynAs<ast::Name>()) {
    Value assigned = value.value;
    bool isAnnounced = frame().announced.erase(name->id) > 0;
    if (numbers == Numbers::Decay && !isAnnounced) {
      TC_TRY(assigned, decay(value));
    }
    define(name->id, std::move(assigned));
    return {};
  }
  if (const auto *tuple = target.dynAs<ast::Tuple>()) return unpack(tuple->elts, target, value, numbers);
  if (const auto *list = target.dynAs<ast::List>()) return unpack(list->elts, target, value, numbers);
  return error(target.range, DiagId::NotAssignable, "an assignment to {}; a kernel assigns names only",
               ast::noun(target.kind));
}

Result<Outcome> Lowering::lowerStmt(const ast::Assign &stmt, const Step *&) {
  if (stmt.targets.size() > 1) return error(stmt.range, DiagId::UnsupportedSyntax, "a chained assignment in a kernel");
  TC_TRY(Argument value, evalArg(*stmt.value));
  TC_TRY_VOID(assign(*stmt.targets[0], value, Numbers::Decay));
  return Outcome{};
}

bool Lowering::isConstexprAnnotation(const ast::Expr &annotation) {
  return textOf(annotation.range).find("constexpr") != std::string_view::npos;
}

Result<Outcome> Lowering::lowerStmt(const ast::AnnAssign &stmt, const Step *&) {
  bool isConstexpr = isConstexprAnnotation(*stmt.annotation);
  const auto *name = stmt.target->dynAs<ast::Name>();
  bool isDefined = name && frame().locals.contains(name->id) && !frame().locals[name->id].is<UndefinedValue>();
  if (isConstexpr && isDefined)
    return error(stmt.target->range, DiagId::ConstexprReassigned,
                 "`{}` is defined already; a `tl.constexpr` cannot be assigned again", name->id);
  if (!stmt.value) {
    if (isConstexpr && name) frame().announced.insert(name->id);
    return Outcome{};
  }
  // A runtime value stays what it is; where a constant is needed, it will not do.
  TC_TRY(Argument value, evalArg(*stmt.value));
  TC_TRY_VOID(assign(*stmt.target, value, isConstexpr ? Numbers::Stay : Numbers::Decay));
  return Outcome{};
}

Result<Outcome> Lowering::lowerStmt(const ast::AugAssign &stmt, const Step *&) {
  const auto *name = stmt.target->dynAs<ast::Name>();
  if (!name)
    return error(stmt.target->range, DiagId::NotAssignable, "an assignment to {}; a kernel assigns names only",
                 ast::noun(stmt.target->kind));
  TC_TRY(Argument lhs, evalArg(*stmt.target));
  TC_TRY(Argument rhs, evalArg(*stmt.value));
  TC_TRY(Value sum, binary(stmt.op, lhs, rhs, stmt.range));
  TC_TRY(Value decayed, decay({std::move(sum), stmt.range}));
  define(name->id, std::move(decayed));
  return Outcome{};
}

// ---- Other statements ----

Result<Outcome> Lowering::lowerStmt(const ast::Stmt &stmt, const Step *&) {
  return error(stmt.range, DiagId::UnsupportedSyntax, "{} in a kernel", ast::noun(stmt.kind));
}

Result<Outcome> Lowering::lowerStmt(const ast::Pass &, const Step *&) { return Outcome{}; }

Result<Outcome> Lowering::lowerStmt(const ast::ExprStmt &stmt, const Step *&) {
  TC_TRY_VOID(eval(*stmt.value));
  return Outcome{};
}

Result<Outcome> Lowering::lowerStmt(const ast::Assert &stmt, const Step *&) {
  TC_TRY(Argument test, evalArg(*stmt.test));
  Value message = Value::string("");
  if (stmt.msg) {
    TC_TRY(message, eval(*stmt.msg));
  }
  setPlace(stmt.range);
  TC_TRY_VOID(emitAssert(test, message, {NoneValue{}, {}}));
  return Outcome{};
}

Result<Outcome> Lowering::lowerStmt(const ast::Return &stmt, const Step *&) {
  if (frame().loopDepth > 0) return error(stmt.range, DiagId::ReturnInLoop, "a `return` inside a loop");
  Outcome outcome{.kind = Outcome::Kind::Returns, .result = NoneValue{}};
  if (stmt.value) {
    TC_TRY(outcome.result, eval(*stmt.value));
  }
  return outcome;
}

Result<Outcome> Lowering::lowerStmt(const ast::If &stmt, const Step *&rest) {
  TC_TRY(Argument test, evalArg(*stmt.test));
  if (test.value.isRuntime()) {
    setPlace(stmt.test->range);
    TC_TRY(RuntimeValue condition, toCondition(test));
    return lowerRuntimeIf(stmt, condition, rest);
  }
  if (!test.value.isInteger() && !test.value.isNone())
    return error(stmt.test->range, DiagId::ConditionType, "the condition is {}; it takes a bool, an int or None",
                 describe(test.value));
  rest = steps(isTruthy(test.value) ? stmt.body : stmt.orelse, rest);
  return Outcome{};
}

Result<Outcome> Lowering::lowerStmt(const ast::For &stmt, const Step *&rest) {
  if (!stmt.orelse.empty())
    return error(stmt.orelse[0]->range, DiagId::UnsupportedSyntax, "an `else` of a loop in a kernel");
  if (!stmt.target->is<ast::Name>())
    return error(stmt.target->range, DiagId::UnsupportedSyntax, "{} as the variable of a loop",
                 ast::noun(stmt.target->kind));
  TC_TRY(Value iter, eval(*stmt.iter));
  const auto *range = iter.dynAs<RangeValue>();
  if (!range)
    return error(stmt.iter->range, DiagId::NotIterable,
                 "a loop over {}; it takes `range`, `tl.range` or `tl.static_range`", describe(iter));
  if (!range->spec->isStatic) return lowerRuntimeFor(stmt, *range->spec, stmt.iter->range);
  TC_TRY(const StaticLoop *loop, staticLoop(stmt, *range->spec, stmt.iter->range));
  rest = &steps_.emplace_back(Step{.loop = loop, .next = rest});
  return Outcome{};
}

}  // namespace tritonc::frontend
