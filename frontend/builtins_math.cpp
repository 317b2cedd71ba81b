// Element-wise functions.
#include <array>

#include "frontend/lowering.h"

namespace tritonc::frontend {
namespace {

using ir::Opcode;

Argument argument(const BuiltinCall &call, std::string_view name) {
  return {call[name].value, call.rangeOf(call[name])};
}

Result<Value> unaryFloat(Lowering &l, const BuiltinCall &call, Opcode opcode) {
  TC_TRY(RuntimeValue value, l.requireFloat(call, "x", FloatTypes::Fp32AndFp64));
  return Value(l.emitter().elementwise(opcode, {value}, value.dtype));
}

}  // namespace

Result<Value> mathExp(Lowering &l, const BuiltinCall &call) { return unaryFloat(l, call, Opcode::Exp); }
Result<Value> mathExp2(Lowering &l, const BuiltinCall &call) { return unaryFloat(l, call, Opcode::Exp2); }
Result<Value> mathSqrt(Lowering &l, const BuiltinCall &call) { return unaryFloat(l, call, Opcode::Sqrt); }
Result<Value> mathRsqrt(Lowering &l, const BuiltinCall &call) { return unaryFloat(l, call, Opcode::Rsqrt); }
Result<Value> mathFloor(Lowering &l, const BuiltinCall &call) { return unaryFloat(l, call, Opcode::Floor); }
Result<Value> mathCeil(Lowering &l, const BuiltinCall &call) { return unaryFloat(l, call, Opcode::Ceil); }

Result<Value> mathSqrtRn(Lowering &l, const BuiltinCall &call) {
  TC_TRY(RuntimeValue value, l.requireFloat(call, "x", FloatTypes::Fp32));
  return Value(l.emitter().elementwise(Opcode::SqrtRn, {value}, value.dtype));
}

Result<Value> mathAbs(Lowering &l, const BuiltinCall &call) {
  TC_TRY(RuntimeValue value, l.toTensor(argument(call, "x")));
  DType type = value.dtype;
  if (type.isFloat()) return Value(l.emitter().elementwise(Opcode::AbsF, {value}, type));
  if (type.isSigned()) return Value(l.emitter().elementwise(Opcode::AbsI, {value}, type));
  if (type.isInt()) return Value(value);
  return l.error(call.rangeOf(call["x"]), DiagId::BadArgument, "`abs` of {}", describe(Value(value)));
}

namespace {

Result<std::vector<RuntimeValue>> promotedArgs(Lowering &l, const BuiltinCall &call,
                                               std::initializer_list<std::string_view> names,
                                               PromotionRule rule = PromotionRule::Arithmetic) {
  std::vector<Argument> args;
  for (std::string_view name : names) args.push_back(argument(call, name));
  return l.promoteFully(args, call.range, rule);
}

DiagnosticBuilder wrongType(Lowering &l, const BuiltinCall &call, DType type, std::string_view takes) {
  return l.error(call.range, DiagId::BadArgument, "`{}` in {}; it takes {}", call.builtin.name, type.shortName(),
                 takes);
}

Result<Value> exactDivision(Lowering &l, std::span<const RuntimeValue> values) {
  return Value(l.emitter().elementwise(Opcode::DivRnF, {values[0], values[1]}, values[0].dtype));
}

}  // namespace

Result<Value> mathFma(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::vector<RuntimeValue> v, promotedArgs(l, call, {"x", "y", "z"}));
  if (!v[0].dtype.isFloat()) return wrongType(l, call, v[0].dtype, "floats");
  return Value(l.emitter().elementwise(Opcode::Fma, {v[0], v[1], v[2]}, v[0].dtype));
}

Result<Value> mathFdiv(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::vector<RuntimeValue> v, promotedArgs(l, call, {"x", "y"}, PromotionRule::Division));
  TC_TRY(bool isExact, l.requireBool(call["ieee_rounding"], call, "ieee_rounding"));
  if (!v[0].dtype.isFloat()) return wrongType(l, call, v[0].dtype, "floats");
  if (isExact) return exactDivision(l, v);
  return Value(l.emitter().elementwise(Opcode::DivF, {v[0], v[1]}, v[0].dtype));
}

Result<Value> mathDivRn(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::vector<RuntimeValue> v, promotedArgs(l, call, {"x", "y"}));
  if (!v[0].dtype.is(Scalar::Float32)) return wrongType(l, call, v[0].dtype, "fp32");
  return exactDivision(l, v);
}

Result<Value> mathUmulhi(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::vector<RuntimeValue> v, promotedArgs(l, call, {"x", "y"}));
  DType type = v[0].dtype;
  if (!type.isInt() || type.bits() < 32) return wrongType(l, call, type, "32-bit or 64-bit integers");
  return Value(l.emitter().elementwise(Opcode::MulHiU, {v[0], v[1]}, type));
}

// ---- Minimum and maximum ----

