// `map_elementwise`: a function of scalars applied to the elements of tiles. It is lowered on scalars, its branches
// become selections, and then each operation is made again on whole tiles.
#include <algorithm>
#include <map>

#include "frontend/lowering.h"
#include "frontend/straight_line.h"

namespace tritonc::frontend {
namespace {

/// The elements in `count` tiles of one dimension: those at k, k + count, ... are in tile k.
std::vector<RuntimeValue> dealOut(Emitter &e, const RuntimeValue &value, int64_t count) {
  if (count == 1) return {value};
  int64_t half = 1;
  for (int64_t dim : value.shape) half *= dim;
  half /= 2;
  if (value.isUniformTile())
    return std::vector(static_cast<size_t>(count), RuntimeValue{value.ir, value.dtype, {2 * half / count}});
  RuntimeValue pairs = e.reshape(value, {half, 2});
  ir::Type type = e.irType(value.dtype, {half});
  ir::Op *op = e.builder().create(ir::Opcode::Split, {pairs.ir}, {type, type});
  std::vector<RuntimeValue> parts;
  std::vector<RuntimeValue> even = dealOut(e, {op->result(0), value.dtype, {half}}, count / 2);
  std::vector<RuntimeValue> odd = dealOut(e, {op->result(1), value.dtype, {half}}, count / 2);
  for (size_t i = 0; i < even.size(); ++i) parts.insert(parts.end(), {even[i], odd[i]});
  return parts;
}

/// The reverse, to tiles of the shape.
RuntimeValue collect(Emitter &e, std::span<const RuntimeValue> parts, const ir::DimVector &shape) {
  if (parts.size() == 1) return e.reshape(parts[0], shape);
  std::vector<RuntimeValue> even, odd;
  for (size_t i = 0; i < parts.size(); i += 2) {
    even.push_back(parts[i]);
    odd.push_back(parts[i + 1]);
  }
  int64_t size = 1;
  for (int64_t dim : shape) size *= dim;
  ir::DimVector half{size / 2}, pair{size / 2, 2};
  RuntimeValue a = collect(e, even, half), b = collect(e, odd, half);
  ir::Op *op = e.builder().create(ir::Opcode::Join, {e.materialize(a), e.materialize(b)}, {e.irType(a.dtype, pair)});
  return e.reshape({op->result(), a.dtype, pair}, shape);
}

class Map {
public:
  Map(Lowering &lowering, const BuiltinCall &call) : l_(lowering), call_(call) {}

  Result<Value> run() {
    TC_TRY_VOID(readArgs());
    Emitter &e = l_.emitter();
    // A block for the scalars, in an operation that goes away again.
    std::vector<ir::Value *> operands;
    std::vector<ir::Type> types;
    for (const RuntimeValue &part : parts_) {
      operands.push_back(e.materialize(part));
      types.push_back(e.irType(part.dtype));
    }
    ir::Op *holder = e.builder().create(ir::Opcode::Reduce, operands, types, ir::AxisAttrs{});
    TC_TRY(std::vector<RuntimeValue> results, fill(*holder));
    TC_TRY(results, onTiles(*holder, results));
    holder->erase();

    std::vector<Value> values;
    for (size_t i = 0; i < results.size(); i += pack_)
      values.emplace_back(collect(e, std::span(results).subspan(i, pack_), shape_));
    return isTuple_ ? Value::tuple(std::move(values)) : values[0];
  }

private:
  Success readArgs() {
    const Argument &args = call_["args"];
    SourceRange range = call_.rangeOf(args);
    std::vector<RuntimeValue> values;
    for (const Value &value : args.value.elements()) {
      TC_TRY(RuntimeValue tensor, l_.toTensor({value, range}));
      values.push_back(tensor);
    }
    if (values.empty()) return l_.error(call_.range, DiagId::CallArguments, "`map_elementwise` of nothing");
    TC_TRY_VOID(l_.broadcastTogether(values, std::vector(values.size(), range)));
    shape_ = values[0].shape;
    int64_t size = 1, pack = 1;
    for (int64_t dim : shape_) size *= dim;
    TC_TRY(pack, l_.requireInt64(call_["pack"], call_, "pack"));
    bool isPowerOfTwo = pack > 0 && (pack & (pack - 1)) == 0;
    if (!isPowerOfTwo || pack > size)
      return l_.error(call_.rangeOf(call_["pack"]), DiagId::BadArgument, "`pack` is {} for {}; it takes a power of two",
                      pack, describe(Value(values[0])));
    pack_ = static_cast<size_t>(pack);
    for (const RuntimeValue &value : values)
      for (const RuntimeValue &part : dealOut(l_.emitter(), value, pack)) parts_.push_back(part);
    return {};
  }

