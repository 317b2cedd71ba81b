// Layouts of the operands and accumulators of `wgmma`, the matrix instruction of a warpgroup of four warps (PTX ISA,
// "Asynchronous warpgroup level matrix instructions"; wgmma has 64 rows, up to 256 columns and a depth of 32 bytes).
//
// Both operands lie in shared memory, or A in registers. In shared memory they lie in panels of rows of 32, 64 or 128
// bytes whose 16-byte chunks are swizzled. Rows lead along K ("K-major"), or, for elements of 16 bits, along the other
// dimension ("MN-major").
#pragma once

#include <optional>
#include <vector>

#include "ir/linear_layout.h"
#include "ir/mma_layout.h"

namespace tritonc::ir {

constexpr int64_t kWgmmaRows = 64;
constexpr int64_t kWgmmaMaxCols = 256;
constexpr int64_t kWarpgroup = 4;

/// Whether M x N accumulators can be shared by `warpsM` x `warpsN` warps: each warpgroup has instructions to run.
bool fitsWgmma(const DimVector &shape, int64_t warpsM, int64_t warpsN);

/// The accumulator of M x N elements over `warpsM` x `warpsN` warps, `warpsM` a multiple of 4: in each warp as that of
/// `mma.sync`.
LinearLayout wgmmaAccumulator(const DimVector &shape, int64_t warpsM, int64_t warpsN);

/// How warps share such an accumulator.
struct WarpGrid {
  int64_t warpsM, warpsN;
};
std::optional<WarpGrid> wgmmaWarps(const LinearLayout &accumulator);

/// The layout in which the instruction takes A from registers for such an accumulator: M x `depth` elements, in each
/// warp as for `mma.sync`.
LinearLayout wgmmaFragment(const LinearLayout &accumulator, int64_t depth, unsigned elemBits);

/// How an operand lies in shared memory.
struct WgmmaOrder {
  /// Bytes of a row of a panel: 32, 64 or 128.
  int64_t swizzle;
  /// Whether rows lead along K; else along M or N.
  bool isKMajor;
};

/// The orders that the instruction takes for an operand, those with the longest rows first.
std::vector<WgmmaOrder> wgmmaOrders(const DimVector &shape, DotSide side, unsigned elemBits);

/// M x K elements for A, K x N for B.
LinearLayout wgmmaBuffer(const DimVector &shape, DotSide side, unsigned elemBits, WgmmaOrder order);

/// The order of a buffer that `wgmmaBuffer` has made; nothing for others.
std::optional<WgmmaOrder> wgmmaOrder(const LinearLayout &buffer, DotSide side, unsigned elemBits);

}  // namespace tritonc::ir
