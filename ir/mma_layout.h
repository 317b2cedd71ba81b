// Layouts of the operands and accumulators of `mma.sync`, the matrix instruction of a warp (PTX ISA, "Matrix fragments
// for mma.m16n8k16" and its neighbours).
//
// An accumulator tile is cut into blocks of 16 x 8 elements. In one block, lane l holds the elements (l / 4, 2 (l %
// 4)), its neighbour to the right, and both again 8 rows below. Blocks are spread over warps and then over registers. A
// tile smaller than a block is replicated. The instruction has registers for the copies too; the layouts of tiles leave
// those out, since no two registers of a tile hold the same element.
//
// Of a stack of matrices, dimension 0 is spread over the last warps, and then over the last registers.
#pragma once

#include <optional>

#include "ir/linear_layout.h"

namespace tritonc::ir {

/// The accumulator of M x N elements over `warpsM` x `warpsN` warps, or of a stack of those, over `warpsStack` times as
/// many.
LinearLayout mmaAccumulator(const DimVector &shape, int64_t warpsM, int64_t warpsN, int64_t warpsStack = 1);

/// The registers that the instructions have for such an accumulator, copies included: the lowest four are those of one
/// instruction. Nothing if the layout is none that `mmaAccumulator` makes.
std::optional<LinearLayout> mmaInstructionAccumulator(const LinearLayout &accumulator);

/// The registers and threads of one matrix of the stack that the accumulator is; a matrix is its own.
LinearLayout oneOfStack(const LinearLayout &accumulator);

enum class DotSide : uint8_t { A, B };

/// The layout in which `mma.sync` takes an operand for an accumulator in layout `accumulator`: M x K elements for A,
/// K x N for B, of `elemBits` bits. The lowest registers are one 32-bit word along K; then come those of one
/// instruction; then those of further blocks and, above them in long products and below in short ones, of further steps
/// along K. K is at least one instruction deep.
LinearLayout mmaOperand(const LinearLayout &accumulator, DotSide side, int64_t depth, unsigned elemBits);

/// The registers that the instructions have for it, copies included; `accumulator` is `mmaInstructionAccumulator`'s
/// or, for A, one of warpgroups.
LinearLayout mmaInstructionOperand(const LinearLayout &accumulator, DotSide side, int64_t depth, unsigned elemBits);

/// Elements along K of one instruction: 256 bits.
constexpr int64_t mmaDepth(unsigned elemBits) { return 256 / elemBits; }

}  // namespace tritonc::ir
