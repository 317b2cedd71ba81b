// Block pointers: `tl.make_block_ptr`, `tl.advance`, and loads and stores through them.
#include <algorithm>
#include <numeric>

#include "frontend/block_arguments.h"
#include "frontend/memory_arguments.h"

namespace tritonc::frontend {
namespace {

/// A hint that we do not need: which dimension is contiguous is seen from the strides.
Success checkOrder(Lowering &l, const BuiltinCall &call, unsigned rank) {
  const Argument &arg = call["order"];
  std::vector<Value> list = arg.value.is<TupleValue>() ? arg.value.elements() : std::vector{arg.value};
  std::vector<int64_t> order, dims(rank);
  for (const Value &dim : list) {
    TC_TRY(int64_t number, l.requireInt64({dim, arg.range}, call, "order"));
    order.push_back(number);
  }
  std::iota(dims.begin(), dims.end(), 0);
  if (std::ranges::is_permutation(order, dims)) return {};
  return l.error(call.rangeOf(arg), DiagId::BadArgument, "`order` is ({}); it takes a permutation of 0 to {}",
                 fmt::join(order, ", "), rank - 1);
}

/// The dimensions that `boundary_check` names.
Result<DimSet> requireChecked(Lowering &l, const BuiltinCall &call, const BlockValue &block) {
  const Argument &arg = call["boundary_check"];
  DimSet checked;
  if (arg.value.isNone()) return checked;
  std::vector<Value> list = arg.value.is<TupleValue>() ? arg.value.elements() : std::vector{arg.value};
  for (const Value &element : list) {
    TC_TRY(int64_t dim, l.requireInt64({element, arg.range}, call, "boundary_check"));
    if (dim < 0 || dim >= block.rank())
      return l.error(call.rangeOf(arg), DiagId::BadShape, "dimension {} of a block of {} dimensions", dim,
                     block.rank());
    if (checked[static_cast<size_t>(dim)])
      return l.error(call.rangeOf(arg), DiagId::BadArgument, "dimension {} is named twice", dim);
    checked.set(static_cast<size_t>(dim));
  }
  return checked;
}

/// Bounds make the masks of block pointers.
Success refuseMask(Lowering &l, const BuiltinCall &call) {
  for (std::string_view name : call.names) {
    if ((name != "mask" && name != "other") || call[name].value.isNone()) continue;
    return l.error(call.rangeOf(call[name]), DiagId::BadArgument,
                   "`{}` with a block pointer; `boundary_check` says what is in bounds", name);
  }
  return {};
}

Result<BlockAccess> requireAccess(Lowering &l, const BuiltinCall &call, const BlockValue &block) {
  TC_TRY_VOID(refuseMask(l, call));
  TC_TRY(DimSet checked, requireChecked(l, call, block));
  return accessBlock(l.emitter(), block, block.offsets(), checked);
}

}  // namespace

Result<Value> makeBlockPtr(Lowering &l, const BuiltinCall &call) {
  TC_TRY(RuntimeValue base, requireBase(l, call));
  TC_TRY(ir::DimVector shape, requireBlockShape(l, call, ir::kMaxRank));
  unsigned rank = shape.size();
  std::vector<RuntimeValue> parts;
  // Truth values are bytes.
  if (base.dtype.pointee().isBool())
    base = l.emitter().bitcast(base, *DType(Scalar::Int8).pointerTo(base.dtype.isConstPtr()));
  parts.push_back(base);
  for (auto [name, kind] : {std::pair("shape", ListOf::Integers), std::pair("strides", ListOf::Integers),
                            std::pair("offsets", ListOf::NarrowIntegers)}) {
    TC_TRY(std::vector<RuntimeValue> list, requireScalars(l, call, name, rank, kind, Scalar::Int64));
    parts.insert(parts.end(), list.begin(), list.end());
  }
  TC_TRY_VOID(checkOrder(l, call, rank));
  BlockValue block{BlockValue::Kind::Pointer, BlockValue::Padding::Unspecified, shape, nullptr};
  return Value(block.withParts(std::move(parts)));
}

Result<Value> advance(Lowering &l, const BuiltinCall &call) {
  const Argument &arg = call["base"];
  if (!isBlockPointer(arg.value))
    return l.error(call.rangeOf(arg), DiagId::BadArgument, "`advance` of {}; it takes a block pointer",
                   describe(arg.value));
  const auto &block = arg.value.as<BlockValue>();
  TC_TRY(std::vector<RuntimeValue> steps,
         requireScalars(l, call, "offsets", block.rank(), ListOf::NarrowIntegers, Scalar::Int64));
  std::vector<RuntimeValue> parts = *block.parts;
  for (unsigned d = 0; d < block.rank(); ++d) {
    RuntimeValue &offset = parts[1 + size_t{2} * block.rank() + d];
    // An offset that stays is not carried by the loop around.
    if (steps[d].ir->isConstant() && steps[d].ir->bits() == 0) continue;
    offset = l.emitter().elementwise(ir::Opcode::AddI, {offset, steps[d]}, Scalar::Int64);
  }
  return Value(block.withParts(std::move(parts)));
}

Result<Value> loadBlock(Lowering &l, const BuiltinCall &call) {
  const auto &block = call["pointer"].value.as<BlockValue>();
  TC_TRY(BlockValue::Padding padding, requirePadding(l, call, block.element()));
  TC_TRY(ir::LoadAttrs attrs, requireLoadAttrs(l, call));
  TC_TRY(BlockAccess access, requireAccess(l, call, block));
  return Value(emitBlockLoad(l.emitter(), access, padding, attrs));
}

Result<Value> storeBlock(Lowering &l, const BuiltinCall &call) {
  const auto &block = call["pointer"].value.as<BlockValue>();
  const Argument &valueArg = call["value"];
  if (block.base().dtype.isConstPtr())
    return l.error(call.rangeOf(call["pointer"]), DiagId::ConstPointer, "a store through a pointer to constant memory");
  TC_TRY(RuntimeValue value, l.toTensor({valueArg.value, call.rangeOf(valueArg)}));
  bool fits = value.dtype == block.element() && (!value.isTile() || value.shape == block.shape);
  if (!fits)
    return l.error(call.rangeOf(valueArg), DiagId::BadOperand, "a store of {} through {}; it takes exactly that",
                   describe(Value(value)), describe(call["pointer"].value));
  TC_TRY(ir::StoreAttrs attrs, requireStoreAttrs(l, call));
  TC_TRY(BlockAccess access, requireAccess(l, call, block));
  emitBlockStore(l.emitter(), access, l.emitter().broadcast(value, block.shape), attrs);
  return Value(NoneValue{});
}

}  // namespace tritonc::frontend
