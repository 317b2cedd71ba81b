#include "frontend/block_arguments.h"

#include <limits>

#include "frontend/memory_arguments.h"

namespace tritonc::frontend {
namespace {

using Padding = BlockValue::Padding;

constexpr auto kPaddings = std::to_array<Spelling<Padding>>({
    {"", Padding::Unspecified},
    {"zero", Padding::Zero},
    {"nan", Padding::Nan},
});

std::vector<Value> listOf(const Value &value) { return value.is<TupleValue>() ? value.elements() : std::vector{value}; }

}  // namespace

Result<RuntimeValue> requireBase(Lowering &l, const BuiltinCall &call) {
  const Argument &arg = call["base"];
  const auto *base = arg.value.dynAs<RuntimeValue>();
  if (base && base->dtype.isPtr() && !base->isTile()) return *base;
  return l.error(call.rangeOf(arg), DiagId::BadArgument, "the base of `{}` is {}; it takes a scalar pointer",
                 call.builtin.name, describe(arg.value));
}

Result<ir::DimVector> requireBlockShape(Lowering &l, const BuiltinCall &call, unsigned maxRank) {
  const Argument &arg = call["block_shape"];
  TC_TRY(ir::DimVector shape, l.requireShape(arg, call));
  if (shape.isEmpty() || shape.size() > maxRank)
    return l.error(call.rangeOf(arg), DiagId::BadShape, "a block of {} dimensions; `{}` takes 1 to {}", shape.size(),
                   call.builtin.name, maxRank);
  return shape;
}

Result<std::vector<RuntimeValue>> requireScalars(Lowering &l, const BuiltinCall &call, std::string_view name,
                                                 size_t count, ListOf kind, DType type) {
  const Argument &arg = call[name];
  std::vector<Value> list = listOf(arg.value);
  SourceRange range = call.rangeOf(arg);
  if (list.size() != count)
    return l.error(range, DiagId::BadShape, "`{}` has {} elements, but the block has {} dimensions", name, list.size(),
                   count);
  std::vector<RuntimeValue> result;
  for (size_t i = 0; i < count; ++i) {
    TC_TRY(RuntimeValue value, l.toTensor({list[i], range}));
    bool isNumeric = value.dtype.isInt() || (kind == ListOf::Numbers && value.dtype.isFloat());
    if (!isNumeric || !value.hasOneElement())
      return l.error(range, DiagId::BadArgument, "element {} of `{}` is {}; it takes an integer scalar", i, name,
                     describe(list[i]));
    if (kind == ListOf::NarrowIntegers && value.dtype.bits() > 32)
      return l.error(range, DiagId::BadArgument, "element {} of `{}` is {}; it takes 32 bits: add `.to(tl.int32)`", i,
                     name, describe(list[i]));
    // A number has its value in any type.
    bool isNumber = list[i].isInteger() && list[i].integer().toInt64();
    result.push_back(isNumber ? l.emitter().constant(type, BigInt(*list[i].integer().toInt64()))
                              : l.emitter().cast(l.emitter().scalarOf(value), type));
  }
  return result;
}

Result<Padding> requirePadding(Lowering &l, const BuiltinCall &call, DType element) {
  const Argument &arg = call["padding_option"];
  if (arg.value.isNone()) return Padding::Unspecified;
  TC_TRY(Padding padding, requireOneOf(l, call, "padding_option", kPaddings));
  if (padding == Padding::Nan && !element.isFloat())
    return l.error(call.rangeOf(arg), DiagId::BadArgument, "`nan` for elements of {}", element.shortName());
  return padding;
}

RuntimeValue emitBlockLoad(Emitter &e, const BlockAccess &access, Padding padding, const ir::LoadAttrs &attrs) {
  std::vector<RuntimeValue> operands{access.pointers};
  if (access.mask) operands.push_back(*access.mask);
  DType element = access.pointers.dtype.pointee();
  if (access.mask && padding == Padding::Zero) operands.push_back(e.zero(element, access.pointers.shape));
  if (access.mask && padding == Padding::Nan)
    operands.push_back(e.constant(element, Value(std::numeric_limits<double>::quiet_NaN()), access.pointers.shape));
  return emitLoad(e, operands, attrs);
}

void emitBlockStore(Emitter &e, const BlockAccess &access, const RuntimeValue &value, const ir::StoreAttrs &attrs) {
  std::vector<RuntimeValue> operands{access.pointers, value};
  if (access.mask) operands.push_back(*access.mask);
  emitStore(e, operands, attrs);
}

}  // namespace tritonc::frontend
