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

}  // namespace

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

Result<ir::LoadAttrs> requireLoadAttrs(Lowering &l, const BuiltinCall &call) {
  ir::LoadAttrs attrs;
  TC_TRY(attrs.cache, requireOneOf(l, call, "cache_modifier", kLoadModifiers));
  TC_TRY(attrs.evict, requireOneOf(l, call, "eviction_policy", kPolicies));
  TC_TRY(attrs.isVolatile, l.requireBool(call["volatile"], call, "volatile"));
  return attrs;
}

Result<ir::StoreAttrs> requireStoreAttrs(Lowering &l, const BuiltinCall &call) {
  ir::StoreAttrs attrs;
  TC_TRY(attrs.cache, requireOneOf(l, call, "cache_modifier", kStoreModifiers));
  TC_TRY(attrs.evict, requireOneOf(l, call, "eviction_policy", kPolicies));
  return attrs;
}

namespace {

std::vector<ir::Value *> irOf(std::span<const RuntimeValue> values) {
  std::vector<ir::Value *> result;
  for (const RuntimeValue &value : values) result.push_back(value.ir);
  return result;
}

}  // namespace

RuntimeValue emitLoad(Emitter &e, std::span<const RuntimeValue> operands, const ir::LoadAttrs &attrs) {
  DType element = operands[0].dtype.pointee();
  ir::Type type = e.irType(element, operands[0].shape);
  ir::Op *op = e.builder().create(ir::Opcode::Load, irOf(operands), std::span<const ir::Type>(&type, 1), attrs);
  return {op->result(), element, operands[0].shape};
}

void emitStore(Emitter &e, std::span<const RuntimeValue> operands, const ir::StoreAttrs &attrs) {
  e.builder().create(ir::Opcode::Store, irOf(operands), std::span<const ir::Type>(), attrs);
}

}  // namespace tritonc::frontend
