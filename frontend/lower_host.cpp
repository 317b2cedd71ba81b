// Functions of the host that run at compile time: `triton.constexpr_function`, and what module-level constants call.
//
// A small interpreter: assignments, branches, loops and returns over compile-time values. Whatever else is met makes
// the result opaque, and the user of the result says so.
#include <algorithm>

#include "frontend/lowering.h"
#include "frontend/python_ops.h"

namespace tritonc::frontend {
namespace {

/// A docstring, or a `print`, which matters to nobody here; any other expression may change what a name stands for.
bool hasNoEffect(const ast::Expr &expr) {
  if (expr.is<ast::Constant>()) return true;
  const auto *call = expr.dynAs<ast::Call>();
  const auto *callee = call ? call->func->dynAs<ast::Name>() : nullptr;
  return callee && callee->id == "print";
}

}  // namespace

/// Runs one function. Nothing is emitted and nothing reported.
class Lowering::HostRun {
public:
  explicit HostRun(Lowering &lowering) : lowering_(lowering) {}

  enum class Flow : uint8_t { Next, Break, Continue, Return, Unknown };

  Result<Flow> run(ast::Seq<ast::Stmt> body) {
    for (const ast::Stmt *stmt : body) {
      if (++steps_ > kMaxSteps) return Flow::Unknown;
      TC_TRY(Flow flow, run(*stmt));
      if (flow == Flow::Unknown && !stopped_) stopped_ = stmt;
      if (flow != Flow::Next) return flow;
    }
    return Flow::Next;
  }

  const Value &result() const { return result_; }
  /// The statement that cannot be run, the innermost one; null if there is none.
  const ast::Stmt *stopped() const { return stopped_; }

private:
  static constexpr uint64_t kMaxSteps = 1'000'000;

  Result<Flow> run(const ast::Stmt &stmt) {
    if (const auto *assign = stmt.dynAs<ast::Assign>()) {
      TC_TRY(Argument value, lowering_.evalArg(*assign->value));
      for (const ast::Expr *target : assign->targets)
        if (!assignTo(*target, value.value)) return Flow::Unknown;
      return Flow::Next;
    }
    if (const auto *annAssign = stmt.dynAs<ast::AnnAssign>()) {
      if (!annAssign->value) return Flow::Next;
      TC_TRY(Value value, lowering_.eval(*annAssign->value));
      return assignTo(*annAssign->target, value) ? Flow::Next : Flow::Unknown;
    }
    if (const auto *augAssign = stmt.dynAs<ast::AugAssign>()) {
      TC_TRY(Argument lhs, lowering_.evalArg(*augAssign->target));
      TC_TRY(Argument rhs, lowering_.evalArg(*augAssign->value));
      if (lhs.value.is<OpaqueValue>() || rhs.value.is<OpaqueValue>()) return Flow::Unknown;
      TC_TRY(Value value, lowering_.binary(augAssign->op, lhs, rhs, stmt.range));
      return assignTo(*augAssign->target, value) ? Flow::Next : Flow::Unknown;
    }
    if (const auto *ifStmt = stmt.dynAs<ast::If>()) {
      TC_TRY(Value test, lowering_.eval(*ifStmt->test));
      if (test.is<OpaqueValue>()) return Flow::Unknown;
      return run(isTruthy(test) ? ifStmt->body : ifStmt->orelse);
    }
    if (const auto *forStmt = stmt.dynAs<ast::For>()) return runFor(*forStmt);
    if (const auto *whileStmt = stmt.dynAs<ast::While>()) return runWhile(*whileStmt);
    if (const auto *returnStmt = stmt.dynAs<ast::Return>()) {
      result_ = NoneValue{};
      if (returnStmt->value) {
        TC_TRY(result_, lowering_.eval(*returnStmt->value));
      }
      return Flow::Return;
    }
    if (stmt.is<ast::Break>()) return Flow::Break;
    if (stmt.is<ast::Continue>()) return Flow::Continue;
    if (const auto *exprStmt = stmt.dynAs<ast::ExprStmt>())
      return hasNoEffect(*exprStmt->value) ? Flow::Next : Flow::Unknown;
    // The compiler trusts assertions.
    if (stmt.is<ast::Pass>() || stmt.is<ast::Assert>()) return Flow::Next;
    return Flow::Unknown;
  }

