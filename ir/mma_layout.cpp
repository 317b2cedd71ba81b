#include "ir/mma_layout.h"

#include <algorithm>

#include "ir/support/check.h"

namespace tritonc::ir {
namespace {

constexpr int64_t kBlockM = 16;
constexpr int64_t kBlockN = 8;
/// Of one accumulator block in a lane: two columns, two rows.
constexpr unsigned kBlockRegisterBits = 2;

/// A matrix layout put together column by column; what leads outside of the tile is a copy.
class Builder {
public:
  explicit Builder(const DimVector &shape) : layout_(shape) {}

  void add(InDim dim, int64_t row, int64_t col) {
    bool isInside = row < layout_.shape()[0] && col < layout_.shape()[1];
    layout_.appendColumn(dim, isInside ? layout_.flatten({row, col}) : 0);
  }
  /// The powers of two from `begin` to below `end`, along one dimension.
  void addRows(InDim dim, int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; row *= 2) add(dim, row, 0);
  }
  void addCols(InDim dim, int64_t begin, int64_t end) {
    for (int64_t col = begin; col < end; col *= 2) add(dim, 0, col);
  }

  LinearLayout take() { return layout_; }

private:
  LinearLayout layout_;
};

/// The coordinate of a column along one dimension.
int64_t along(const LinearLayout &layout, uint64_t column, unsigned dim) {
  return static_cast<int64_t>(layout.coordinate(column, dim));
}

LinearLayout instructionAccumulator(const DimVector &shape, int64_t warpsM, int64_t warpsN) {
  Builder builder(shape);
  builder.add(InDim::Register, 0, 1);
  builder.add(InDim::Register, 8, 0);
  builder.addCols(InDim::Register, kBlockN * warpsN, shape[1]);
  builder.addRows(InDim::Register, kBlockM * warpsM, shape[0]);
  builder.addCols(InDim::Lane, 2, kBlockN);
  builder.addRows(InDim::Lane, 1, 8);
  builder.addRows(InDim::Warp, kBlockM, kBlockM * warpsM);
  builder.addCols(InDim::Warp, kBlockN, kBlockN * warpsN);
  return builder.take();
}

LinearLayout withoutCopies(const LinearLayout &registers) { return registers.removeZeroColumns(InDim::Register); }

/// `count` matrices in one layout, over so many times the warps.
LinearLayout stack(const LinearLayout &matrix, int64_t count, int64_t warps) {
  LinearLayout result(DimVector{count, matrix.shape()[0], matrix.shape()[1]});
  for (InDim dim : {InDim::Register, InDim::Lane, InDim::Warp})
    for (uint64_t column : matrix.columns(dim)) {
      DimVector coords = matrix.unflatten(column);
      result.appendColumn(dim, result.flatten({0, coords[0], coords[1]}));
    }
  for (int64_t i = 1; i < count; i *= 2)
    result.appendColumn(i < warps ? InDim::Warp : InDim::Register, result.flatten({i, 0, 0}));
  return result;
}

/// Bits of the warp that choose a matrix of a stack.
unsigned warpBitsOfStack(const LinearLayout &layout) {
  auto moves = [&](uint64_t column) { return along(layout, column, 0) != 0; };
  return static_cast<unsigned>(std::ranges::count_if(layout.columns(InDim::Warp), moves));
}

LinearLayout instructionOperand(const LinearLayout &accumulator, DotSide side, int64_t depth, unsigned elemBits) {
  bool isA = side == DotSide::A;
  unsigned kept = isA ? 0 : 1;  // the dimension that the operand shares with the accumulator
  int64_t size = accumulator.shape()[kept];
  int64_t word = 32 / elemBits, step = mmaDepth(elemBits);
  Builder builder(isA ? DimVector{size, depth} : DimVector{depth, size});
  auto addDepth = [&](InDim dim, int64_t k) { isA ? builder.add(dim, 0, k) : builder.add(dim, k, 0); };
  auto addKept = [&](InDim dim, uint64_t column) {
    int64_t coordinate = along(accumulator, column, kept);
    isA ? builder.add(dim, coordinate, 0) : builder.add(dim, 0, coordinate);
  };
  for (int64_t k = 1; k < word; k *= 2) addDepth(InDim::Register, k);
  if (isA) addKept(InDim::Register, accumulator.column(InDim::Register, 1));
  addDepth(InDim::Register, 4 * word);
  auto addSteps = [&] {
    for (int64_t k = step; k < depth; k *= 2) addDepth(InDim::Register, k);
  };
  auto addBlocks = [&] {
    for (unsigned bit = kBlockRegisterBits; bit < accumulator.inBits(InDim::Register); ++bit)
      if (uint64_t column = accumulator.column(InDim::Register, bit); along(accumulator, column, kept) != 0)
        addKept(InDim::Register, column);
  };
  // Registers are loaded in their order. A long product begins when those of its first step are there, while the others
  // are still on their way; a short one only waits twice then.
  constexpr int64_t kLong = 32;
  int64_t instructions =
      (static_cast<int64_t>(accumulator.inSize(InDim::Register)) >> kBlockRegisterBits) * (depth / step);
  if (instructions < kLong) addSteps();
  addBlocks();
  if (instructions >= kLong) addSteps();
  addDepth(InDim::Lane, word);
  addDepth(InDim::Lane, 2 * word);
  // The rows of A are those of the accumulator; the columns of B lie where the rows of the accumulator do.
  if (isA) {
    for (unsigned bit = 2; bit < 5; ++bit) addKept(InDim::Lane, accumulator.column(InDim::Lane, bit));
  } else {
    addKept(InDim::Lane, accumulator.column(InDim::Register, 0));
    for (unsigned bit = 0; bit < 2; ++bit) addKept(InDim::Lane, accumulator.column(InDim::Lane, bit));
  }
  // Warps that differ along the other dimension hold copies.
  for (uint64_t column : accumulator.columns(InDim::Warp)) addKept(InDim::Warp, column);
  return builder.take();
}

}  // namespace

