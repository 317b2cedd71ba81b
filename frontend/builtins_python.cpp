// Python's own functions, and those of `triton` that kernels and hosts share.
#include <algorithm>
#include <cmath>

#include "frontend/lowering.h"
#include "frontend/python_ops.h"
#include "frontend/python_text.h"

namespace tritonc::frontend {
namespace {

Value rangeValue(const Value &start, const Value &stop, const Value &step, bool isStatic, ir::ForAttrs hints = {}) {
  RangeSpec spec;
  // One bound is the end.
  bool hasStart = !stop.isNone();
  spec.bounds = {hasStart ? start : Value(BigInt(0)), hasStart ? stop : start, step.isNone() ? Value(BigInt(1)) : step};
  spec.isStatic = isStatic;
  spec.hints = hints;
  return RangeValue{std::make_shared<const RangeSpec>(std::move(spec))};
}

DiagnosticBuilder badArgument(Lowering &l, const BuiltinCall &call, std::string_view name, std::string_view takes) {
  const Argument &arg = call[name];
  DiagId id = hasRuntimePart(arg.value) ? DiagId::ConstexprNeeded : DiagId::BadArgument;
  return l.error(call.rangeOf(arg), id, "`{}` of `{}` is {}; it takes {}", name, call.builtin.name, describe(arg.value),
                 takes);
}

}  // namespace

Result<Value> pythonRange(Lowering &, const BuiltinCall &call) {
  return rangeValue(call["start"].value, call["stop"].value, call["step"].value, /*isStatic=*/false);
}

Result<Value> staticRange(Lowering &, const BuiltinCall &call) {
  return rangeValue(call["arg1"].value, call["arg2"].value, call["step"].value, /*isStatic=*/true);
}

Result<Value> tlRange(Lowering &l, const BuiltinCall &call) {
  ir::ForAttrs hints;
  if (const Argument &stages = call["num_stages"]; !stages.value.isNone()) {
    TC_TRY(hints.numStages, l.requireInt64(stages, call, "num_stages"));
    if (hints.numStages < 0) return badArgument(l, call, "num_stages", "no negative number");
  }
  if (const Argument &unroll = call["loop_unroll_factor"]; !unroll.value.isNone()) {
    TC_TRY(int64_t factor, l.requireInt64(unroll, call, "loop_unroll_factor"));
    hints.unroll = std::max<int64_t>(factor, 1);
  }
  TC_TRY(hints.flatten, l.requireBool(call["flatten"], call, "flatten"));
  TC_TRY(hints.warpSpecialize, l.requireBool(call["warp_specialize"], call, "warp_specialize"));
  // These two steer optimisations that we do not have; they never change a result.
  for (std::string_view name : {"disallow_acc_multi_buffer", "disable_licm"})
    TC_TRY_VOID(l.requireBool(call[name], call, name));
  return rangeValue(call["arg1"].value, call["arg2"].value, call["step"].value, /*isStatic=*/false, hints);
}

Result<Value> pythonLen(Lowering &l, const BuiltinCall &call) {
  const Value &value = call["value"].value;
  if (value.is<TupleValue>()) return Value(BigInt(static_cast<int64_t>(value.elements().size())));
  if (value.is<StringValue>()) return Value(BigInt(static_cast<int64_t>(charactersOf(value.text()).size())));
  if (const auto *dict = value.dynAs<DictValue>(); dict || (l.isHost() && value.is<RangeValue>()))
    if (std::optional<std::vector<Value>> values = iterationOf(value))
      return Value(BigInt(static_cast<int64_t>(values->size())));
  return badArgument(l, call, "value", "a tuple or a string");
}

Result<Value> pythonInt(Lowering &l, const BuiltinCall &call) {
  const Value &value = call["value"].value;
  if (value.isInteger()) return Value(value.integer());
  if (value.is<double>() && std::isfinite(value.as<double>())) return Value(BigInt::fromDouble(value.as<double>()));
  if (value.is<StringValue>())
    if (std::optional<BigInt> parsed = parseIntText(value.text())) return Value(*parsed);
  return badArgument(l, call, "value", "a finite number or the text of an integer");
}

Result<Value> pythonFloat(Lowering &l, const BuiltinCall &call) {
  const Value &value = call["value"].value;
  if (value.isNumber())
    if (std::optional<double> number = numberAsDouble(value)) return Value(*number);
  if (value.is<StringValue>())
    if (std::optional<double> parsed = parseFloatText(value.text())) return Value(*parsed);
  return badArgument(l, call, "value", "a number or the text of one");
}

Result<Value> pythonBool(Lowering &l, const BuiltinCall &call) {
  const Value &value = call["value"].value;
  if (!value.isRuntime()) return Value(isTruthy(value));
  return badArgument(l, call, "value", "a value known at compile time");
}

Result<Value> pythonStrFunction(Lowering &l, const BuiltinCall &call) {
  const Value &value = call["value"].value;
  if (!hasRuntimePart(value)) return Value::string(pythonStr(value));
  return badArgument(l, call, "value", "a value known at compile time");
}

Result<Value> pythonTuple(Lowering &l, const BuiltinCall &call) {
  const Value &value = call["value"].value;
  if (value.is<TupleValue>()) return value;
  if (l.isHost() || value.is<StringValue>())
    if (std::optional<std::vector<Value>> values = iterationOf(value)) return Value::tuple(std::move(*values));
  return badArgument(l, call, "value", "a tuple or a string");
}

namespace {

/// `min` and `max`: Python's own on constants, chained `tl.minimum` and `tl.maximum` otherwise.
Result<Value> extreme(Lowering &l, const BuiltinCall &call, ast::CompareOperator better, std::string_view elementwise) {
  std::vector<Value> values = call["values"].value.elements();
  if (values.size() == 1) {
    std::optional<std::vector<Value>> elements = iterationOf(values[0]);
    if (!elements) return badArgument(l, call, "values", "two values or a sequence");
    values = std::move(*elements);
  }
  if (values.empty()) return l.error(call.range, DiagId::CallArguments, "`{}` of no values", call.builtin.name);
  bool isConstant = std::ranges::none_of(values, &Value::isRuntime);
  Value best = values[0];
  for (size_t i = 1; i < values.size(); ++i) {
    Argument a{best, call.range}, b{values[i], call.range};
    if (isConstant) {
      TC_TRY(Value isBetter, l.compare(better, b, a, call.range));
      if (isTruthy(isBetter)) best = values[i];
      continue;
    }
    Value function = BuiltinValue{findBuiltin(BuiltinPlace::Tl, elementwise), nullptr};
    TC_TRY(best, l.call(function, {.positional = {a, b}, .named = {}, .range = call.range}, call.range));
  }
  return best;
}

}  // namespace

Result<Value> pythonMin(Lowering &l, const BuiltinCall &call) {
  return extreme(l, call, ast::CompareOperator::Lt, "minimum");
}

Result<Value> pythonMax(Lowering &l, const BuiltinCall &call) {
  return extreme(l, call, ast::CompareOperator::Gt, "maximum");
}

namespace {

/// The classes of Python and Triton, which are functions of the same names here.
std::optional<ClassKind> classOf(const Value &value) {
  if (const auto *cls = value.dynAs<ClassValue>()) return cls->kind;
  const auto *builtin = value.dynAs<BuiltinValue>();
  if (!builtin) return std::nullopt;
  struct Named {
    std::string_view name;
    ClassKind kind;
  };
  constexpr auto kClasses = std::to_array<Named>({{"int", ClassKind::Int},
                                                  {"float", ClassKind::Float},
                                                  {"bool", ClassKind::Bool},
                                                  {"str", ClassKind::Str},
                                                  {"tuple", ClassKind::Tuple},
                                                  {"list", ClassKind::List},
                                                  {"constexpr", ClassKind::Constexpr},
                                                  {"dtype", ClassKind::Dtype},
                                                  {"pointer_type", ClassKind::PointerType},
                                                  {"block_type", ClassKind::BlockType}});
  const auto *found = std::ranges::find(kClasses, builtin->builtin->name, &Named::name);
  return found == kClasses.end() ? std::nullopt : std::optional(found->kind);
}

bool isInstance(const Value &value, ClassKind kind, bool isHost) {
  const auto *type = value.dynAs<TypeValue>();
  switch (kind) {
  case ClassKind::Tensor: return value.isRuntime() || isBlockPointer(value);
  case ClassKind::TensorDescriptor: return value.is<BlockValue>() && !isBlockPointer(value);
  // Triton hands Python's own functions what is in a `tl.constexpr`, never the object.
  case ClassKind::Constexpr: return isHost && value.isConstexprObject();
  case ClassKind::Tuple:
  case ClassKind::List: return value.is<TupleValue>();
  case ClassKind::Dtype: return type != nullptr;
  case ClassKind::PointerType: return type && type->dtype.isPtr() && type->shape.isEmpty();
  case ClassKind::BlockType: return type && !type->shape.isEmpty();
  case ClassKind::PropagateNan: return value.is<PropagateNan>();
  case ClassKind::Bool: return value.is<bool>();
  case ClassKind::Int: return value.isInteger();
  case ClassKind::Float: return value.is<double>();
  case ClassKind::Str: return value.is<StringValue>();
  case ClassKind::Const: return false;
  }
  TC_UNREACHABLE("every class has a case");
}

}  // namespace

Result<Value> pythonIsinstance(Lowering &l, const BuiltinCall &call) {
  const Value &classes = call["cls"].value;
  std::vector<Value> list = classes.is<TupleValue>() ? classes.elements() : std::vector{classes};
  for (const Value &cls : list) {
    std::optional<ClassKind> kind = classOf(cls);
    if (!kind) return badArgument(l, call, "cls", "a class such as `tl.tensor` or `int`");
    if (isInstance(call["value"].value, *kind, l.isHost())) return Value(true);
  }
  return Value(false);
}

Result<Value> pythonHasattr(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::string name, l.requireString(call["name"], call, "name"));
  TC_TRY(std::optional<Value> member, l.attributeOrNone(call["value"].value, {name, call.rangeOf(call["name"])}));
  bool isKnown = member && !member->is<OpaqueValue>();
  return Value(isKnown);
}

