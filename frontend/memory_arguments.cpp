#include "frontend/memory_arguments.h"

namespace tritonc::frontend {

Result<RuntimeValue> requirePointer(Lowering &l, const BuiltinCall &call) {
  const Argument &arg = call["pointer"];
  const auto *pointer = arg.value.dynAs<RuntimeValue>();
  if (pointer && pointer->dtype.isPtr()) return *pointer;
  return l.error(call.rangeOf(arg), DiagId::BadArgument, "`{}` through {}; it takes a pointer or a tile of pointers",
                 call.builtin.name, describe(arg.value));
}

Result<RuntimeValue> requireWritablePointer(Lowering &l, const BuiltinCall &call, std::string_view what) {
  TC_TRY(RuntimeValue pointer, requirePointer(l, call));
  if (!pointer.dtype.isConstPtr()) return pointer;
  return l.error(call.rangeOf(call["pointer"]), DiagId::ConstPointer, "{} through a pointer to constant memory", what);
}

Result<std::optional<RuntimeValue>> requireMask(Lowering &l, const BuiltinCall &call) {
  const Argument &arg = call["mask"];
  if (arg.value.isNone()) return std::optional<RuntimeValue>();
  TC_TRY(RuntimeValue mask, l.toTensor({arg.value, call.rangeOf(arg)}));
  if (!mask.dtype.isBool())
    return l.error(call.rangeOf(arg), DiagId::BadArgument, "the mask is {}; it takes i1", describe(arg.value));
  return std::optional(mask);
}

Success requireScalar(Lowering &l, const BuiltinCall &call, std::string_view name, const RuntimeValue &value) {
  if (!value.isTile()) return {};
  return l.error(call.rangeOf(call[name]), DiagId::BadArgument, "the {} is {}, but the pointer is a scalar", name,
                 describe(Value(value)));
}

Result<std::vector<RuntimeValue>> fitToPointer(Lowering &l, const BuiltinCall &call, const RuntimeValue &pointer,
                                               std::span<const NamedValue> values) {
  std::vector<RuntimeValue> all = {pointer};
  std::vector<SourceRange> ranges = {call.rangeOf(call["pointer"])};
  for (const NamedValue &named : values) {
    if (!pointer.isTile()) TC_TRY_VOID(requireScalar(l, call, named.name, named.value));
    all.push_back(named.value);
    ranges.push_back(call.rangeOf(call[named.name]));
  }
  TC_TRY(ir::DimVector shape, l.commonShape(all, ranges));
  if (shape != pointer.shape)
    return l.error(ranges[0], DiagId::BroadcastShape, "the pointer is {}, but the {} has the shape {}",
                   describe(Value(pointer)), call.builtin.name == "store" ? "store" : "operation", shapeText(shape));
  for (RuntimeValue &value : all) value = l.emitter().broadcast(value, shape);
  all[0] = l.emitter().materialized(pointer);
  return all;
}

}  // namespace tritonc::frontend
