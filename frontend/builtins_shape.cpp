// Shapes (language.md 4.3). Only what needs no exchange of elements has a lowering yet.
#include <algorithm>

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

namespace {

/// The shape without its dimensions of size 1.
std::vector<int64_t> wideDims(const ir::DimVector &shape) {
  std::vector<int64_t> dims(shape.begin(), shape.end());
  std::erase(dims, 1);
  return dims;
}

}  // namespace

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
                   shapeText(shape), count(shape));
  if (!value.ir->type().isTile()) return Value(RuntimeValue{value.ir, value.dtype, shape});
  // Only new dimensions of size 1: nothing moves.
  bool onlyInserts = shape.size() >= value.shape.size() && wideDims(shape) == wideDims(value.shape);
  RuntimeValue result = value;
  for (unsigned i = 0; onlyInserts && i < shape.size(); ++i)
    if (i >= result.shape.size() || result.shape[i] != shape[i]) {
      if (shape[i] != 1)
        onlyInserts = false;
      else
        result = l.emitter().expandDims(result, i);
    }
  if (onlyInserts && result.shape == shape) return Value(result);
  return l.notSupported(call.range, "a reshape that does more than insert dimensions of size 1");
}

}  // namespace tritonc::frontend
