#include "frontend/block_access.h"

namespace tritonc::frontend {
namespace {

using ir::Opcode;

/// Adds up addresses and masks, one dimension after the other. Indices are 64 bits wide: an array may be larger than
/// the offsets of one block can say.
class AccessBuilder {
public:
  AccessBuilder(Emitter &emitter, const BlockValue &block, const ir::DimVector &shape)
      : e_(emitter), block_(block), shape_(shape) {}

  /// Consecutive elements along a dimension.
  void addRun(unsigned dim, const RuntimeValue &offset, bool isChecked) {
    RuntimeValue positions = positionsAlong(dim), stride = wide(block_.strides()[dim]);
    addToBase(product(wide(offset), stride));
    addOffsets(dim, product(wide(positions), stride));
    if (!isChecked) return;
    // What is left of the array, and what lies before it, as numbers of positions: comparisons of 32 bits decide.
    RuntimeValue left = positionCount(dim, difference(wide(block_.sizes()[dim]), wide(offset)));
    RuntimeValue before = positionCount(dim, difference(number(0), wide(offset)));
    addCondition(dim, Opcode::CmpSlt, positions, left);
    addCondition(dim, Opcode::CmpSle, before, positions);
  }

  /// The elements that `indices` number.
  void addIndices(unsigned dim, const RuntimeValue &indices) {
    RuntimeValue wideIndices = wide(indices);
    addOffsets(dim, product(wideIndices, wide(block_.strides()[dim])));
    addCondition(dim, Opcode::CmpSlt, wideIndices, wide(block_.sizes()[dim]));
    addCondition(dim, Opcode::CmpSle, number(0), wideIndices);
  }

  BlockAccess finish() {
    DType type = block_.base().dtype;
    RuntimeValue base = base_ ? e_.elementwise(Opcode::AddPtr, {block_.base(), *base_}, type) : block_.base();
    RuntimeValue pointers = e_.elementwise(Opcode::AddPtr, {e_.broadcast(base, shape_), *offsets_}, type);
    return {pointers, mask_};
  }

private:
  static constexpr Scalar kWide = Scalar::Int64;

  RuntimeValue wide(const RuntimeValue &value) { return e_.cast(value, kWide); }
  RuntimeValue number(int64_t value) { return e_.constant(kWide, Value(BigInt(value))); }

  RuntimeValue positionsAlong(unsigned dim) {
    ir::DimVector shape{shape_[dim]};
    ir::Type type = e_.irType(Scalar::Int32, shape);
    ir::RangeAttrs attrs{.start = 0, .end = shape_[dim]};
    return {e_.builder().create(Opcode::Range, {}, {type}, attrs)->result(), Scalar::Int32, shape};
  }

  /// Cut to between 0 and all positions of the dimension.
  RuntimeValue positionCount(unsigned dim, const RuntimeValue &count) {
    RuntimeValue result = e_.elementwise(Opcode::MaxSI, {count, number(0)}, kWide);
    result = e_.elementwise(Opcode::MinSI, {result, number(shape_[dim])}, kWide);
    return e_.cast(result, Scalar::Int32);
  }

  RuntimeValue product(const RuntimeValue &a, const RuntimeValue &b) {
    return e_.elementwise(Opcode::MulI, {a, b}, kWide);
  }

  RuntimeValue difference(const RuntimeValue &a, const RuntimeValue &b) {
    return e_.elementwise(Opcode::SubI, {a, b}, kWide);
  }

  /// What is known along one dimension, for the whole block.
  RuntimeValue spread(unsigned dim, RuntimeValue line) {
    for (unsigned d = 0; d < shape_.size(); ++d)
      if (d != dim) line = e_.expandDims(line, d);
    return e_.broadcast(line, shape_);
  }

  void addToBase(const RuntimeValue &offset) {
    base_ = base_ ? e_.elementwise(Opcode::AddI, {*base_, offset}, kWide) : offset;
  }
  void addOffsets(unsigned dim, const RuntimeValue &line) {
    RuntimeValue tile = spread(dim, line);
    offsets_ = offsets_ ? e_.elementwise(Opcode::AddI, {*offsets_, tile}, kWide) : tile;
  }
  void addCondition(unsigned dim, Opcode comparison, const RuntimeValue &a, const RuntimeValue &b) {
    RuntimeValue tile = spread(dim, e_.elementwise(comparison, {a, b}, Scalar::Int1));
    mask_ = mask_ ? e_.elementwise(Opcode::AndI, {*mask_, tile}, Scalar::Int1) : tile;
  }

  Emitter &e_;
  const BlockValue &block_;
  const ir::DimVector &shape_;
  std::optional<RuntimeValue> base_, offsets_, mask_;
};

}  // namespace

BlockAccess accessBlock(Emitter &emitter, const BlockValue &block, std::span<const RuntimeValue> offsets,
                        DimSet checked) {
  AccessBuilder access(emitter, block, block.shape);
  for (unsigned d = 0; d < block.rank(); ++d) access.addRun(d, offsets[d], checked[d]);
  return access.finish();
}

BlockAccess accessRows(Emitter &emitter, const BlockValue &block, const RuntimeValue &rows,
                       const RuntimeValue &column) {
  ir::DimVector shape{rows.shape[0], block.shape[1]};
  AccessBuilder access(emitter, block, shape);
  access.addIndices(0, rows);
  access.addRun(1, column, /*isChecked=*/true);
  return access.finish();
}

}  // namespace tritonc::frontend