  bool assignTo(const ast::Expr &target, const Value &value) {
    if (const auto *name = target.dynAs<ast::Name>()) {
      lowering_.define(name->id, value);
      return true;
    }
    const auto *tuple = target.dynAs<ast::Tuple>();
    if (!tuple || !value.is<TupleValue>() || tuple->elts.size() != value.elements().size()) return false;
    for (size_t i = 0; i < tuple->elts.size(); ++i)
      if (!assignTo(*tuple->elts[i], value.elements()[i])) return false;
    return true;
  }

  Result<Flow> runRound(const ast::For &stmt, const Value &value) {
    if (!assignTo(*stmt.target, value)) return Flow::Unknown;
    return run(stmt.body);
  }

  Result<Flow> runFor(const ast::For &stmt) {
    TC_TRY(Value iter, lowering_.eval(*stmt.iter));
    std::vector<Value> values;
    if (iter.is<TupleValue>()) {
      values = iter.elements();
    } else if (const auto *range = iter.dynAs<RangeValue>()) {
      const std::vector<Value> &bounds = range->spec->bounds;
      if (!std::ranges::all_of(bounds, &Value::isInteger) || bounds[2].integer().isZero()) return Flow::Unknown;
      BigInt step = bounds[2].integer(), end = bounds[1].integer();
      for (BigInt i = bounds[0].integer(); step.isNegative() ? i > end : i < end; i = i + step) {
        if (values.size() == kMaxSteps) return Flow::Unknown;
        values.emplace_back(i);
      }
    } else {
      return Flow::Unknown;
    }
    for (const Value &value : values) {
      TC_TRY(Flow flow, runRound(stmt, value));
      if (flow == Flow::Break) return Flow::Next;
      if (flow == Flow::Return || flow == Flow::Unknown) return flow;
    }
    return run(stmt.orelse);
  }

  Result<Flow> runWhile(const ast::While &stmt) {
    for (;;) {
      TC_TRY(Value test, lowering_.eval(*stmt.test));
      if (test.is<OpaqueValue>() || ++steps_ > kMaxSteps) return Flow::Unknown;
      if (!isTruthy(test)) return run(stmt.orelse);
      TC_TRY(Flow flow, run(stmt.body));
      if (flow == Flow::Break) return Flow::Next;
      if (flow == Flow::Return || flow == Flow::Unknown) return flow;
    }
  }

  Lowering &lowering_;
  uint64_t steps_ = 0;
  Value result_;
  const ast::Stmt *stopped_ = nullptr;
};

Result<Value> Lowering::runHostFunction(const FunctionInfo &function, const CallArguments &args) {
  Value unknown = unknownValue(args.range);
  if (depth_ == kMaxCallDepth) return unknown;
  TC_TRY(Locals locals, bindFunction(function, args));
  Frame host{.mode = Mode::Host, .function = &function, .scope = function.scope, .callSite = {}, .locals = {}};
  host.locals = std::move(locals);
  FrameGuard guard(*this, host);
  ++depth_;
  HostRun run(*this);
  Result<HostRun::Flow> flow = run.run(function.def->body);
  --depth_;
  if (!flow.ok()) return Failed{};
  switch (*flow) {
  case HostRun::Flow::Return: return run.result();
  case HostRun::Flow::Next: return Value(NoneValue{});
  case HostRun::Flow::Break:
  case HostRun::Flow::Continue:
  case HostRun::Flow::Unknown: break;
  }
  if (!run.stopped()) return unknown;
  std::string text = fmt::format("the compiler cannot run this part of `{}`", function.def->name.text);
  auto cause = std::make_shared<const OpaqueCause>(run.stopped()->range, std::move(text));
  return Value::opaque(*unknown.as<OpaqueValue>().name, std::move(cause));
}

Result<Value> Lowering::callConstexprFunction(const FunctionInfo &function, const CallArguments &args) {
  auto check = [&](const Argument &arg) -> Success {
    if (!hasRuntimePart(arg.value)) return {};
    return error(arg.range, DiagId::ConstexprNeeded, "an argument of the `constexpr_function` `{}` is {}",
                 function.def->name.text, describe(arg.value));
  };
  for (const Argument &arg : args.positional) TC_TRY_VOID(check(arg));
  for (const CallArguments::Named &named : args.named) TC_TRY_VOID(check(named.arg));
  TC_TRY(Value result, runHostFunction(function, args));
  if (!result.is<OpaqueValue>()) return result.asConstexprObject();
  return error(args.range, DiagId::HostOnly, "the compiler cannot run `{}` with these arguments",
               function.def->name.text)
      .note(function.def->name.range, "defined here");
}

}  // namespace tritonc::frontend
