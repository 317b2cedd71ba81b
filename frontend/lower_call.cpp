// Calls: arguments bound to parameters, helpers inlined, `noinline` helpers called.
#include <algorithm>

#include "frontend/dtype_members.h"
#include "frontend/lowering.h"
#include "frontend/python_text.h"

namespace tritonc::frontend {
namespace {

/// The value of a literal in a row of builtins.def.
Value defaultValue(std::string_view text) {
  if (text == "None") return NoneValue{};
  if (text == "True") return true;
  if (text == "False") return false;
  if (text == "()") return Value::tuple({});
  if (text.starts_with('\'')) return Value::string(std::string(text.substr(1, text.size() - 2)));
  if (text.find('.') != std::string_view::npos) return parseFloatLiteral(text);
  return parseIntLiteral(text);
}

}  // namespace

Result<CallArguments> Lowering::evalArguments(const ast::Call &expr) {
  CallArguments args;
  args.range = expr.range;
  for (const ast::Expr *arg : expr.args) {
    const auto *starred = arg->dynAs<ast::Starred>();
    TC_TRY(Argument value, evalArg(starred ? *starred->value : *arg));
    if (!starred || value.value.is<OpaqueValue>()) {
      args.positional.push_back(std::move(value));
      continue;
    }
    if (!value.value.is<TupleValue>())
      return error(arg->range, DiagId::NotIterable, "`*` of {}; it takes a tuple", describe(value.value));
    for (const Value &element : value.value.elements()) args.positional.push_back({element, arg->range});
  }
  for (const ast::Keyword *keyword : expr.keywords) {
    if (keyword->name.isEmpty() && !isHost())
      return error(keyword->range, DiagId::UnsupportedSyntax, "`**` arguments in a kernel");
    TC_TRY(Argument value, evalArg(*keyword->value));
    if (const auto *dict = keyword->name.isEmpty() ? value.value.dynAs<DictValue>() : nullptr) {
      for (const DictValue::Item &item : *dict->items) {
        if (!item.key.is<StringValue>())
          return error(keyword->range, DiagId::BadArgument, "`**` of a dict with the key {}; it takes strings",
                       describe(item.key));
        args.named.push_back({{context_.intern(item.key.text()), keyword->range}, {item.value, keyword->range}});
      }
      continue;
    }
    args.named.push_back({keyword->name, std::move(value)});
  }
  return args;
}

Result<Value> Lowering::call(const Value &callee, CallArguments args, SourceRange calleeRange) {
  if (const auto *function = callee.dynAs<FunctionValue>()) {
    bool isJit = function->info->role == FunctionRole::Jit;
    if (function->self) args.positional.insert(args.positional.begin(), {*function->self, calleeRange});
    if (isHost()) return isJit ? unknownValue(args.range) : runHostFunction(*function, args);
    if (isJit) return callFunction(*function, args);
    if (function->info->role == FunctionRole::ConstexprFunction) return callConstexprFunction(*function, args);
    return error(calleeRange, DiagId::HostOnly, "`{}` is no `@triton.jit` function; a kernel cannot call it",
                 textOf(calleeRange))
        .note(function->info->def->name.range, "defined here");
  }
  if (const auto *builtin = callee.dynAs<BuiltinValue>()) return callBuiltin(*builtin, std::move(args));
  if (const auto *function = callee.dynAs<LibdeviceValue>()) {
    if (isHost()) return unknownValue(args.range);
    return callLibdevice(function->name, args);
  }
  if (const auto *lambda = callee.dynAs<LambdaValue>(); lambda && isHost()) return runLambda(*lambda, args);
  if (const auto *cls = callee.dynAs<RecordClassValue>()) return construct(*cls->cls, args);
  if (callee.is<AggregateValue>()) {
    TC_TRY(std::optional<Value> result, callMethod({callee, calleeRange}, "__call__", args.positional, args.range));
    if (result) return *result;
  }
  if (const auto *method = callee.dynAs<TypePredicate>()) return callTypePredicate(*method);
  if (const auto *unsupported = callee.dynAs<UnsupportedValue>())
    return notSupported(calleeRange, fmt::format("`{}`", *unsupported->name));
  if (isHost()) return unknownValue(args.range);
  return error(calleeRange, DiagId::NotCallable, "a call of {}", describe(callee));
}

// ---- Builtins ----

Result<BuiltinCall> Lowering::bindBuiltin(const Builtin &builtin, const CallArguments &args) {
  BuiltinCall call{.builtin = builtin, .range = args.range, .names = {}, .args = {}};
  std::vector<BuiltinParam> params = parseBuiltinSignature(builtin.signature);
  size_t next = 0;
  std::vector<bool> isNamedUsed(args.named.size());
  for (const BuiltinParam &param : params) {
    call.names.push_back(param.name);
    auto named = std::ranges::find(args.named, param.name, [](const auto &n) { return n.name.text; });
    if (named != args.named.end()) {
      isNamedUsed[static_cast<size_t>(named - args.named.begin())] = true;
      call.args.push_back(named->arg);
    } else if (param.isNamedVariadic) {
      std::vector<DictValue::Item> rest;
      for (size_t i = 0; i < args.named.size(); ++i) {
        if (isNamedUsed[i]) continue;
        isNamedUsed[i] = true;
        rest.push_back({Value::string(std::string(args.named[i].name.text)), args.named[i].arg.value});
      }
      call.args.push_back({Value::dict(std::move(rest)), {}});
    } else if (param.isVariadic) {
      std::vector<Value> rest;
      SourceRange range = next < args.positional.size() ? args.positional[next].range : SourceRange{};
      for (; next < args.positional.size(); ++next) {
        rest.push_back(args.positional[next].value);
        range = join(range, args.positional[next].range);
      }
      call.args.push_back({Value::tuple(std::move(rest)), range});
    } else if (next < args.positional.size()) {
      call.args.push_back(args.positional[next++]);
    } else if (!param.defaultText.empty()) {
      call.args.push_back({defaultValue(param.defaultText), {}});
    } else {
      return error(args.range, DiagId::CallArguments, "`{}` is missing its argument `{}`", builtin.name, param.name);
    }
  }
  if (next < args.positional.size())
    return error(args.positional[next].range, DiagId::CallArguments, "`{}` takes {} arguments, but {} are given",
                 builtin.name, params.size(), args.positional.size());
  for (size_t i = 0; i < args.named.size(); ++i)
    if (!isNamedUsed[i])
      return error(args.named[i].name.range, DiagId::CallArguments, "`{}` has no parameter `{}`", builtin.name,
                   args.named[i].name.text);
  return call;
}

Result<Value> Lowering::callBuiltin(const BuiltinValue &callee, CallArguments args) {
  const Builtin &builtin = *callee.builtin;
  constexpr unsigned kHostPlaces = BuiltinPlace::Host | BuiltinPlace::Python | BuiltinPlace::Triton |
                                   BuiltinPlace::HostPython | BuiltinPlace::HostModule | BuiltinPlace::TextMethod |
                                   BuiltinPlace::DictMethod | BuiltinPlace::TupleMethod;
  if (isHost() && !(builtin.places & kHostPlaces)) return unknownValue(args.range);
  if (!builtin.handler) return notSupported(args.range, fmt::format("`{}`", builtin.name));
  if (callee.self) args.positional.insert(args.positional.begin(), {*callee.self, args.range});
  TC_TRY(BuiltinCall call, bindBuiltin(builtin, args));
  setPlace(args.range);
  return builtin.handler(*this, call);
}

// ---- Functions of files ----

Result<Locals> Lowering::bindParams(const Callable &callable, const CallArguments &args) {
  Locals locals;
  size_t next = 0;
  std::vector<bool> isNamedUsed(args.named.size());
  for (const ast::Param *param : callable.params) {
    std::string_view name = param->name.text;
    if (param->form == ast::ParamForm::VarPositional) {
      std::vector<Value> rest;
      for (; next < args.positional.size(); ++next) rest.push_back(args.positional[next].value);
      locals[name] = Value::tuple(std::move(rest));
      continue;
    }
    if (param->form != ast::ParamForm::Normal && !isHost())
      return error(param->range, DiagId::UnsupportedSyntax,
                   "a keyword-only or positional-only parameter of a `@triton.jit` function");
    if (param->form == ast::ParamForm::VarKeyword) {
      std::vector<DictValue::Item> rest;
      for (size_t i = 0; i < args.named.size(); ++i)
        if (!isNamedUsed[i])
          rest.push_back({Value::string(std::string(args.named[i].name.text)), args.named[i].arg.value});
      isNamedUsed.assign(isNamedUsed.size(), true);
      locals[name] = Value::dict(std::move(rest));
      continue;
    }
    auto named = std::ranges::find(args.named, name, [](const auto &n) { return n.name.text; });
    bool isNamed = named != args.named.end() && param->form != ast::ParamForm::PositionalOnly;
    bool hasPositional = next < args.positional.size() && param->form != ast::ParamForm::KeywordOnly;
    if (isNamed && hasPositional) return error(named->name.range, DiagId::CallArguments, "`{}` is given twice", name);
    if (isNamed) {
      isNamedUsed[static_cast<size_t>(named - args.named.begin())] = true;
      locals[name] = named->arg.value;
    } else if (hasPositional) {
      locals[name] = args.positional[next++].value;
    } else if (param->defaultValue) {
      TC_TRY(locals[name], evaluateHost(*param->defaultValue, *callable.scope));
    } else {
      return error(args.range, DiagId::CallArguments, "`{}` is missing its argument `{}`", callable.name, name)
          .note(param->range, "declared here");
    }
  }
  if (next < args.positional.size())
    return error(args.positional[next].range, DiagId::CallArguments, "`{}` takes {} arguments, but {} are given",
                 callable.name, callable.params.size(), args.positional.size())
        .note(callable.nameRange, "declared here");
  for (size_t i = 0; i < args.named.size(); ++i)
    if (!isNamedUsed[i])
      return error(args.named[i].name.range, DiagId::CallArguments, "`{}` has no parameter `{}`", callable.name,
                   args.named[i].name.text)
          .note(callable.nameRange, "declared here");
  return locals;
}

Result<Locals> Lowering::bindFunction(const FunctionInfo &function, const CallArguments &args) {
  const ast::FunctionDef &def = *function.def;
  return bindParams({def.name.text, def.name.range, def.params, function.scope}, args);
}

Result<Value> Lowering::callFunction(const FunctionValue &callee, const CallArguments &args) {
  const FunctionInfo &function = *callee.info;
  if (depth_ == kMaxCallDepth)
    return error(args.range, DiagId::RecursionDepth, "{} calls inside each other; does the recursion end?", depth_);
  if (++calls_ > kMaxCalls)
    return error(args.range, DiagId::RecursionDepth,
                 "more than {} calls are expanded in one kernel; `noinline` keeps a helper from being copied",
                 kMaxCalls);
  TC_TRY(Locals locals, bindFunction(function, args));
  return function.isNoinline ? callNoinline(callee, locals, args.range)
                             : runFunction(callee, std::move(locals), emitter().locOf(args.range));
}

Result<Value> Lowering::runFunction(const FunctionValue &callee, Locals locals, ir::Loc callSite) {
  const FunctionInfo &function = *callee.info;
  const Scope *scope = function.scope;
  Frame frame{.mode = Mode::Kernel, .function = &function, .scope = scope, .callSite = callSite, .locals = {}};
  frame.locals = std::move(locals);
  frame.closure = callee.closure;
  FrameGuard guard(*this, frame);
  ++depth_;
  Emitter::Inlining before = emitter().setInlining({function.def->name.text, callSite});
  const Step *end = &steps_.emplace_back();
  Result<Outcome> outcome = runSteps(steps(function.def->body, end));
  emitter().setInlining(before);
  --depth_;
  if (!outcome.ok()) return Failed{};
  TC_CHECK(outcome->kind == Outcome::Kind::Returns, "the end of a function returns None");
  // An error inside was reported; its result must not be used.
  if (outcome->result.is<PoisonValue>()) return Failed{};
  return outcome->result;
}

namespace {

/// Whether one body of a `noinline` function serves both.
bool specialiseAlike(const Locals &a, const Locals &b) {
  return std::ranges::equal(
      a, b, [](const auto &x, const auto &y) { return x.first == y.first && haveOneType(x.second, y.second); });
}

}  // namespace

Result<Lowering::DeviceFunction> Lowering::deviceFunction(const FunctionValue &callee, const Locals &locals,
                                                          SourceRange range) {
  const FunctionInfo &function = *callee.info;
  for (const DeviceFunction &known : deviceFunctions_)
    if (isSame(known.callee, callee) && specialiseAlike(known.arguments, locals)) return known;
  std::string name(function.def->name.text);
  for (unsigned suffix = 1; module_->find(name); ++suffix) name = fmt::format("{}_{}", function.def->name.text, suffix);
  ir::Loc loc = context_.loc(function.def->name.range, {}, function.def->name.text);
  ir::Function *device = module_->addFunction(context_.intern(name), ir::FunctionKind::Device, loc);
  Emitter emitter(context_, *device, function.def->name.text, {});
  emitter.builder().setInsertionPointToEnd(device->body());
  Locals params;
  for (const auto &[param, value] : locals)
    params[param] = mapLeaves(value, [&](const RuntimeValue &leaf) {
      return RuntimeValue{device->addParam(emitter.irType(leaf.dtype), param), leaf.dtype, leaf.shape};
    });
  Emitter *outer = std::exchange(emitter_, &emitter);
  Result<Value> result = runFunction(callee, std::move(params), {});
  emitter_ = outer;
  if (!result.ok()) return Failed{};

  std::vector<ir::Value *> values;
  std::vector<ir::Type> types;
  bool hasTile = false;
  forEachLeaf(*result, [&](const RuntimeValue &leaf) {
    hasTile = hasTile || leaf.isTile();
    values.push_back(leaf.ir);
    types.push_back(leaf.ir->type());
  });
  if (hasTile)
    return error(range, DiagId::BadArgument, "`{}` is marked noinline, but returns {}", function.def->name.text,
                 describe(*result));
  emitter.builder().setLoc(loc);
  emitter.builder().create(ir::Opcode::Return, values, {});
  device->setResultTypes(types);
  return deviceFunctions_.emplace_back(callee, locals, device, *result);
}

Result<Value> Lowering::callNoinline(const FunctionValue &callee, const Locals &locals, SourceRange range) {
  const FunctionInfo &function = *callee.info;
  std::vector<ir::Value *> operands;
  for (const auto &[name, value] : locals) {
    bool hasTile = false;
    forEachLeaf(value, [&](const RuntimeValue &leaf) {
      hasTile = hasTile || leaf.isTile();
      operands.push_back(leaf.ir);
    });
    if (hasTile)
      return error(range, DiagId::BadArgument, "`{}` is marked noinline, but its argument `{}` is {}",
                   function.def->name.text, name, describe(value));
  }
  TC_TRY(DeviceFunction device, deviceFunction(callee, locals, range));
  setPlace(range);
  std::span<const ir::Type> types = device.function->resultTypes();
  ir::Op *call =
      emitter().builder().create(ir::Opcode::Call, operands, types, ir::CallAttrs{.callee = device.function->name()});
  unsigned next = 0;
  return mapLeaves(device.result, [&](const RuntimeValue &leaf) {
    return RuntimeValue{call->result(next++), leaf.dtype, leaf.shape};
  });
}

}  // namespace tritonc::frontend
