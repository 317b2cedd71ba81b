// Conversions and checks of values that all of lowering shares.
#include <algorithm>
#include <bit>

#include "frontend/lowering.h"
#include "frontend/python_ops.h"
#include "frontend/python_text.h"

namespace tritonc::frontend {

std::string_view Lowering::textOf(SourceRange range) const {
  return context_.diags().sources().file(range.file).text().substr(range.begin, range.end - range.begin);
}

SourceRange Lowering::visible(SourceRange range) const {
  for (ir::Loc call = frame().callSite; call.isValid() && program_.isLibrary(range);
       call = context_.info(call).inlinedAt)
    range = context_.info(call).range;
  return range;
}

DiagnosticBuilder Lowering::noteOperands(DiagnosticBuilder diag, std::initializer_list<Argument> operands) {
  constexpr size_t kLongestQuote = 40;
  for (const Argument &operand : operands) {
    if (!operand.range.isValid() || program_.isLibrary(operand.range)) continue;
    std::string_view text = textOf(operand.range);
    // A literal speaks for itself.
    if (operand.value.isNumber() && text == pythonRepr(operand.value)) continue;
    bool isShort = text.size() <= kLongestQuote && text.find('\n') == std::string_view::npos;
    diag.note(operand.range, "{} is {}", isShort ? fmt::format("`{}`", text) : "this operand", describe(operand.value))
        .proceed();
  }
  return diag;
}

DiagnosticBuilder Lowering::noteCalls(DiagnosticBuilder diag) {
  std::vector<SourceRange> calls;
  for (ir::Loc call = frame().callSite; call.isValid(); call = context_.info(call).inlinedAt)
    calls.push_back(context_.info(call).range);
  // Calls inside our own library, and the call of it, which stands for the error itself.
  if (frame().function && program_.isLibrary(frame().function->def->range)) {
    auto user = std::ranges::find_if(calls, [&](SourceRange range) { return !program_.isLibrary(range); });
    calls.erase(calls.begin(), user == calls.end() ? user : user + 1);
  }
  constexpr size_t kShownAtEachEnd = 4;
  for (size_t i = 0; i < calls.size(); ++i) {
    bool isHidden = i >= kShownAtEachEnd && i + kShownAtEachEnd < calls.size();
    if (!isHidden)
      diag.note(calls[i], "called from here").proceed();
    else if (i == kShownAtEachEnd)
      diag.note({}, "{} calls in between", calls.size() - 2 * kShownAtEachEnd).proceed();
  }
  return diag;
}

DiagnosticBuilder Lowering::notSupported(SourceRange range, std::string_view what) {
  return error(range, DiagId::Unsupported, "{} is not supported yet", what);
}

Result<RuntimeValue> Lowering::toTensor(const Argument &arg) {
  if (const auto *value = arg.value.dynAs<RuntimeValue>()) return *value;
  if (!arg.value.isNumber())
    return error(arg.range, DiagId::BadOperand, "{} where a tensor or a number is needed", describe(arg.value));
  std::optional<DType> type = literalType(arg.value);
  if (!type) return error(arg.range, DiagId::BadOperand, "{} does not fit 64 bits", describe(arg.value));
  return emitter().constant(*type, arg.value);
}

Result<Value> Lowering::decay(const Argument &arg) {
  const Value &value = arg.value;
  if (value.isNumber()) {
    TC_TRY(RuntimeValue tensor, toTensor(arg));
    return Value(tensor);
  }
  if (value.is<TupleValue>()) {
    std::vector<Value> elements;
    for (const Value &element : value.elements()) {
      TC_TRY(Value decayed, decay({element, arg.range}));
      elements.push_back(std::move(decayed));
    }
    return value.withParts(std::move(elements));
  }
  bool isKept = value.isRuntime() || value.is<BlockValue>() || value.isNone() || value.is<TypeValue>();
  if (isKept || value.is<AggregateValue>()) return value;
  return error(arg.range, DiagId::NotAssignable,
               "{} cannot be assigned to a plain variable; annotate it with `tl.constexpr`", describe(value));
}

Result<RuntimeValue> Lowering::castTo(const RuntimeValue &value, DType type, SourceRange range) {
  if (!type.irType(context_)) return notSupported(range, fmt::format("the type {}", type.shortName()));
  if (std::string problem = castProblem(value.dtype, type); !problem.empty())
    return error(range, DiagId::BadCast, "{}", problem);
  return emitter().cast(value, type);
}

Result<RuntimeValue> Lowering::toCondition(const Argument &arg) {
  const auto &value = arg.value.as<RuntimeValue>();
  if (!value.hasOneElement())
    return error(arg.range, DiagId::ConditionType, "the condition is {}; a branch needs a scalar", describe(arg.value));
  return castTo(emitter().scalarOf(value), Scalar::Int1, arg.range);
}

namespace {

std::string parameterText(const BuiltinCall &call, std::string_view what) {
  return fmt::format("`{}` of `{}`", what, call.builtin.name);
}

}  // namespace

Result<RuntimeValue> Lowering::requireFloat(const BuiltinCall &call, std::string_view name, FloatTypes types) {
  Argument arg{call[name].value, call.rangeOf(call[name])};
  TC_TRY(RuntimeValue value, toTensor(arg));
  bool allowsFp64 = types == FloatTypes::Fp32AndFp64;
  if (value.dtype.is(Scalar::Float32) || (allowsFp64 && value.dtype.is(Scalar::Float64))) return value;
  return error(arg.range, DiagId::BadArgument, "`{}` of {}; it takes fp32{}", call.builtin.name, describe(Value(value)),
               allowsFp64 ? " or fp64" : "");
}

Result<BigInt> Lowering::requireInt(const Argument &arg, const BuiltinCall &call, std::string_view what) {
  if (arg.value.isInteger()) return arg.value.integer();
  if (arg.value.isRuntime())
    return error(call.rangeOf(arg), DiagId::ConstexprNeeded, "{} is {}; it must be known at compile time",
                 parameterText(call, what), describe(arg.value));
  return error(call.rangeOf(arg), DiagId::BadArgument, "{} is {}; it takes an integer", parameterText(call, what),
               describe(arg.value));
}

Result<int64_t> Lowering::requireInt64(const Argument &arg, const BuiltinCall &call, std::string_view what) {
  TC_TRY(BigInt value, requireInt(arg, call, what));
  if (std::optional<int64_t> small = value.toInt64()) return *small;
  return error(call.rangeOf(arg), DiagId::BadArgument, "{} is {}, which does not fit 64 bits",
               parameterText(call, what), value.toString());
}

Result<bool> Lowering::requireBool(const Argument &arg, const BuiltinCall &call, std::string_view what) {
  if (arg.value.isInteger() || arg.value.isNone()) return isTruthy(arg.value);
  return error(call.rangeOf(arg), DiagId::BadArgument, "{} is {}; it takes True or False", parameterText(call, what),
               describe(arg.value));
}

Result<std::string> Lowering::requireString(const Argument &arg, const BuiltinCall &call, std::string_view what) {
  if (arg.value.is<StringValue>()) return arg.value.text();
  return error(call.rangeOf(arg), DiagId::BadArgument, "{} is {}; it takes a string", parameterText(call, what),
               describe(arg.value));
}

Result<DType> Lowering::requireDType(const Argument &arg, const BuiltinCall &call) {
  const auto *type = arg.value.dynAs<TypeValue>();
  if (!type || !type->shape.isEmpty())
    return error(call.rangeOf(arg), DiagId::BadArgument, "{} is {}; it takes a dtype such as `tl.float32`",
                 parameterText(call, "dtype"), describe(arg.value));
  if (!type->dtype.irType(context_))
    return notSupported(call.rangeOf(arg), fmt::format("the type {}", type->dtype.shortName()));
  return type->dtype;
}

Result<ir::DimVector> Lowering::requireShape(const Argument &arg, const BuiltinCall &call) {
  std::vector<Value> dims;
  if (arg.value.is<TupleValue>())
    dims = arg.value.elements();
  else
    dims.push_back(arg.value);
  if (dims.size() > ir::kMaxRank)
    return error(call.rangeOf(arg), DiagId::BadShape, "{} dimensions; a tile has at most {}", dims.size(),
                 ir::kMaxRank);
  ir::DimVector shape;
  for (const Value &dim : dims) {
    TC_TRY(int64_t size, requireInt64({dim, arg.range}, call, "shape"));
    shape.push(size);
  }
  TC_TRY_VOID(checkShape(shape, call.rangeOf(arg)));
  return shape;
}

Result<unsigned> Lowering::requireAxis(const Argument &arg, const BuiltinCall &call, const RuntimeValue &value) {
  if (!arg.value.isInteger())
    return error(call.rangeOf(arg), arg.value.isRuntime() ? DiagId::ConstexprNeeded : DiagId::BadArgument,
                 "the axis is {}; it takes an integer known at compile time", describe(arg.value));
  auto rank = static_cast<int64_t>(value.shape.size());
  int64_t axis = arg.value.integer().toInt64().value_or(rank);
  int64_t position = axis < 0 ? axis + rank : axis;
  if (position >= 0 && position < rank) return static_cast<unsigned>(position);
  return error(call.rangeOf(arg), DiagId::BadShape, "axis {} of {}", axis, describe(Value(value)));
}

Success Lowering::checkShape(const ir::DimVector &shape, SourceRange range) {
  int64_t elements = 1;
  for (unsigned i = 0; i < shape.size(); ++i) {
    if (shape[i] <= 0 || !std::has_single_bit(static_cast<uint64_t>(shape[i])))
      return error(range, DiagId::BadShape, "dimension {} of the shape is {}, which is not a power of two", i,
                   shape[i]);
    if (shape[i] > ir::kMaxTileElements / elements)
      return error(range, DiagId::BadShape, "a tile of {} has more than {} elements", shapeText(shape),
                   ir::kMaxTileElements);
    elements *= shape[i];
  }
  return {};
}

}  // namespace tritonc::frontend
