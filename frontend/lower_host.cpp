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
  /// Runs an `__init__`, which may assign the fields of `self`.
  HostRun(Lowering &lowering, std::string_view self) : lowering_(lowering), self_(self) {}

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
    if (const auto *exprStmt = stmt.dynAs<ast::ExprStmt>()) {
      if (hasNoEffect(*exprStmt->value)) return Flow::Next;
      TC_TRY(bool isDone, runListMethod(*exprStmt->value));
      return isDone ? Flow::Next : Flow::Unknown;
    }
    if (const auto *def = stmt.dynAs<ast::FunctionDef>()) return define(*def);
    if (const auto *tryStmt = stmt.dynAs<ast::Try>()) return runTry(*tryStmt);
    // The compiler trusts assertions.
    if (stmt.is<ast::Pass>() || stmt.is<ast::Assert>()) return Flow::Next;
    return Flow::Unknown;
  }

  /// A function inside the one that runs.
  Result<Flow> define(const ast::FunctionDef &def) {
    const FunctionInfo *running = lowering_.frame().function;
    const std::vector<Binding> *bindings = running->scope->find(running->def->name.text);
    if (!bindings) return Flow::Unknown;
    auto own = std::ranges::find(*bindings, running->def, &Binding::stmt);
    if (own == bindings->end()) return Flow::Unknown;
    TC_TRY(const FunctionInfo *info, lowering_.functionInfo(def, *own->inner));
    TC_TRY(Value function, lowering_.decorated({info, nullptr, lowering_.currentClosure()}));
    lowering_.define(def.name.text, std::move(function));
    return Flow::Next;
  }

  /// What the compiler can run raises nothing.
  Result<Flow> runTry(const ast::Try &stmt) {
    TC_TRY(Flow flow, run(stmt.body));
    if (flow == Flow::Next) {
      TC_TRY(flow, run(stmt.orelse));
    }
    if (flow == Flow::Unknown) return flow;
    TC_TRY(Flow last, run(stmt.finalbody));
    return last == Flow::Next ? flow : last;
  }

  /// `name.append(value)` and `name.extend(values)`: the name stands for a longer list from here on.
  Result<bool> runListMethod(const ast::Expr &expr) {
    const auto *call = expr.dynAs<ast::Call>();
    const auto *method = call ? call->func->dynAs<ast::Attribute>() : nullptr;
    const auto *name = method ? method->value->dynAs<ast::Name>() : nullptr;
    if (!name || call->args.size() != 1 || !call->keywords.empty()) return false;
    auto found = lowering_.frame().locals.find(name->id);
    if (found == lowering_.frame().locals.end() || !found->second.is<TupleValue>()) return false;
    // Another name of the list would have to change, too.
    if (found->second.as<TupleValue>().elements.use_count() != 1) return false;
    std::vector<Value> elements = found->second.elements();
    TC_TRY(Value value, lowering_.eval(*call->args[0]));
    if (method->attr.text == "append") {
      elements.push_back(std::move(value));
    } else if (std::optional<std::vector<Value>> more = iterationOf(value); more && method->attr.text == "extend") {
      elements.insert(elements.end(), more->begin(), more->end());
    } else {
      return false;
    }
    lowering_.define(name->id, Value::tuple(std::move(elements)));
    return true;
  }

  bool assignTo(const ast::Expr &target, const Value &value) {
    if (const auto *name = target.dynAs<ast::Name>()) {
      lowering_.define(name->id, value);
      return true;
    }
    if (const auto *attribute = target.dynAs<ast::Attribute>()) return assignToField(*attribute, value);
    if (const auto *subscript = target.dynAs<ast::Subscript>()) return assignToItem(*subscript, value);
    const auto *tuple = target.dynAs<ast::Tuple>();
    if (!tuple || !value.is<TupleValue>() || tuple->elts.size() != value.elements().size()) return false;
    for (size_t i = 0; i < tuple->elts.size(); ++i)
      if (!assignTo(*tuple->elts[i], value.elements()[i])) return false;
    return true;
  }

  /// `dict[key] = value`, for a dict of this function.
  bool assignToItem(const ast::Subscript &target, const Value &value) {
    const auto *name = target.value->dynAs<ast::Name>();
    Locals &locals = lowering_.frame().locals;
    auto found = name ? locals.find(name->id) : locals.end();
    if (found == locals.end() || !found->second.is<DictValue>()) return false;
    if (found->second.as<DictValue>().items.use_count() != 1) return false;
    Result<Value> key = lowering_.eval(*target.index);
    if (!key.ok() || key->is<OpaqueValue>()) return false;
    found->second = Value::dict(withItem(*found->second.as<DictValue>().items, *key, value));
    return true;
  }

  bool assignToField(const ast::Attribute &target, const Value &value) {
    const auto *name = target.value->dynAs<ast::Name>();
    if (self_.empty() || !name || name->id != self_) return false;
    const Value &self = lowering_.frame().locals.at(self_);
    std::optional<size_t> index = recordClassOf(self)->fieldIndex(target.attr.text);
    if (!index) return false;
    std::vector<Value> fields = *self.parts();
    fields[*index] = value;
    lowering_.define(self_, self.withParts(std::move(fields)));
    return true;
  }

  Result<Flow> runRound(const ast::For &stmt, const Value &value) {
    if (!assignTo(*stmt.target, value)) return Flow::Unknown;
    return run(stmt.body);
  }

  Result<Flow> runFor(const ast::For &stmt) {
    TC_TRY(Value iter, lowering_.eval(*stmt.iter));
    std::optional<std::vector<Value>> values = iterationOf(iter);
    if (!values) return Flow::Unknown;
    for (const Value &value : *values) {
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
  /// The parameter of an `__init__` that stands for the instance.
  std::string_view self_;
  uint64_t steps_ = 0;
  Value result_;
  const ast::Stmt *stopped_ = nullptr;
};

std::shared_ptr<const Closure> Lowering::currentClosure() const {
  Closure names = frame().locals;
  if (frame().closure) names.insert(frame().closure->begin(), frame().closure->end());
  return names.empty() ? nullptr : std::make_shared<const Closure>(std::move(names));
}

Result<Value> Lowering::runLambda(const LambdaValue &lambda, const CallArguments &args) {
  if (depth_ == kMaxCallDepth) return unknownValue(args.range);
  TC_TRY(Locals locals, bindParams({"lambda", lambda.expr->range, lambda.expr->params, lambda.scope}, args));
  Frame host{
      .mode = Mode::Host, .function = nullptr, .scope = lambda.scope, .callSite = frame().callSite, .locals = {}};
  host.locals = std::move(locals);
  host.closure = lambda.closure;
  FrameGuard guard(*this, host);
  ++depth_;
  Result<Value> value = eval(*lambda.expr->body);
  --depth_;
  return value;
}

Result<Value> Lowering::runHostFunction(const FunctionValue &callee, const CallArguments &args) {
  const FunctionInfo &function = *callee.info;
  Value unknown = unknownValue(args.range);
  if (depth_ == kMaxCallDepth) return unknown;
  TC_TRY(Locals locals, bindFunction(function, args));
  // Faults are told with the call in the kernel.
  ir::Loc callSite = isHost() ? frame().callSite : emitter().locOf(args.range);
  Frame host{.mode = Mode::Host, .function = &function, .scope = function.scope, .callSite = callSite, .locals = {}};
  host.locals = std::move(locals);
  host.closure = callee.closure;
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

Result<Value> Lowering::runInit(const RecordClass &cls, const FunctionInfo &init, CallArguments args) {
  if (init.def->params.empty())
    return error(init.def->name.range, DiagId::CallArguments, "`__init__` of `{}` has no parameter for the instance",
                 cls.name);
  std::vector<Value> unset(cls.fields.size(), Value(UndefinedValue{UndefinedReason::Branch, {}}));
  Value self = AggregateValue{&cls, std::make_shared<const std::vector<Value>>(std::move(unset))};
  args.positional.insert(args.positional.begin(), {self, args.range});
  TC_TRY(Locals locals, bindFunction(init, args));
  Frame host{.mode = Mode::Host, .function = &init, .scope = init.scope, .callSite = {}, .locals = {}};
  host.locals = std::move(locals);
  std::string_view name = init.def->params[0]->name.text;
  FrameGuard guard(*this, host);
  HostRun run(*this, name);
  TC_TRY(HostRun::Flow flow, run.run(init.def->body));
  if (flow == HostRun::Flow::Unknown)
    return error(args.range, DiagId::HostOnly, "the compiler cannot run `__init__` of `{}`", cls.name)
        .note(run.stopped() ? run.stopped()->range : init.def->name.range, "because of this part of it");
  Value result = frame().locals.at(name);
  TC_TRY_VOID(checkFields(cls, *result.parts(), args.range));
  return result;
}

/// Decorators of Triton that stand above `jit` change how a launch works, not what a kernel gets.
Result<Value> Lowering::decorated(const FunctionValue &function) {
  Value value = function;
  ast::Seq<ast::Expr> decorators = function.info->def->decorators;
  if (function.info->role != FunctionRole::Jit) return value;
  bool isBelow = true;
  for (size_t i = decorators.size(); i-- > 0;) {
    TC_TRY(bool isJit, isJitDecorator(*decorators[i], *function.info->scope));
    bool wasBelow = isBelow;
    isBelow = isBelow && !isJit;
    if (wasBelow) continue;
    TC_TRY(Value decorator, evaluateHost(*decorators[i], *function.info->scope));
    const auto *host = decorator.dynAs<FunctionValue>();
    if (!host || host->info->role != FunctionRole::Host) continue;
    Frame frame{.mode = Mode::Host, .function = nullptr, .scope = function.info->scope, .callSite = {}, .locals = {}};
    FrameGuard guard(*this, frame);
    SourceRange range = decorators[i]->range;
    size_t reported = context_.diags().all().size();
    Result<Value> result = runHostFunction(*host, {.positional = {{value, range}}, .named = {}, .range = range});
    context_.diags().forgetFrom(reported);
    bool isFunction =
        result.ok() && (result->is<FunctionValue>() || result->is<BuiltinValue>() || result->is<LibdeviceValue>());
    if (isFunction) value = std::move(*result);
  }
  return value;
}

Result<Value> Lowering::callConstexprFunction(const FunctionValue &callee, const CallArguments &args) {
  const FunctionInfo &function = *callee.info;
  auto check = [&](const Argument &arg) -> Success {
    if (!hasRuntimePart(arg.value)) return {};
    return error(arg.range, DiagId::ConstexprNeeded, "an argument of the `constexpr_function` `{}` is {}",
                 function.def->name.text, describe(arg.value));
  };
  // Of the object that it is a method of, it may use what is known.
  for (size_t i = callee.self ? 1 : 0; i < args.positional.size(); ++i) TC_TRY_VOID(check(args.positional[i]));
  for (const CallArguments::Named &named : args.named) TC_TRY_VOID(check(named.arg));
  TC_TRY(Value result, runHostFunction(callee, args));
  if (!result.is<OpaqueValue>()) return result.asConstexprObject();
  return error(args.range, DiagId::HostOnly, "the compiler cannot run `{}` with these arguments",
               function.def->name.text)
      .note(function.def->name.range, "defined here");
}

}  // namespace tritonc::frontend
