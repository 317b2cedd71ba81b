// A tile in registers as the 8 x 8 matrices that `ldmatrix` loads (PTX ISA, "ldmatrix").
//
// A matrix is 8 rows of 16 bytes, each at an address that one lane gives. Of the 64 words, lane l receives word l % 4
// of row l / 4. With `.trans`, for elements of 16 bits, it receives elements l / 4 of rows 2 (l % 4) and 2 (l % 4) + 1.
#pragma once

#include <optional>

#include "ir/linear_layout.h"

namespace tritonc::ir {

/// Whether rows of the matrices lie in memory, or their columns.
enum class MatrixOrder : uint8_t { Rows, Columns };

/// From what lanes address to elements. A register of the tile is, from its lowest bit: an element of a word, a matrix
/// of an instruction, an instruction.
struct MatrixView {
  /// The lowest registers are the 16 bytes at one address; those above number the instructions. Lanes address rows: 8
  /// for each matrix, the matrices of an instruction one after the other.
  LinearLayout rows;
  unsigned elementBits;
  unsigned matrixBits;
};

/// Nothing if elements of that size are not loaded so, a word is not in one lane, or a row is not a run. Those of 32
/// bits could be, by rows; plain loads serve them nearly as well.
std::optional<MatrixView> matrixView(const LinearLayout &registers, unsigned elemBits, MatrixOrder order);

}  // namespace tritonc::ir
