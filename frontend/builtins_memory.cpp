// Loads and stores: `tl.load`, `tl.store`.
#include <array>

#include "frontend/memory_arguments.h"

namespace tritonc::frontend {
namespace {

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
  TC_TRY(RuntimeValue pointer, requireWritablePointer(l, call, "a store"));
  TC_TRY(RuntimeValue value, l.toTensor({call["value"].value, call.rangeOf(call["value"])}));
  TC_TRY(std::optional<RuntimeValue> mask, requireMask(l, call));
  TC_TRY_VOID(refuseBlockPointerArgs(l, call));
  ir::StoreAttrs attrs;
  TC_TRY(attrs.cache, requireOneOf(l, call, "cache_modifier", kStoreModifiers));
  TC_TRY(attrs.evict, requireOneOf(l, call, "eviction_policy", kPolicies));
  TC_TRY(value, l.castTo(value, pointer.dtype.pointee(), call.rangeOf(call["value"])));

  std::vector<NamedValue> named = {{"value", value}};
  if (mask) named.push_back({"mask", *mask});
  TC_TRY(std::vector<RuntimeValue> values, fitToPointer(l, call, pointer, named));
  std::vector<ir::Value *> operands;
  for (const RuntimeValue &part : values) operands.push_back(part.ir);
  l.emitter().builder().create(ir::Opcode::Store, operands, std::span<const ir::Type>(), attrs);
  return Value(NoneValue{});
}

}  // namespace tritonc::frontend