Result<Value> pythonGetattr(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::string name, l.requireString(call["name"], call, "name"));
  ast::Identifier attr{name, call.rangeOf(call["name"])};
  const std::vector<Value> &fallback = call["default"].value.elements();
  TC_TRY(std::optional<Value> member, l.attributeOrNone(call["value"].value, attr));
  if (member) return *member;
  if (!fallback.empty()) return fallback[0];
  return l.attribute(call["value"].value, attr, call.range);
}

// ---- triton ----

Result<Value> hostOnly(Lowering &l, const BuiltinCall &call) {
  if (l.isHost()) return l.unknownValue(call.range);
  return l.error(call.range, DiagId::HostOnly, "`triton.{}` belongs to the host; a kernel cannot use it",
                 call.builtin.name);
}

/// `f = triton.jit(f)`
Result<Value> tritonJit(Lowering &l, const BuiltinCall &call) {
  const auto *function = call["fn"].value.dynAs<FunctionValue>();
  if (!l.isHost() || !function) return hostOnly(l, call);
  return l.jitFunction(*function, !call["noinline"].value.isNone() && isTruthy(call["noinline"].value));
}

Result<Value> tritonCdiv(Lowering &l, const BuiltinCall &call) {
  TC_TRY(BigInt x, l.requireInt(call["x"], call, "x"));
  TC_TRY(BigInt y, l.requireInt(call["y"], call, "y"));
  if (y.isZero()) return l.error(call.rangeOf(call["y"]), DiagId::BadArgument, "division by zero");
  return Value(floorDivide(x + y - 1, y)).asConstexprObject();
}

Result<Value> exactLog2(Lowering &l, const BuiltinCall &call) {
  TC_TRY(BigInt i, l.requireInt(call["i"], call, "i"));
  return Value(BigInt(static_cast<int64_t>(i.bitLength()) - 1)).asConstexprObject();
}

Result<Value> tritonNextPowerOf2(Lowering &l, const BuiltinCall &call) {
  TC_TRY(BigInt n, l.requireInt(call["n"], call, "n"));
  if (n <= 0) return Value(BigInt(0)).asConstexprObject();
  return Value(shiftLeft(1, static_cast<uint32_t>((n - 1).bitLength()))).asConstexprObject();
}

}  // namespace tritonc::frontend
