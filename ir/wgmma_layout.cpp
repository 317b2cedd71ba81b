#include "ir/wgmma_layout.h"

#include "ir/layout_builders.h"
#include "ir/layout_shape.h"
#include "ir/support/check.h"

namespace tritonc::ir {
namespace {

constexpr int64_t kWarpRows = 16;
constexpr int64_t kBlockN = 8;
/// Rows of a panel that its swizzle runs through.
constexpr int64_t kSwizzledRows = 8;

/// The dimension along K.
unsigned depthDim(DotSide side) { return side == DotSide::A ? 1 : 0; }

}  // namespace

bool fitsWgmma(const DimVector &shape, int64_t warpsM, int64_t warpsN) {
  return warpsM % kWarpgroup == 0 && shape[0] >= kWarpRows * warpsM && shape[1] >= kBlockN * warpsN;
}

LinearLayout wgmmaAccumulator(const DimVector &shape, int64_t warpsM, int64_t warpsN) {
  TC_CHECK(fitsWgmma(shape, warpsM, warpsN), "each warpgroup has an instruction to run");
  LinearLayout layout(shape);
  auto rows = [&](InDim dim, int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; row *= 2) layout.appendColumn(dim, layout.flatten({row, 0}));
  };
  auto cols = [&](InDim dim, int64_t begin, int64_t end) {
    for (int64_t col = begin; col < end; col *= 2) layout.appendColumn(dim, layout.flatten({0, col}));
  };
  int64_t warpCols = shape[1] / warpsN;
  cols(InDim::Register, 1, 2);
  rows(InDim::Register, 8, 16);
  cols(InDim::Register, kBlockN, warpCols);
  rows(InDim::Register, kWarpRows * warpsM, shape[0]);
  cols(InDim::Lane, 2, kBlockN);
  rows(InDim::Lane, 1, 8);
  rows(InDim::Warp, kWarpRows, kWarpRows * warpsM);
  cols(InDim::Warp, warpCols, shape[1]);
  return layout;
}

std::optional<WarpGrid> wgmmaWarps(const LinearLayout &accumulator) {
  if (accumulator.rank() != 2) return std::nullopt;
  auto warps = static_cast<int64_t>(accumulator.inSize(InDim::Warp));
  for (int64_t warpsN = 1; warpsN <= warps; warpsN *= 2) {
    int64_t warpsM = warps / warpsN;
    if (fitsWgmma(accumulator.shape(), warpsM, warpsN) &&
        accumulator == wgmmaAccumulator(accumulator.shape(), warpsM, warpsN))
      return WarpGrid{warpsM, warpsN};
  }
  return std::nullopt;
}

LinearLayout wgmmaFragment(const LinearLayout &accumulator, int64_t depth, unsigned elemBits) {
  return mmaInstructionOperand(accumulator, DotSide::A, depth, elemBits);
}

std::vector<WgmmaOrder> wgmmaOrders(const DimVector &shape, DotSide side, unsigned elemBits) {
  std::vector<WgmmaOrder> orders;
  for (bool isKMajor : {true, false}) {
    if (!isKMajor && elemBits != 16) continue;
    unsigned fast = isKMajor ? depthDim(side) : 1 - depthDim(side);
    for (int64_t swizzle : {128, 64, 32}) {
      bool fits = shape[fast] * elemBits / 8 >= swizzle && shape[1 - fast] >= kSwizzledRows;
      if (!fits) continue;
      orders.push_back({swizzle, isKMajor});
      break;
    }
  }
  return orders;
}

LinearLayout wgmmaBuffer(const DimVector &shape, DotSide side, unsigned elemBits, WgmmaOrder order) {
  bool isLastFast = (depthDim(side) == 1) == order.isKMajor;
  if (isLastFast) return tmaShared(order.swizzle, elemBits / 8, shape);
  return permuteDims(tmaShared(order.swizzle, elemBits / 8, {shape[1], shape[0]}), {1, 0});
}

std::optional<WgmmaOrder> wgmmaOrder(const LinearLayout &buffer, DotSide side, unsigned elemBits) {
  if (buffer.rank() != 2) return std::nullopt;
  for (WgmmaOrder order : wgmmaOrders(buffer.shape(), side, elemBits))
    if (buffer == wgmmaBuffer(buffer.shape(), side, elemBits, order)) return order;
  return std::nullopt;
}

}  // namespace tritonc::ir
