// Reductions and scans with any combine function. What is built on them is in library/reductions.py.
#include <algorithm>

#include "frontend/lowering.h"
#include "frontend/straight_line.h"

namespace tritonc::frontend {
namespace {

/// The tiles that a call folds.
struct FoldInput {
  std::vector<RuntimeValue> tiles;
  /// Whether the source gives, and gets, a tuple.
  bool isTuple = false;
};

Result<FoldInput> requireTiles(Lowering &l, const BuiltinCall &call) {
  const Argument &arg = call["input"];
  FoldInput input;
  input.isTuple = arg.value.is<TupleValue>();
  for (const Value &value : input.isTuple ? arg.value.elements() : std::vector{arg.value}) {
    TC_TRY(RuntimeValue tile, l.toTensor({value, call.rangeOf(arg)}));
    if (!input.tiles.empty() && tile.shape != input.tiles[0].shape)
      return l.error(call.rangeOf(arg), DiagId::BadShape, "`{}` of {} and {}; it takes tiles of one shape",
                     call.builtin.name, describe(Value(input.tiles[0])), describe(Value(tile)));
    input.tiles.push_back(tile);
  }
  if (!input.tiles.empty()) return input;
  return l.error(call.range, DiagId::BadArgument, "`{}` of an empty tuple", call.builtin.name);
}

/// The values that a combine function returned, as the block has to yield them.
Result<std::vector<ir::Value *>> combined(Lowering &l, const BuiltinCall &call, const Value &result,
                                          const FoldInput &input) {
  SourceRange range = call.rangeOf(call["combine_fn"]);
  std::vector<Value> values = result.is<TupleValue>() ? result.elements() : std::vector{result};
  bool isGood = values.size() == input.tiles.size();
  std::vector<ir::Value *> yields;
  for (size_t i = 0; isGood && i < values.size(); ++i) {
    if (!values[i].isRuntime() && !values[i].isNumber()) {
      isGood = false;
      break;
    }
    TC_TRY(RuntimeValue value, l.toTensor({values[i], range}));
    isGood = value.dtype == input.tiles[i].dtype && !value.isTile();
    yields.push_back(value.ir);
  }
  if (isGood) return yields;
  std::vector<std::string> expected;
  for (const RuntimeValue &tile : input.tiles) expected.push_back(describe(tile.dtype, {}));
  std::vector<std::string> actual;
  for (const Value &value : values) actual.push_back(describe(value));
  return l.error(range, DiagId::BadCombine, "the combine function returns {}, but `{}` needs {}",
                 fmt::join(actual, ", "), call.builtin.name, fmt::join(expected, ", "));
}

/// Calls the combine function in the block of the operation, on scalars that stand for two elements of each tile.
Success fillCombineBlock(Lowering &l, const BuiltinCall &call, ir::Op *op, const FoldInput &input) {
  Emitter &e = l.emitter();
  InsertionGuard guard(e.builder());
  e.builder().setInsertionPointToEnd(op->block());
  CallArguments args{.positional = {}, .named = {}, .range = call.range};
  for (const char *side : {"left", "right"})
    for (const RuntimeValue &tile : input.tiles) {
      ir::Value *arg = e.function().addArg(op->block(), e.irType(tile.dtype), side);
      args.positional.push_back({Value(RuntimeValue{arg, tile.dtype, {}}), call.range});
    }
  // An assertion would be an effect.
  UncheckedOverflow unchecked(l);
  TC_TRY(Value result, l.call(call["combine_fn"].value, std::move(args), call.rangeOf(call["combine_fn"])));
  TC_TRY(std::vector<ir::Value *> yields, combined(l, call, result, input));
  e.setPlace(call.range);
  e.builder().create(ir::Opcode::Yield, yields, std::span<const ir::Type>());
  if (const ir::Op *wrong = flattenBranches(*op->block(), l.context()))
    return l
        .error(call.rangeOf(call["combine_fn"]), DiagId::BadCombine,
               "the combine function contains `{}`; it can only compute", wrong->mnemonic())
        .note(l.context().info(wrong->loc()).range, "here");
  return {};
}

/// A `reduce` or `scan` of the tiles, whose results have the given shape.
template <class A>
Result<std::vector<RuntimeValue>> fold(Lowering &l, const BuiltinCall &call, const FoldInput &input, ir::Opcode opcode,
                                       const A &attrs, const ir::DimVector &shape) {
  Emitter &e = l.emitter();
  std::vector<ir::Value *> operands;
  std::vector<ir::Type> types;
  for (const RuntimeValue &tile : input.tiles) {
    operands.push_back(e.materialize(tile));
    types.push_back(e.irType(tile.dtype, shape));
  }
  ir::Op *op = e.builder().create(opcode, operands, types, attrs);
  TC_TRY_VOID(fillCombineBlock(l, call, op, input));
  std::vector<RuntimeValue> results;
  for (size_t i = 0; i < input.tiles.size(); ++i)
    results.push_back({op->result(static_cast<unsigned>(i)), input.tiles[i].dtype, shape});
  return results;
}

Value resultOf(const FoldInput &input, const std::vector<RuntimeValue> &results) {
  if (!input.isTuple) return Value(results[0]);
  return Value::tuple({results.begin(), results.end()});
}

}  // namespace

Result<Value> reduce(Lowering &l, const BuiltinCall &call) {
  TC_TRY(FoldInput input, requireTiles(l, call));
  TC_TRY(bool keepsDims, l.requireBool(call["keep_dims"], call, "keep_dims"));
  ir::DimVector shape = input.tiles[0].shape, kept = ir::DimVector::filled(shape.size(), 1);
  unsigned axis = 0;
  if (call["axis"].value.isNone()) {
    int64_t count = 1;
    for (int64_t dim : shape) count *= dim;
    for (RuntimeValue &tile : input.tiles) tile = l.emitter().reshape(tile, {count});
    shape = {count};
  } else {
    TC_TRY(axis, l.requireAxis(call["axis"], call, input.tiles[0]));
    kept = shape;
    kept[axis] = 1;
  }
  shape.erase(axis);
  TC_TRY(std::vector<RuntimeValue> results,
         fold(l, call, input, ir::Opcode::Reduce, ir::AxisAttrs{.axis = axis}, shape));
  if (keepsDims)
    for (RuntimeValue &result : results) result = l.emitter().reshape(result, kept);
  return resultOf(input, results);
}

Result<Value> associativeScan(Lowering &l, const BuiltinCall &call) {
  TC_TRY(FoldInput input, requireTiles(l, call));
  TC_TRY(bool isReverse, l.requireBool(call["reverse"], call, "reverse"));
  TC_TRY(unsigned axis, l.requireAxis(call["axis"], call, input.tiles[0]));
  TC_TRY(
      std::vector<RuntimeValue> results,
      fold(l, call, input, ir::Opcode::Scan, ir::ScanAttrs{.axis = axis, .reverse = isReverse}, input.tiles[0].shape));
  return resultOf(input, results);
}

Result<Value> positionsAlong(Lowering &l, const BuiltinCall &call) {
  TC_TRY(RuntimeValue tile, l.toTensor({call["input"].value, call.rangeOf(call["input"])}));
  TC_TRY(unsigned axis, l.requireAxis(call["axis"], call, tile));
  ir::DimVector line{tile.shape[axis]}, shape = ir::DimVector::filled(tile.shape.size(), 1);
  shape[axis] = line[0];
  Emitter &e = l.emitter();
  ir::RangeAttrs attrs{.start = 0, .end = line[0]};
  ir::Op *range = e.builder().create(ir::Opcode::Range, {}, {e.irType(Scalar::Int32, line)}, attrs);
  RuntimeValue positions = e.reshape({range->result(), Scalar::Int32, line}, shape);
  return Value(e.broadcast(positions, tile.shape));
}

}  // namespace tritonc::frontend