namespace {

struct ExtremeOpcodes {
  Opcode isSigned, isUnsigned, number, propagating;
};
constexpr ExtremeOpcodes kMinimum{Opcode::MinSI, Opcode::MinUI, Opcode::MinNumF, Opcode::MinF};
constexpr ExtremeOpcodes kMaximum{Opcode::MaxSI, Opcode::MaxUI, Opcode::MaxNumF, Opcode::MaxF};

Result<bool> propagatesNan(Lowering &l, const BuiltinCall &call) {
  const Argument &arg = call["propagate_nan"];
  if (arg.value.isNone()) return false;
  if (const auto *mode = arg.value.dynAs<PropagateNan>()) return *mode == PropagateNan::All;
  return l.error(call.rangeOf(arg), DiagId::BadArgument,
                 "`propagate_nan` is {}; it takes `tl.PropagateNan.NONE` or `tl.PropagateNan.ALL`",
                 describe(arg.value));
}

/// Of functions that have no form for bf16: such operands become fp32 before a common type is looked for.
Result<std::vector<RuntimeValue>> promotedWithoutBf16(Lowering &l, const BuiltinCall &call,
                                                      std::initializer_list<std::string_view> names) {
  std::vector<Argument> args;
  for (std::string_view name : names) {
    Argument arg = argument(call, name);
    const auto *value = arg.value.dynAs<RuntimeValue>();
    if (value && value->dtype.is(Scalar::BFloat16)) arg.value = l.emitter().cast(*value, Scalar::Float32);
    args.push_back(std::move(arg));
  }
  return l.promoteFully(args, call.range);
}

Result<Value> extreme(Lowering &l, const BuiltinCall &call, const ExtremeOpcodes &opcodes) {
  TC_TRY(std::vector<RuntimeValue> v, promotedWithoutBf16(l, call, {"x", "y"}));
  TC_TRY(bool isPropagating, propagatesNan(l, call));
  DType type = v[0].dtype;
  Opcode opcode = type.isFloat() ? (isPropagating ? opcodes.propagating : opcodes.number)
                                 : (type.isSigned() ? opcodes.isSigned : opcodes.isUnsigned);
  return Value(l.emitter().elementwise(opcode, {v[0], v[1]}, type));
}

}  // namespace

Result<Value> mathMinimum(Lowering &l, const BuiltinCall &call) { return extreme(l, call, kMinimum); }
Result<Value> mathMaximum(Lowering &l, const BuiltinCall &call) { return extreme(l, call, kMaximum); }

Result<Value> mathClamp(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::vector<RuntimeValue> v, promotedWithoutBf16(l, call, {"x", "min", "max"}));
  TC_TRY(bool isPropagating, propagatesNan(l, call));
  if (!v[0].dtype.isFloat()) return wrongType(l, call, v[0].dtype, "floats");
  DType type = v[0].dtype;
  RuntimeValue low = l.emitter().elementwise(isPropagating ? Opcode::MaxF : Opcode::MaxNumF, {v[0], v[1]}, type);
  return Value(l.emitter().elementwise(isPropagating ? Opcode::MinF : Opcode::MinNumF, {low, v[2]}, type));
}

// ---- Selection and function forms of operators ----

Result<Value> mathWhere(Lowering &l, const BuiltinCall &call) {
  Argument conditionArg = argument(call, "condition"), x = argument(call, "x"), y = argument(call, "y");
  TC_TRY(RuntimeValue condition, l.toTensor(conditionArg));
  TC_TRY(condition, l.castTo(condition, Scalar::Int1, conditionArg.range));
  std::vector<RuntimeValue> values;
  const auto *px = x.value.dynAs<RuntimeValue>(), *py = y.value.dynAs<RuntimeValue>();
  if (px && py && px->dtype.isPtr() && px->dtype == py->dtype) {
    values = {*px, *py};
  } else if (!px && !py) {
    TC_TRY(values, l.promoteFully(std::array{x, y}, call.range));
  } else {
    TC_TRY(values, l.promoteAdaptively(x, y, call.range));
  }
  values.insert(values.begin(), condition);
  TC_TRY_VOID(l.broadcastTogether(values, std::array{conditionArg.range, x.range, y.range}));
  return Value(l.emitter().elementwise(Opcode::Select, {values[0], values[1], values[2]}, values[1].dtype));
}

namespace {

Result<Value> operatorForm(Lowering &l, const BuiltinCall &call, ast::BinaryOperator op) {
  Argument x = argument(call, "x"), y = argument(call, "y");
  if (!x.value.isRuntime() && !y.value.isRuntime()) {
    TC_TRY(RuntimeValue tensor, l.toTensor(x));
    x.value = tensor;
  }
  TC_TRY(bool isChecked, l.requireBool(call["sanitize_overflow"], call, "sanitize_overflow"));
  if (isChecked) return l.binary(op, x, y, call.range);
  UncheckedOverflow guard(l);
  return l.binary(op, x, y, call.range);
}

Result<Value> logicalForm(Lowering &l, const BuiltinCall &call, Opcode opcode) {
  std::array values = {RuntimeValue(), RuntimeValue()};
  std::array<SourceRange, 2> ranges;
  size_t i = 0;
  for (std::string_view name : {"x", "y"}) {
    Argument arg = argument(call, name);
    TC_TRY(values[i], l.toTensor(arg));
    if (!values[i].dtype.isBool())
      return l.error(arg.range, DiagId::BadOperand, "`{}` of {}; it takes i1", call.builtin.name, describe(arg.value));
    ranges[i++] = arg.range;
  }
  TC_TRY_VOID(l.broadcastTogether(values, ranges));
  return Value(l.emitter().elementwise(opcode, {values[0], values[1]}, Scalar::Int1));
}

}  // namespace

Result<Value> mathAdd(Lowering &l, const BuiltinCall &call) { return operatorForm(l, call, ast::BinaryOperator::Add); }
Result<Value> mathSub(Lowering &l, const BuiltinCall &call) { return operatorForm(l, call, ast::BinaryOperator::Sub); }
Result<Value> mathMul(Lowering &l, const BuiltinCall &call) { return operatorForm(l, call, ast::BinaryOperator::Mult); }
Result<Value> logicalAnd(Lowering &l, const BuiltinCall &call) { return logicalForm(l, call, Opcode::AndI); }
Result<Value> logicalOr(Lowering &l, const BuiltinCall &call) { return logicalForm(l, call, Opcode::OrI); }

}  // namespace tritonc::frontend
