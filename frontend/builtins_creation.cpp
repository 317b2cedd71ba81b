// Where values come from: the program model, ranges, constants, casts, and dtype objects.
#include "frontend/lowering.h"

namespace tritonc::frontend {
namespace {

Result<Value> gridAxis(Lowering &l, const BuiltinCall &call, ir::Opcode opcode) {
  TC_TRY(int64_t axis, l.requireInt64(call["axis"], call, "axis"));
  if (axis < 0 || axis > 2)
    return l.error(call.rangeOf(call["axis"]), DiagId::BadArgument, "axis {} of the grid; it has the axes 0, 1 and 2",
                   axis);
  ir::Builder &builder = l.emitter().builder();
  ir::Op *op = builder.create(opcode, {}, {l.context().i32()}, ir::AxisAttrs{.axis = axis});
  return Value(RuntimeValue{op->result(), Scalar::Int32, {}});
}

}  // namespace

Result<Value> programId(Lowering &l, const BuiltinCall &call) { return gridAxis(l, call, ir::Opcode::ProgramId); }
Result<Value> numPrograms(Lowering &l, const BuiltinCall &call) { return gridAxis(l, call, ir::Opcode::NumPrograms); }

Result<Value> arange(Lowering &l, const BuiltinCall &call) {
  TC_TRY(int64_t start, l.requireInt64(call["start"], call, "start"));
  TC_TRY(int64_t end, l.requireInt64(call["end"], call, "end"));
  for (int64_t bound : {start, end})
    if (bound != static_cast<int32_t>(bound))
      return l.error(call.range, DiagId::BadArgument, "{} does not fit i32", bound);
  if (end <= start)
    return l.error(call.range, DiagId::BadShape, "`arange` from {} to {}; the end must be greater", start, end);
  ir::DimVector shape{end - start};
  TC_TRY_VOID(l.checkShape(shape, call.range));
  ir::RangeAttrs attrs{.start = start, .end = end};
  ir::Op *op = l.emitter().builder().create(ir::Opcode::Range, {}, {l.emitter().irType(Scalar::Int32, shape)}, attrs);
  return Value(RuntimeValue{op->result(), Scalar::Int32, shape});
}

Result<Value> zeros(Lowering &l, const BuiltinCall &call) {
  TC_TRY(ir::DimVector shape, l.requireShape(call["shape"], call));
  TC_TRY(DType dtype, l.requireDType(call["dtype"], call));
  return Value(l.emitter().zero(dtype, shape));
}

Result<Value> full(Lowering &l, const BuiltinCall &call) {
  TC_TRY(ir::DimVector shape, l.requireShape(call["shape"], call));
  TC_TRY(DType dtype, l.requireDType(call["dtype"], call));
  const Argument &fill = call["value"];
  if (fill.value.isNumber() && !dtype.isPtr() && (dtype.isFloat() || fill.value.isInteger())) {
    // An integer wraps, as a cast of a tensor would.
    if (!numberProblem(fill.value, dtype).empty() && dtype.isFloat())
      return l.error(call.rangeOf(fill), DiagId::BadArgument, "{} does not fit {}", describe(fill.value),
                     dtype.shortName());
    Value number = dtype.isBool() ? Value(!fill.value.integer().isZero()) : fill.value;
    return Value(l.emitter().constant(dtype, number, shape));
  }
  TC_TRY(RuntimeValue value, l.toTensor(fill));
  if (value.ir->type().isTile()) return l.notSupported(call.rangeOf(fill), "`full` of a tile");
  TC_TRY(RuntimeValue cast, l.castTo({value.ir, value.dtype, {}}, dtype, call.rangeOf(fill)));
  return Value(RuntimeValue{cast.ir, dtype, shape});
}

Result<Value> toTensor(Lowering &l, const BuiltinCall &call) {
  TC_TRY(RuntimeValue value, l.toTensor({call["x"].value, call.rangeOf(call["x"])}));
  return Value(value);
}

// ---- Casts ----

namespace {

Result<Value> bitcast(Lowering &l, const BuiltinCall &call, const RuntimeValue &value, DType to) {
  DType from = value.dtype;
  if (from.isPtr() || to.isPtr()) {
    TC_TRY(RuntimeValue result, l.castTo(value, to, call.range));
    return Value(result);
  }
  if (from.bits() != to.bits())
    return l.error(call.range, DiagId::BadCast, "a bitcast from {} to {}, which differ in width", from.shortName(),
                   to.shortName());
  return Value(l.emitter().bitcast(value, to));
}

Result<ir::Rounding> requireRounding(Lowering &l, const BuiltinCall &call, DType from, DType to) {
  const Argument &arg = call["fp_downcast_rounding"];
  // A cast to the same type does nothing, whatever the rounding.
  if (arg.value.isNone() || from == to) return ir::Rounding::NearestEven;
  TC_TRY(std::string text, l.requireString(arg, call, "fp_downcast_rounding"));
  if (text != "rtne" && text != "rtz")
    return l.error(call.rangeOf(arg), DiagId::BadArgument, "rounding '{}'; it takes 'rtne' or 'rtz'", text);
  if (!from.isFloat() || !to.isFloat() || from.bits() <= to.bits())
    return l.error(call.rangeOf(arg), DiagId::BadArgument,
                   "a rounding for a cast from {} to {}; only a narrower float is rounded", from.shortName(),
                   to.shortName());
  return text == "rtz" ? ir::Rounding::TowardZero : ir::Rounding::NearestEven;
}

}  // namespace

Result<Value> cast(Lowering &l, const BuiltinCall &call) {
  TC_TRY(DType to, l.requireDType(call["dtype"], call));
  TC_TRY(RuntimeValue value, l.toTensor({call["input"].value, call.rangeOf(call["input"])}));
  TC_TRY(bool isBitcast, l.requireBool(call["bitcast"], call, "bitcast"));
  TC_TRY(ir::Rounding rounding, requireRounding(l, call, value.dtype, to));
  if (isBitcast) return bitcast(l, call, value, to);
  if (std::string problem = castProblem(value.dtype, to); !problem.empty())
    return l.error(call.range, DiagId::BadCast, "{}", problem);
  return Value(l.emitter().cast(value, to, rounding));
}

// ---- Compile-time objects ----

Result<Value> constexprObject(Lowering &, const BuiltinCall &call) {
  // Of a runtime value it is that value, as in Triton.
  return call["value"].value.asConstexprObject();
}

Result<Value> pointerType(Lowering &l, const BuiltinCall &call) {
  const auto *element = call["element_ty"].value.dynAs<TypeValue>();
  if (!element || !element->shape.isEmpty())
    return l.error(call.rangeOf(call["element_ty"]), DiagId::BadArgument, "a pointer to {}; it takes a dtype",
                   describe(call["element_ty"].value));
  TC_TRY(bool isConst, l.requireBool(call["const"], call, "const"));
  if (std::optional<DType> pointer = element->dtype.pointerTo(isConst)) return Value::dtype(*pointer);
  return l.error(call.range, DiagId::BadArgument, "too many pointers to pointers");
}

Result<Value> dtypeByName(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::string name, l.requireString(call["name"], call, "name"));
  if (std::optional<DType> dtype = DType::fromPythonName(name)) return Value::dtype(*dtype);
  return l.error(call.rangeOf(call["name"]), DiagId::BadArgument, "no dtype is called '{}'", name);
}

Result<Value> getIntDtype(Lowering &l, const BuiltinCall &call) {
  TC_TRY(int64_t bits, l.requireInt64(call["bitwidth"], call, "bitwidth"));
  TC_TRY(bool isSigned, l.requireBool(call["signed"], call, "signed"));
  if (std::optional<DType> dtype = DType::fromShortName(fmt::format("{}{}", isSigned ? 'i' : 'u', bits)))
    return Value::dtype(*dtype);
  return l.error(call.range, DiagId::BadArgument, "no integer has {} bits", bits);
}

}  // namespace tritonc::frontend
