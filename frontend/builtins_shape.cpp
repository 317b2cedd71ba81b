// Functions that change shapes.
#include <algorithm>
#include <array>

#include "frontend/lowering.h"

namespace tritonc::frontend {
namespace {

/// The arguments of `*shape`: one tuple, or the numbers themselves.
Argument variadic(const Argument &arg) {
  const std::vector<Value> &values = arg.value.elements();
  return values.size() == 1 && values[0].is<TupleValue>() ? Argument{values[0], arg.range} : arg;
}

Result<Value> insertAxes(Lowering &l, const BuiltinCall &call, RuntimeValue value, const Argument &axesArg) {
  std::vector<Value> list = axesArg.value.is<TupleValue>() ? axesArg.value.elements() : std::vector{axesArg.value};
  auto rank = static_cast<int64_t>(value.shape.size() + list.size());
  if (rank > ir::kMaxRank)
    return l.error(call.range, DiagId::BadShape, "{} dimensions; a tile has at most {}", rank, ir::kMaxRank);
  std::vector<int64_t> axes;
  for (const Value &item : list) {
    TC_TRY(int64_t axis, l.requireInt64({item, axesArg.range}, call, "axis"));
    int64_t position = axis < 0 ? axis + rank : axis;
    if (position < 0 || position >= rank)
      return l.error(call.rangeOf(axesArg), DiagId::BadShape, "axis {} of a result with {} dimensions", axis, rank);
    if (std::ranges::find(axes, position) != axes.end())
      return l.error(call.rangeOf(axesArg), DiagId::BadShape, "axis {} is given twice", axis);
    axes.push_back(position);
  }
  std::ranges::sort(axes);
  for (int64_t axis : axes) value = l.emitter().expandDims(value, static_cast<unsigned>(axis));
  return Value(value);
}

}  // namespace

Result<Value> expandDims(Lowering &l, const BuiltinCall &call) {
  TC_TRY(RuntimeValue value, l.toTensor({call["input"].value, call.rangeOf(call["input"])}));
  return insertAxes(l, call, value, call["axis"]);
}

Result<Value> unsqueeze(Lowering &l, const BuiltinCall &call) {
  TC_TRY(RuntimeValue value, l.toTensor({call["x"].value, call.rangeOf(call["x"])}));
  return insertAxes(l, call, value, call["dim"]);
}

Result<Value> broadcastTo(Lowering &l, const BuiltinCall &call) {
  TC_TRY(RuntimeValue value, l.toTensor({call["input"].value, call.rangeOf(call["input"])}));
  Argument shapeArg = variadic(call["shape"]);
  TC_TRY(ir::DimVector shape, l.requireShape(shapeArg, call));
  bool fits = !value.isTile() || value.shape.size() == shape.size();
  for (unsigned i = 0; fits && i < value.shape.size(); ++i) fits = value.shape[i] == shape[i] || value.shape[i] == 1;
  if (!fits)
    return l.error(call.range, DiagId::BroadcastShape, "{} does not broadcast to {}", describe(Value(value)),
                   shapeText(shape));
  return Value(l.emitter().broadcast(value, shape));
}

Result<Value> broadcastBoth(Lowering &l, const BuiltinCall &call) {
  std::vector<RuntimeValue> values;
  std::vector<SourceRange> ranges;
  for (std::string_view name : {"input", "other"}) {
    TC_TRY(RuntimeValue value, l.toTensor({call[name].value, call.rangeOf(call[name])}));
    values.push_back(value);
    ranges.push_back(call.rangeOf(call[name]));
  }
  TC_TRY_VOID(l.broadcastTogether(values, ranges));
  return Value::tuple({Value(values[0]), Value(values[1])});
}

// ---- The same elements in another shape ----

Result<Value> reshape(Lowering &l, const BuiltinCall &call) {
  TC_TRY(RuntimeValue value, l.toTensor({call["input"].value, call.rangeOf(call["input"])}));
  TC_TRY(ir::DimVector shape, l.requireShape(variadic(call["shape"]), call));
  auto count = [](const ir::DimVector &dims) {
    int64_t product = 1;
    for (int64_t dim : dims) product *= dim;
    return product;
  };
  if (count(shape) != count(value.shape))
    return l.error(call.range, DiagId::BadShape, "{} reshaped to {}, which has {} elements", describe(Value(value)),
                   shape.isEmpty() ? "a scalar" : shapeText(shape), count(shape));
  return Value(l.emitter().reshape(value, shape));
}

Result<Value> item(Lowering &l, const BuiltinCall &call) {
  TC_TRY(RuntimeValue value, l.toTensor({call["x"].value, call.rangeOf(call["x"])}));
  if (!value.hasOneElement())
    return l.error(call.range, DiagId::BadShape, "`item` of {}; it takes one element", describe(Value(value)));
  return Value(l.emitter().scalarOf(value));
}

// ---- Dimensions in another order ----

namespace {

/// A permutation of all dimensions of the value.
Result<ir::DimVector> requireOrder(Lowering &l, const BuiltinCall &call, const Argument &dims,
                                   const RuntimeValue &value) {
  const std::vector<Value> &list = dims.value.elements();
  std::vector<int64_t> order;
  for (const Value &dim : list) {
    TC_TRY(int64_t position, l.requireInt64({dim, dims.range}, call, "dims"));
    order.push_back(position);
  }
  std::vector<int64_t> sorted = order;
  std::ranges::sort(sorted);
  bool isPermutation = sorted.size() == value.shape.size();
  for (size_t i = 0; isPermutation && i < sorted.size(); ++i) isPermutation = sorted[i] == static_cast<int64_t>(i);
  if (!isPermutation)
    return l.error(call.rangeOf(dims), DiagId::BadShape, "({}) is no order of the {} dimensions of {}",
                   fmt::join(order, ", "), value.shape.size(), describe(Value(value)));
  return ir::DimVector(order);
}

}  // namespace

Result<Value> trans(Lowering &l, const BuiltinCall &call) {
  TC_TRY(RuntimeValue value, l.toTensor({call["input"].value, call.rangeOf(call["input"])}));
  Argument dims = variadic(call["dims"]);
  if (call.builtin.name == "permute" || !dims.value.elements().empty()) {
    TC_TRY(ir::DimVector order, requireOrder(l, call, dims, value));
    return Value(l.emitter().permute(value, order));
  }
  TC_TRY(RuntimeValue result, l.swapLastDims(value, call.range));
  return Value(result);
}

Result<RuntimeValue> Lowering::swapLastDims(const RuntimeValue &value, SourceRange range) {
  unsigned rank = value.shape.size();
  if (rank < 2)
    return error(range, DiagId::BadShape, "{} transposed; it takes two dimensions or more", describe(Value(value)));
  ir::DimVector order;
  for (unsigned i = 0; i < rank; ++i) order.push(i);
  std::swap(order[rank - 1], order[rank - 2]);
  return emitter().permute(value, order);
}

// ---- Two tiles in one ----

Result<Value> joinTiles(Lowering &l, const BuiltinCall &call) {
  std::array args = {Argument{call["a"].value, call.rangeOf(call["a"])},
                     Argument{call["b"].value, call.rangeOf(call["b"])}};
  std::array values = {RuntimeValue(), RuntimeValue()};
  for (size_t i = 0; i < args.size(); ++i) {
    TC_TRY(values[i], l.toTensor(args[i]));
  }
  if (values[0].dtype != values[1].dtype)
    return l.operandError({args[0], args[1]}, call.range, DiagId::BadOperand, "`{}` of {} and {}", call.builtin.name,
                          values[0].dtype.shortName(), values[1].dtype.shortName());
  TC_TRY_VOID(l.broadcastTogether(values, std::array{args[0].range, args[1].range}));
  ir::DimVector shape = values[0].shape;
  if (shape.size() == ir::kMaxRank)
    return l.error(call.range, DiagId::BadShape, "a tile has at most {} dimensions", ir::kMaxRank);
  shape.push(2);
  TC_TRY_VOID(l.checkShape(shape, call.range));
  Emitter &e = l.emitter();
  DType type = values[0].dtype;
  ir::Op *op = e.builder().create(ir::Opcode::Join, {e.materialize(values[0]), e.materialize(values[1])},
                                  {e.irType(type, shape)});
  return Value(RuntimeValue{op->result(), type, shape});
}

Result<Value> split(Lowering &l, const BuiltinCall &call) {
  TC_TRY(RuntimeValue value, l.toTensor({call["a"].value, call.rangeOf(call["a"])}));
  ir::DimVector shape = value.shape;
  if (shape.isEmpty() || shape[shape.size() - 1] != 2)
    return l.error(call.range, DiagId::BadShape, "`split` of {}; its last dimension must have size 2",
                   describe(Value(value)));
  shape.erase(shape.size() - 1);
  RuntimeValue half{value.ir, value.dtype, shape};
  if (value.isUniformTile()) return Value::tuple({Value(half), Value(half)});
  ir::Type type = l.emitter().irType(value.dtype, shape);
  ir::Op *op = l.emitter().builder().create(ir::Opcode::Split, {value.ir}, {type, type});
  RuntimeValue first{op->result(0), value.dtype, shape}, second{op->result(1), value.dtype, shape};
  return Value::tuple({Value(first), Value(second)});
}

}  // namespace tritonc::frontend