  SourceRange functionRange() const { return call_.rangeOf(call_["scalar_fn"]); }

  /// Calls the function on the scalars of the block.
  Result<std::vector<RuntimeValue>> fill(ir::Op &holder) {
    Emitter &e = l_.emitter();
    InsertionGuard guard(e.builder());
    e.builder().setInsertionPointToEnd(holder.block());
    CallArguments args{.positional = {}, .named = {}, .range = call_.range};
    for (const RuntimeValue &part : parts_) {
      ir::Value *arg = e.function().addArg(holder.block(), e.irType(part.dtype));
      args.positional.push_back({Value(RuntimeValue{arg, part.dtype, {}}), call_.range});
    }
    UncheckedOverflow unchecked(l_);
    TC_TRY(Value result, l_.call(call_["scalar_fn"].value, std::move(args), functionRange()));
    isTuple_ = result.is<TupleValue>() && result.elements().size() > pack_;
    std::vector<RuntimeValue> results;
    for (const Value &value : result.is<TupleValue>() ? result.elements() : std::vector{result}) {
      TC_TRY(RuntimeValue scalar, l_.toTensor({value, functionRange()}));
      results.push_back(scalar);
    }
    if (results.empty() || results.size() % pack_ != 0)
      return l_.error(functionRange(), DiagId::BadCombine, "the function returns {} values for a pack of {}",
                      results.size(), pack_);
    // Branches that become selections change what these values are.
    std::vector<ir::Value *> yields;
    for (const RuntimeValue &scalar : results) yields.push_back(scalar.ir);
    e.builder().create(ir::Opcode::Yield, yields, std::span<const ir::Type>());
    return results;
  }

  /// Makes the operations of the block again, with tiles for its arguments.
  Result<std::vector<RuntimeValue>> onTiles(ir::Op &holder, const std::vector<RuntimeValue> &results) {
    Emitter &e = l_.emitter();
    ir::Block &block = *holder.block();
    const ir::Op *wrong = flattenBranches(block, l_.context());
    for (const ir::Op &op : block)
      if (!wrong && !op.isElementwise() && !op.isTerminator()) wrong = &op;
    if (wrong)
      return l_
          .error(functionRange(), DiagId::BadCombine, "the function contains `{}`; it can only compute",
                 wrong->mnemonic())
          .note(l_.context().info(wrong->loc()).range, "here");
    ir::DimVector shape = parts_[0].shape;
    std::map<uint32_t, ir::Value *> made;
    for (size_t i = 0; i < parts_.size(); ++i) made[block.arg(static_cast<unsigned>(i))->id()] = parts_[i].ir;
    auto onTile = [&](ir::Value *value) { return made.contains(value->id()) ? made.at(value->id()) : value; };
    for (ir::Op &op : block) {
      if (op.isTerminator()) break;
      std::vector<ir::Value *> operands;
      std::vector<ir::Type> types;
      for (const ir::Use &use : op.operands()) operands.push_back(onTile(use.value()));
      bool hasTile = std::ranges::any_of(operands, [](ir::Value *value) { return value->type().isTile(); });
      for (const ir::Value &value : op.results())
        types.push_back(hasTile ? l_.context().tile({shape.begin(), shape.size()}, value.type()) : value.type());
      ir::Op *copy = e.function().createRaw(op.opcode(), op.loc(), operands, types, op.rawAttrs());
      copy->moveBefore(&holder);
      for (unsigned i = 0; i < op.numResults(); ++i) made[op.result(i)->id()] = copy->result(i);
    }
    std::vector<RuntimeValue> tiles;
    for (unsigned i = 0; i < results.size(); ++i)
      tiles.push_back({onTile(block.terminator()->operand(i)), results[i].dtype, shape});
    return tiles;
  }

  Lowering &l_;
  const BuiltinCall &call_;
  ir::DimVector shape_;
  size_t pack_ = 1;
  /// The arguments, `pack` of them for each of the call.
  std::vector<RuntimeValue> parts_;
  bool isTuple_ = false;
};

}  // namespace

Result<Value> mapElementwise(Lowering &l, const BuiltinCall &call) { return Map(l, call).run(); }

}  // namespace tritonc::frontend
