// Loads and stores (language.md 4.4).
#include <algorithm>
#include <array>

#include "frontend/lowering.h"

namespace tritonc::frontend {
namespace {

template <class Enum> struct Spelling {
  std::string_view text;
  Enum value;
};

constexpr auto kLoadModifiers = std::to_array<Spelling<ir::CacheModifier>>({
    {"", ir::CacheModifier::None},
    {".ca", ir::CacheModifier::Ca},
    {".cg", ir::CacheModifier::Cg},
    {".cv", ir::CacheModifier::Cv},
    {".cs", ir::CacheModifier::Cs},
});
constexpr auto kStoreModifiers = std::to_array<Spelling<ir::CacheModifier>>({
    {"", ir::CacheModifier::None},
    {".wb", ir::CacheModifier::Wb},
    {".cg", ir::CacheModifier::Cg},
    {".cs", ir::CacheModifier::Cs},
    {".wt", ir::CacheModifier::Wt},
});
constexpr auto kPolicies = std::to_array<Spelling<ir::EvictionPolicy>>({
    {"", ir::EvictionPolicy::Normal},
    {"evict_first", ir::EvictionPolicy::First},
    {"evict_last", ir::EvictionPolicy::Last},
});

/// The enumerator that a string argument names.
template <class Enum, size_t N>
Result<Enum> requireOneOf(Lowering &l, const BuiltinCall &call, std::string_view name,
                          const std::array<Spelling<Enum>, N> &spellings) {
  TC_TRY(std::string text, l.requireString(call[name], call, name));
  std::string choices;
  for (const Spelling<Enum> &spelling : spellings) {
    if (spelling.text == text) return spelling.value;
    choices += fmt::format("{}'{}'", choices.empty() ? "" : ", ", spelling.text);
  }
  return l.error(call.rangeOf(call[name]), DiagId::BadArgument, "`{}` of `{}` is '{}'; it takes one of {}", name,
                 call.builtin.name, text, choices);
}

Result<RuntimeValue> requirePointer(Lowering &l, const BuiltinCall &call) {
  const Argument &arg = call["pointer"];
  const auto *pointer = arg.value.dynAs<RuntimeValue>();
  if (pointer && pointer->dtype.isPtr()) return *pointer;
  return l.error(call.rangeOf(arg), DiagId::BadArgument, "`{}` through {}; it takes a pointer or a tile of pointers",
                 call.builtin.name, describe(arg.value));
}

/// A mask as i1; nothing for None.
Result<std::optional<RuntimeValue>> requireMask(Lowering &l, const BuiltinCall &call) {
  const Argument &arg = call["mask"];
  if (arg.value.isNone()) return std::optional<RuntimeValue>();
  TC_TRY(RuntimeValue mask, l.toTensor({arg.value, call.rangeOf(arg)}));
  if (!mask.dtype.isBool())
    return l.error(call.rangeOf(arg), DiagId::BadArgument, "the mask is {}; it takes i1", describe(arg.value));
  return std::optional(mask);
}

/// Refuses what belongs to block pointers only.
Success refuseBlockPointerArgs(Lowering &l, const BuiltinCall &call) {
  for (std::string_view name : call.names) {
    if (name != "boundary_check" && name != "padding_option") continue;
    const Argument &arg = call[name];
    bool isEmpty = (arg.value.is<TupleValue>() && arg.value.elements().empty()) || arg.value.isNone() ||
                   (arg.value.is<StringValue>() && arg.value.text().empty());
    if (!isEmpty) return l.error(call.rangeOf(arg), DiagId::BadArgument, "`{}` without a block pointer", name);
  }
  return {};
}

/// Refuses tiles beside a scalar pointer.
Success requireScalar(Lowering &l, const BuiltinCall &call, std::string_view name, const RuntimeValue &value) {
  if (!value.isTile()) return {};
  return l.error(call.rangeOf(call[name]), DiagId::BadArgument, "the {} is {}, but the pointer is a scalar", name,
                 describe(Value(value)));
}

}  // namespace

Result<Value> load(Lowering &l, const BuiltinCall &call) {
  TC_TRY(RuntimeValue pointer, requirePointer(l, call));
  TC_TRY(std::optional<RuntimeValue> mask, requireMask(l, call));
  TC_TRY_VOID(refuseBlockPointerArgs(l, call));
  ir::LoadAttrs attrs;
  TC_TRY(attrs.cache, requireOneOf(l, call, "cache_modifier", kLoadModifiers));
  TC_TRY(attrs.evict, requireOneOf(l, call, "eviction_policy", kPolicies));
  TC_TRY(attrs.isVolatile, l.requireBool(call["volatile"], call, "volatile"));

  DType element = pointer.dtype.pointee();
  std::vector<RuntimeValue> values = {pointer};
  std::vector<SourceRange> ranges = {call.rangeOf(call["pointer"])};
  if (mask) {
    values.push_back(*mask);
    ranges.push_back(call.rangeOf(call["mask"]));
  }
  if (const Argument &otherArg = call["other"]; !otherArg.value.isNone()) {
    if (!mask) return l.error(call.rangeOf(otherArg), DiagId::BadArgument, "`other` without a mask");
    TC_TRY(RuntimeValue other, l.toTensor({otherArg.value, call.rangeOf(otherArg)}));
    TC_TRY(other, l.castTo(other, element, call.rangeOf(otherArg)));
    values.push_back(other);
    ranges.push_back(call.rangeOf(otherArg));
  }
  if (!pointer.isTile()) {
    constexpr std::array<std::string_view, 3> kNames = {"pointer", "mask", "other"};
    for (size_t i = 1; i < values.size(); ++i) TC_TRY_VOID(requireScalar(l, call, kNames[i], values[i]));
  }
  TC_TRY_VOID(l.broadcastTogether(values, ranges));
  values[0] = l.emitter().materialized(values[0]);
  std::vector<ir::Value *> operands;
  for (const RuntimeValue &value : values) operands.push_back(value.ir);
  ir::Type type = l.emitter().irType(element, values[0].shape);
  ir::Op *op = l.emitter().builder().create(ir::Opcode::Load, operands, std::span<const ir::Type>(&type, 1), attrs);
  return Value(RuntimeValue{op->result(), element, values[0].shape});
}

Result<Value> store(Lowering &l, const BuiltinCall &call) {
  TC_TRY(RuntimeValue pointer, requirePointer(l, call));
  if (pointer.dtype.isConstPtr())
    return l.error(call.rangeOf(call["pointer"]), DiagId::ConstPointer, "a store through a pointer to constant memory");
  TC_TRY(RuntimeValue value, l.toTensor({call["value"].value, call.rangeOf(call["value"])}));
  TC_TRY(std::optional<RuntimeValue> mask, requireMask(l, call));
  TC_TRY_VOID(refuseBlockPointerArgs(l, call));
  ir::StoreAttrs attrs;
  TC_TRY(attrs.cache, requireOneOf(l, call, "cache_modifier", kStoreModifiers));
  TC_TRY(attrs.evict, requireOneOf(l, call, "eviction_policy", kPolicies));
  TC_TRY(value, l.castTo(value, pointer.dtype.pointee(), call.rangeOf(call["value"])));

  std::vector<RuntimeValue> values = {pointer, value};
  std::vector<SourceRange> ranges = {call.rangeOf(call["pointer"]), call.rangeOf(call["value"])};
  if (!pointer.isTile()) TC_TRY_VOID(requireScalar(l, call, "value", value));
  if (mask) {
    if (!pointer.isTile()) TC_TRY_VOID(requireScalar(l, call, "mask", *mask));
    values.push_back(*mask);
    ranges.push_back(call.rangeOf(call["mask"]));
  }
  TC_TRY(ir::DimVector shape, l.commonShape(values, ranges));
  if (shape != pointer.shape)
    return l.error(ranges[0], DiagId::BroadcastShape, "the pointer is {}, but the store has the shape {}",
                   describe(Value(pointer)), shapeText(shape));
  std::vector<ir::Value *> operands;
  for (const RuntimeValue &part : values) operands.push_back(l.emitter().broadcast(part, shape).ir);
  operands[0] = l.emitter().materialize(pointer);
  l.emitter().builder().create(ir::Opcode::Store, operands, std::span<const ir::Type>(), attrs);
  return Value(NoneValue{});
}

}  // namespace tritonc::frontend
