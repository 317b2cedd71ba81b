#include "ir/matrix_view.h"

#include <algorithm>

namespace tritonc::ir {

std::optional<MatrixView> matrixView(const LinearLayout &registers, unsigned elemBits, MatrixOrder order) {
  constexpr unsigned kMaxMatrixBits = 2, kLaneBits = 5;
  bool isTransposed = order == MatrixOrder::Columns;
  bool isLoadable = isTransposed ? elemBits == 16 : elemBits == 8 || elemBits == 16;
  if (!isLoadable || registers.inBits(InDim::Lane) != kLaneBits) return std::nullopt;
  MatrixView view{LinearLayout(registers.shape()), log2Exact(32 / elemBits), 0};
  unsigned total = registers.inBits(InDim::Register);
  if (total < view.elementBits) return std::nullopt;
  view.matrixBits = std::min(kMaxMatrixBits, total - view.elementBits);
  unsigned loaded = view.elementBits + view.matrixBits;

  auto append = [&](InDim to, InDim from, unsigned begin, unsigned end) {
    for (unsigned bit = begin; bit < end; ++bit) view.rows.appendColumn(to, registers.column(from, bit));
  };
  if (isTransposed) {
    append(InDim::Register, InDim::Lane, 2, kLaneBits);
  } else {
    append(InDim::Register, InDim::Register, 0, view.elementBits);
    append(InDim::Register, InDim::Lane, 0, 2);
  }
  // A row is a run along one dimension, as it is in the fragments of matrix instructions.
  for (unsigned bit = 1; bit < view.rows.inBits(InDim::Register); ++bit)
    if (view.rows.column(InDim::Register, bit) != 2 * view.rows.column(InDim::Register, bit - 1)) return std::nullopt;
  append(InDim::Register, InDim::Register, loaded, total);
  if (isTransposed) {
    append(InDim::Lane, InDim::Register, 0, view.elementBits);
    append(InDim::Lane, InDim::Lane, 0, 2);
  } else {
    append(InDim::Lane, InDim::Lane, 2, kLaneBits);
  }
  append(InDim::Lane, InDim::Register, view.elementBits, loaded);
  while (view.rows.inBits(InDim::Lane) < kLaneBits) view.rows.appendColumn(InDim::Lane, 0);
  append(InDim::Warp, InDim::Warp, 0, registers.inBits(InDim::Warp));
  return view;
}

}  // namespace tritonc::ir