LinearLayout mmaAccumulator(const DimVector &shape, int64_t warpsM, int64_t warpsN, int64_t warpsStack) {
  if (shape.size() == 2) return withoutCopies(instructionAccumulator(shape, warpsM, warpsN));
  return stack(mmaAccumulator({shape[1], shape[2]}, warpsM, warpsN), shape[0], warpsStack);
}

std::optional<LinearLayout> mmaInstructionAccumulator(const LinearLayout &accumulator) {
  unsigned rank = accumulator.rank();
  if (rank != 2 && rank != 3) return std::nullopt;
  DimVector shape = accumulator.shape();
  unsigned bitsStack = rank == 3 ? warpBitsOfStack(accumulator) : 0;
  if (rank == 3 && (int64_t{1} << bitsStack) > shape[0]) return std::nullopt;
  unsigned bits = accumulator.inBits(InDim::Warp) - bitsStack;
  for (unsigned bitsM = 0; bitsM <= bits; ++bitsM) {
    LinearLayout registers =
        instructionAccumulator({shape[rank - 2], shape[rank - 1]}, int64_t{1} << bitsM, int64_t{1} << (bits - bitsM));
    if (rank == 3) registers = stack(registers, shape[0], int64_t{1} << bitsStack);
    if (accumulator == withoutCopies(registers)) return registers;
  }
  return std::nullopt;
}

LinearLayout oneOfStack(const LinearLayout &accumulator) {
  if (accumulator.rank() == 2) return accumulator;
  DimVector shape = accumulator.shape();
  LinearLayout matrix({shape[1], shape[2]});
  for (InDim dim : {InDim::Register, InDim::Lane, InDim::Warp})
    for (uint64_t column : accumulator.columns(dim))
      if (DimVector coords = accumulator.unflatten(column); coords[0] == 0)
        matrix.appendColumn(dim, matrix.flatten({coords[1], coords[2]}));
  return matrix;
}

LinearLayout mmaOperand(const LinearLayout &accumulator, DotSide side, int64_t depth, unsigned elemBits) {
  std::optional<LinearLayout> registers = mmaInstructionAccumulator(accumulator);
  TC_CHECK(registers.has_value(), "only accumulators of matrix instructions have operands");
  return withoutCopies(mmaInstructionOperand(*registers, side, depth, elemBits));
}

LinearLayout mmaInstructionOperand(const LinearLayout &accumulator, DotSide side, int64_t depth, unsigned elemBits) {
  LinearLayout matrix = instructionOperand(oneOfStack(accumulator), side, depth, elemBits);
  if (accumulator.rank() == 2) return matrix;
  return stack(matrix, accumulator.shape()[0], int64_t{1} << warpBitsOfStack(accumulator));
}

}  // namespace tritonc::ir
