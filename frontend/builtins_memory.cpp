// Loads and stores: `tl.load`, `tl.store`.
#include <array>

#include "frontend/block_arguments.h"
#include "frontend/memory_arguments.h"

namespace tritonc::frontend {
namespace {

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
  if (isBlockPointer(call["pointer"].value)) return loadBlock(l, call);
  TC_TRY(RuntimeValue pointer, requirePointer(l, call));
  TC_TRY(std::optional<RuntimeValue> mask, requireMask(l, call));
  TC_TRY_VOID(refuseBlockPointerArgs(l, call));
  TC_TRY(ir::LoadAttrs attrs, requireLoadAttrs(l, call));

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
  return Value(emitLoad(l.emitter(), values, attrs));
}

Result<Value> store(Lowering &l, const BuiltinCall &call) {
  if (isBlockPointer(call["pointer"].value)) return storeBlock(l, call);
  TC_TRY(RuntimeValue pointer, requireWritablePointer(l, call, "a store"));
  TC_TRY(RuntimeValue value, l.toTensor({call["value"].value, call.rangeOf(call["value"])}));
  TC_TRY(std::optional<RuntimeValue> mask, requireMask(l, call));
  TC_TRY_VOID(refuseBlockPointerArgs(l, call));
  TC_TRY(ir::StoreAttrs attrs, requireStoreAttrs(l, call));
  TC_TRY(value, l.castTo(value, pointer.dtype.pointee(), call.rangeOf(call["value"])));

  std::vector<NamedValue> named = {{"value", value}};
  if (mask) named.push_back({"mask", *mask});
  TC_TRY(std::vector<RuntimeValue> values, fitToPointer(l, call, pointer, named));
  emitStore(l.emitter(), values, attrs);
  return Value(NoneValue{});
}

}  // namespace tritonc::frontend
