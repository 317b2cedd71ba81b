// Tensor descriptors: `tl.make_tensor_descriptor` and what is done through them.
//
// They are lowered like block pointers that check every dimension.
#include <algorithm>

#include "frontend/block_arguments.h"
#include "frontend/memory_arguments.h"

namespace tritonc::frontend {
namespace {

using ir::AtomicKind;

Result<BlockValue> requireDescriptor(Lowering &l, const BuiltinCall &call) {
  const Argument &arg = call["desc"];
  const auto *block = arg.value.dynAs<BlockValue>();
  if (block && !block->isPointer()) return *block;
  return l.error(call.rangeOf(arg), DiagId::BadArgument, "`{}` of {}; it takes a tensor descriptor", call.builtin.name,
                 describe(arg.value));
}

/// A descriptor whose array may be written.
Result<BlockValue> requireWritableDescriptor(Lowering &l, const BuiltinCall &call) {
  TC_TRY(BlockValue block, requireDescriptor(l, call));
  if (!block.base().dtype.isConstPtr()) return block;
  return l.error(call.rangeOf(call["desc"]), DiagId::ConstPointer, "a store through a pointer to constant memory");
}

/// The block at `offsets`; what lies outside of the array does not count.
Result<BlockAccess> requireAccess(Lowering &l, const BuiltinCall &call, const BlockValue &block) {
  TC_TRY(std::vector<RuntimeValue> offsets,
         requireScalars(l, call, "offsets", block.rank(), ListOf::NarrowIntegers, Scalar::Int64));
  return accessBlock(l.emitter(), block, offsets, DimSet().set());
}

/// A value that is as large as the block.
Result<RuntimeValue> requireBlock(Lowering &l, const BuiltinCall &call, const ir::DimVector &shape) {
  const Argument &arg = call["value"];
  TC_TRY(RuntimeValue value, l.toTensor({arg.value, call.rangeOf(arg)}));
  if (value.shape == shape) return value;
  return l.error(call.rangeOf(arg), DiagId::BadShape, "the value is {}, but the block has the shape {}",
                 describe(arg.value), shapeText(shape));
}

Success checkLastStride(Lowering &l, const BuiltinCall &call) {
  const Argument &arg = call["strides"];
  const Value &last = arg.value.is<TupleValue>() ? arg.value.elements().back() : arg.value;
  if (last.isInteger() && last.integer() == BigInt(1)) return {};
  return l.error(call.rangeOf(arg), DiagId::BadArgument,
                 "the last stride of a tensor descriptor is {}; it takes the constant 1", describe(last));
}

/// The unit that copies blocks wants multiples of 16 bytes, so kernels promise them.
RuntimeValue aligned(Emitter &e, const RuntimeValue &value, int64_t divisor) {
  if (divisor == 1 || value.ir->isConstant()) return value;
  ir::HintAttrs attrs;
  attrs.divisible = {divisor};
  return e.elementwise(ir::Opcode::Hint, std::span(&value, 1), value.dtype, attrs);
}

/// Rows by number, which only blocks of one row allow.
struct RowAccess {
  BlockAccess access;
  ir::DimVector shape;
};

Result<RowAccess> requireRows(Lowering &l, const BuiltinCall &call, const BlockValue &block) {
  constexpr int64_t kMinRows = 8;
  int64_t minColumns = 32 / std::max(block.element().bits(), 8u) * 8;
  if (block.rank() != 2 || block.shape[0] != 1 || block.shape[1] < minColumns)
    return l.error(call.rangeOf(call["desc"]), DiagId::BadShape,
                   "`{}` through {}; it takes a block of one row and at least {} columns", call.builtin.name,
                   describe(call["desc"].value), minColumns);
  const Argument &rowsArg = call["x_offsets"];
  const auto *rows = rowsArg.value.dynAs<RuntimeValue>();
  bool isList = rows && rows->shape.size() == 1 && rows->dtype.isInt() && !rows->dtype.isBool();
  if (!isList || rows->dtype.bits() > 32 || rows->shape[0] < kMinRows)
    return l.error(call.rangeOf(rowsArg), DiagId::BadArgument,
                   "the rows are {}; `{}` takes a tile of at least {} integers of up to 32 bits",
                   describe(rowsArg.value), call.builtin.name, kMinRows);
  TC_TRY(std::vector<RuntimeValue> column,
         requireScalars(l, call, "y_offset", 1, ListOf::NarrowIntegers, Scalar::Int64));
  return RowAccess{accessRows(l.emitter(), block, *rows, column[0]), {rows->shape[0], block.shape[1]}};
}

bool isWideInt(DType type) { return type.isInt() && type.bits() >= 32; }

Result<Value> combine(Lowering &l, const BuiltinCall &call, const BlockValue &block, AtomicKind kind) {
  TC_TRY(RuntimeValue value, requireBlock(l, call, block.shape));
  if (value.dtype != block.element())
    return l.error(call.rangeOf(call["value"]), DiagId::BadOperand, "the value is {}, but the descriptor is of {}",
                   describe(Value(value)), block.element().shortName());
  TC_TRY(BlockAccess access, requireAccess(l, call, block));
  ir::AtomicRmwAttrs attrs{.kind = kind, .order = ir::MemoryOrder::Relaxed};
  ir::Type type = l.emitter().irType(block.element(), block.shape);
  l.emitter().builder().create(ir::Opcode::AtomicRmw, {access.pointers.ir, value.ir, access.mask->ir}, {type}, attrs);
  return Value(NoneValue{});
}

DiagnosticBuilder wrongElement(Lowering &l, const BuiltinCall &call, DType element, std::string_view takes) {
  return l.error(call.rangeOf(call["desc"]), DiagId::BadArgument, "`{}` on {}; it takes {}", call.builtin.name,
                 element.shortName(), takes);
}

/// A combination of integers that may depend on their signedness.
Result<Value> combineIntegers(Lowering &l, const BuiltinCall &call, AtomicKind ofSigned, AtomicKind ofUnsigned) {
  TC_TRY(BlockValue block, requireWritableDescriptor(l, call));
  DType element = block.element();
  if (!isWideInt(element)) return wrongElement(l, call, element, "integers of 32 or 64 bits");
  return combine(l, call, block, element.isSigned() ? ofSigned : ofUnsigned);
}

}  // namespace

Result<Value> makeTensorDescriptor(Lowering &l, const BuiltinCall &call) {
  TC_TRY(RuntimeValue base, requireBase(l, call));
  TC_TRY(ir::DimVector shape, requireBlockShape(l, call, kMaxDescriptorRank));
  unsigned rank = shape.size();
  int64_t elementBytes = std::max(base.dtype.pointee().bits() / 8, 1u), rowBytes = shape[rank - 1] * elementBytes;
  if (rowBytes < kDescriptorAlignment)
    return l.error(call.rangeOf(call["block_shape"]), DiagId::BadShape,
                   "the last dimension of the block has {} bytes; it has at least {}", rowBytes, kDescriptorAlignment);
  std::vector<RuntimeValue> parts{base};
  for (auto [name, type] : {std::pair("shape", Scalar::Int32), std::pair("strides", Scalar::Int64)}) {
    TC_TRY(std::vector<RuntimeValue> list, requireScalars(l, call, name, rank, ListOf::Numbers, type));
    parts.insert(parts.end(), list.begin(), list.end());
  }
  TC_TRY_VOID(checkLastStride(l, call));
  TC_TRY(BlockValue::Padding padding, requirePadding(l, call, base.dtype.pointee()));
  parts[0] = aligned(l.emitter(), base, kDescriptorAlignment);
  for (unsigned d = 0; d + 1 < rank; ++d) {
    RuntimeValue &stride = parts[1 + rank + d];
    stride = aligned(l.emitter(), stride, kDescriptorAlignment / elementBytes);
  }
  return Value(BlockValue{BlockValue::Kind::Descriptor, padding, shape, nullptr}.withParts(std::move(parts)));
}

Result<Value> descriptorLoad(Lowering &l, const BuiltinCall &call) {
  TC_TRY(BlockValue block, requireDescriptor(l, call));
  TC_TRY(BlockAccess access, requireAccess(l, call, block));
  return Value(emitBlockLoad(l.emitter(), access, block.padding, {}));
}

Result<Value> descriptorStore(Lowering &l, const BuiltinCall &call) {
  TC_TRY(BlockValue block, requireWritableDescriptor(l, call));
  TC_TRY(RuntimeValue value, requireBlock(l, call, block.shape));
  TC_TRY(value, l.castTo(value, block.element(), call.rangeOf(call["value"])));
  TC_TRY(BlockAccess access, requireAccess(l, call, block));
  emitBlockStore(l.emitter(), access, value, {});
  return Value(NoneValue{});
}

Result<Value> descriptorGather(Lowering &l, const BuiltinCall &call) {
  TC_TRY(BlockValue block, requireDescriptor(l, call));
  TC_TRY(RowAccess rows, requireRows(l, call, block));
  return Value(emitBlockLoad(l.emitter(), rows.access, block.padding, {}));
}

Result<Value> descriptorScatter(Lowering &l, const BuiltinCall &call) {
  TC_TRY(BlockValue block, requireWritableDescriptor(l, call));
  TC_TRY(RowAccess rows, requireRows(l, call, block));
  TC_TRY(RuntimeValue value, requireBlock(l, call, rows.shape));
  TC_TRY(value, l.castTo(value, block.element(), call.rangeOf(call["value"])));
  emitBlockStore(l.emitter(), rows.access, value, {});
  return Value(NoneValue{});
}

Result<Value> descriptorAtomicAdd(Lowering &l, const BuiltinCall &call) {
  TC_TRY(BlockValue block, requireWritableDescriptor(l, call));
  DType element = block.element();
  bool isFloat = element.isFloat() && (element.bits() == 16 || element.bits() == 32);
  if (!isFloat && !isWideInt(element))
    return wrongElement(l, call, element, "integers of 32 or 64 bits and floats of 16 or 32 bits");
  return combine(l, call, block, isFloat ? AtomicKind::AddF : AtomicKind::AddI);
}

Result<Value> descriptorAtomicMin(Lowering &l, const BuiltinCall &call) {
  return combineIntegers(l, call, AtomicKind::MinS, AtomicKind::MinU);
}
Result<Value> descriptorAtomicMax(Lowering &l, const BuiltinCall &call) {
  return combineIntegers(l, call, AtomicKind::MaxS, AtomicKind::MaxU);
}
Result<Value> descriptorAtomicAnd(Lowering &l, const BuiltinCall &call) {
  return combineIntegers(l, call, AtomicKind::And, AtomicKind::And);
}
Result<Value> descriptorAtomicOr(Lowering &l, const BuiltinCall &call) {
  return combineIntegers(l, call, AtomicKind::Or, AtomicKind::Or);
}
Result<Value> descriptorAtomicXor(Lowering &l, const BuiltinCall &call) {
  return combineIntegers(l, call, AtomicKind::Xor, AtomicKind::Xor);
}

}  // namespace tritonc::frontend
