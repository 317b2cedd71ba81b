#include "frontend/emitter.h"

#include <algorithm>

#include "frontend/python_ops.h"
#include "ir/float_format.h"

namespace tritonc::frontend {

using ir::Opcode;

void Emitter::setPlace(SourceRange range) {
  if (range == place_ && builder_.loc().isValid()) return;
  place_ = range;
  builder_.setLoc(locOf(range));
}

Emitter::Inlining Emitter::setInlining(Inlining inlining) {
  Inlining before{functionName_, callSite_};
  functionName_ = inlining.functionName;
  callSite_ = inlining.callSite;
  place_ = {};
  return before;
}

RuntimeValue Emitter::constant(DType dtype, const Value &number, const ir::DimVector &shape) {
  uint64_t bits = 0;
  if (dtype.isFloat()) {
    std::optional<double> value = numberAsDouble(number);
    TC_CHECK(value.has_value(), "callers refuse numbers that do not fit the type");
    bits = ir::encodeFloat(irType(dtype).scalar(), *value);
  } else {
    bits = number.integer().lowBits();
  }
  return {builder_.constant(irType(dtype), bits), dtype, shape};
}

RuntimeValue Emitter::zero(DType dtype, const ir::DimVector &shape) {
  return {builder_.constant(irType(dtype), 0), dtype, shape};
}

RuntimeValue Emitter::convert(Opcode opcode, const RuntimeValue &value, DType to, ir::Rounding rounding) {
  ir::Value *result = opcode == Opcode::ConvertF
                          ? builder_.convert(opcode, value.ir, irType(to), ir::RoundAttrs{.round = rounding})
                          : builder_.convert(opcode, value.ir, irType(to));
  return {result, to, value.shape};
}

RuntimeValue Emitter::isNonZero(const RuntimeValue &value) {
  RuntimeValue operand = value.dtype.isPtr() ? cast(value, Scalar::Int64) : value;
  Opcode opcode = operand.dtype.isFloat() ? Opcode::CmpUne : Opcode::CmpNe;
  return elementwise(opcode, {operand, zero(operand.dtype, operand.shape)}, Scalar::Int1);
}

RuntimeValue Emitter::castInt(const RuntimeValue &value, DType to) {
  DType from = value.dtype;
  auto rne = ir::Rounding::NearestEven;
  if (to.isFloat()) return convert(from.isSigned() ? Opcode::SIToFP : Opcode::UIToFP, value, to, rne);
  if (from.bits() == to.bits()) return {value.ir, to, value.shape};
  if (from.bits() > to.bits()) return convert(Opcode::TruncI, value, to, rne);
  return convert(from.isSigned() ? Opcode::ExtSI : Opcode::ExtUI, value, to, rne);
}

RuntimeValue Emitter::castFloat(const RuntimeValue &value, DType to, ir::Rounding rounding) {
  if (to.isFloat()) return convert(Opcode::ConvertF, value, to, rounding);
  return convert(to.isSigned() ? Opcode::FPToSI : Opcode::FPToUI, value, to, rounding);
}

RuntimeValue Emitter::cast(const RuntimeValue &value, DType to, ir::Rounding rounding) {
  DType from = value.dtype;
  if (from == to) return value;
  if (to.isBool()) return isNonZero(value);
  if (from.isPtr() && to.isPtr()) return bitcast(value, to);
  if (from.isPtr()) return convert(Opcode::PtrToInt, value, to, rounding);
  if (to.isPtr()) return convert(Opcode::IntToPtr, value, to, rounding);
  return from.isFloat() ? castFloat(value, to, rounding) : castInt(value, to);
}

RuntimeValue Emitter::bitcast(const RuntimeValue &value, DType to) {
  // Types that differ in signedness or constness only are one type of the IR.
  if (irType(value.dtype) == irType(to)) return {value.ir, to, value.shape};
  return convert(Opcode::Bitcast, value, to, ir::Rounding::NearestEven);
}

RuntimeValue Emitter::expandDims(const RuntimeValue &value, unsigned axis) {
  ir::DimVector shape = value.shape;
  shape.insert(axis, 1);
  // A scalar, or a tile that is one in the IR: only the source sees the dimension.
  if (!value.ir->type().isTile()) return {value.ir, value.dtype, shape};
  ir::AxisAttrs attrs{.axis = static_cast<int64_t>(axis)};
  ir::Op *op = builder_.create(Opcode::ExpandDims, {value.ir}, {irType(value.dtype, shape)}, attrs);
  return {op->result(), value.dtype, shape};
}

RuntimeValue Emitter::broadcast(const RuntimeValue &value, const ir::DimVector &shape) {
  RuntimeValue result = value;
  if (!value.ir->type().isTile()) return {value.ir, value.dtype, shape};
  while (result.shape.size() < shape.size()) result = expandDims(result, 0);
  if (result.shape == shape) return result;
  ir::Op *op = builder_.create(Opcode::Broadcast, {result.ir}, {irType(value.dtype, shape)});
  return {op->result(), value.dtype, shape};
}

/// The value with dimensions of size 1 inserted; nothing if the shape takes more than that.
std::optional<RuntimeValue> Emitter::insertOnes(RuntimeValue value, const ir::DimVector &shape) {
  unsigned next = 0;
  std::vector<unsigned> inserted;
  for (unsigned i = 0; i < shape.size(); ++i) {
    if (next < value.shape.size() && value.shape[next] == shape[i])
      ++next;
    else if (shape[i] == 1)
      inserted.push_back(i);
    else
      return std::nullopt;
  }
  if (next != value.shape.size()) return std::nullopt;
  for (unsigned axis : inserted) value = expandDims(value, axis);
  return value;
}

RuntimeValue Emitter::reshape(const RuntimeValue &value, const ir::DimVector &shape) {
  if (!value.ir->type().isTile()) return {value.ir, value.dtype, shape};
  if (shape.isEmpty()) return scalarOf(value);
  if (std::optional<RuntimeValue> wider = insertOnes(value, shape)) return *wider;
  ir::Op *op = builder_.create(Opcode::Reshape, {value.ir}, {irType(value.dtype, shape)});
  return {op->result(), value.dtype, shape};
}

RuntimeValue Emitter::permute(const RuntimeValue &value, const ir::DimVector &order) {
  ir::DimVector shape;
  for (int64_t dim : order) shape.push(value.shape[static_cast<unsigned>(dim)]);
  if (!value.ir->type().isTile() || std::ranges::is_sorted(order)) return {value.ir, value.dtype, shape};
  ir::Op *op = builder_.create(Opcode::Trans, {value.ir}, {irType(value.dtype, shape)}, ir::OrderAttrs{.order = order});
  return {op->result(), value.dtype, shape};
}

RuntimeValue Emitter::scalarOf(const RuntimeValue &value) {
  if (!value.ir->type().isTile()) return {value.ir, value.dtype, {}};
  RuntimeValue line = reshape(value, {1});
  // Of one element a `reduce` gives that element, whatever its block does.
  ir::Type type = irType(value.dtype);
  ir::Op *op = builder_.create(Opcode::Reduce, {line.ir}, {type}, ir::AxisAttrs{.axis = 0});
  ir::Value *first = function().addArg(op->block(), type);
  function().addArg(op->block(), type);
  InsertionGuard guard(builder_);
  builder_.setInsertionPointToEnd(op->block());
  builder_.create(Opcode::Yield, {first}, {});
  return {op->result(), value.dtype, {}};
}

ir::Value *Emitter::materialize(const RuntimeValue &value) {
  if (!value.isUniformTile()) return value.ir;
  return builder_.create(Opcode::Broadcast, {value.ir}, {irType(value.dtype, value.shape)})->result();
}

}  // namespace tritonc::frontend
