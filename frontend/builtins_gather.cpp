// Elements from elsewhere along an axis, and counting. What is built on exchanges is in library/sorting.py.
#include "frontend/lowering.h"

namespace tritonc::frontend {

Result<Value> exchangeElements(Lowering &l, const BuiltinCall &call) {
  TC_TRY(RuntimeValue tile, l.toTensor({call["input"].value, call.rangeOf(call["input"])}));
  TC_TRY(unsigned axis, l.requireAxis(call["axis"], call, tile));
  TC_TRY(int64_t mask, l.requireInt64(call["mask"], call, "mask"));
  if (tile.isUniformTile() || mask == 0) return Value(tile);
  ir::ExchangeAttrs attrs{.axis = axis, .mask = mask};
  ir::Type type = tile.ir->type();
  ir::Op *op = l.emitter().builder().create(ir::Opcode::Exchange, {tile.ir}, {type}, attrs);
  return Value(RuntimeValue{op->result(), tile.dtype, tile.shape});
}

Result<Value> gather(Lowering &l, const BuiltinCall &call) {
  const Argument &sourceArg = call["src"], &indexArg = call["index"];
  TC_TRY(RuntimeValue source, l.toTensor({sourceArg.value, call.rangeOf(sourceArg)}));
  TC_TRY(RuntimeValue index, l.toTensor({indexArg.value, call.rangeOf(indexArg)}));
  if (!index.dtype.isInt())
    return l.error(call.rangeOf(indexArg), DiagId::BadArgument, "the index is {}; it takes integers",
                   describe(Value(index)));
  TC_TRY(unsigned axis, l.requireAxis(call["axis"], call, source));
  bool fits = source.shape.size() == index.shape.size();
  for (unsigned dim = 0; fits && dim < source.shape.size(); ++dim)
    fits = dim == axis || source.shape[dim] == index.shape[dim];
  if (!fits)
    return l.error(call.range, DiagId::BadShape, "`gather` along axis {} of {} by {}; other sizes must be equal", axis,
                   describe(Value(source)), describe(Value(index)));
  Emitter &e = l.emitter();
  if (source.isUniformTile()) return Value(RuntimeValue{source.ir, source.dtype, index.shape});
  // An index counts modulo the size, so its low bits are enough.
  index = e.materialized(e.cast(index, Scalar::Int32));
  ir::Op *op = e.builder().create(ir::Opcode::Gather, {e.materialize(source), index.ir},
                                  {e.irType(source.dtype, index.shape)}, ir::AxisAttrs{.axis = axis});
  return Value(RuntimeValue{op->result(), source.dtype, index.shape});
}

Result<Value> histogram(Lowering &l, const BuiltinCall &call) {
  Argument input{call["input"].value, call.rangeOf(call["input"])},
      maskArg{call["mask"].value, call.rangeOf(call["mask"])};
  TC_TRY(RuntimeValue numbers, l.toTensor(input));
  if (numbers.shape.size() != 1 || !numbers.dtype.isInt())
    return l.error(input.range, DiagId::BadArgument, "`histogram` of {}; it takes integers in one dimension",
                   describe(input.value));
  Argument bins{call["num_bins"].value, call["num_bins"].range};
  TC_TRY(int64_t count, l.requireInt64(bins, call, "num_bins"));
  TC_TRY_VOID(l.checkShape({count}, call.rangeOf(bins)));
  Emitter &e = l.emitter();
  // Numbers below 0 become too large to count.
  if (numbers.dtype.bits() < 32) numbers = e.cast(numbers, Scalar::Int32);
  std::vector<ir::Value *> operands{e.materialize(numbers)};
  if (!maskArg.value.isNone()) {
    TC_TRY(RuntimeValue mask, l.toTensor(maskArg));
    if (!mask.dtype.isInt() || (mask.isTile() && mask.shape != numbers.shape))
      return l.operandError({input, maskArg}, maskArg.range, DiagId::BadArgument,
                            "the mask of `histogram` is {}; it takes one truth value for each number",
                            describe(maskArg.value));
    operands.push_back(e.materialize(e.cast(mask, Scalar::Int1)));
  }
  ir::DimVector shape{count};
  std::vector<ir::Type> types{e.irType(Scalar::Int32, shape)};
  ir::Op *op = e.builder().create(ir::Opcode::Histogram, operands, types);
  return Value(RuntimeValue{op->result(), Scalar::Int32, shape});
}

}  // namespace tritonc::frontend
