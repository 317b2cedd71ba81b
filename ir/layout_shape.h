// Shape operations on layouts. Each is exact and moves no data: when an operand of a shape operation of the language
// has the layout given, the result has the layout returned, register for register.
//
// The operand layout that yields a wanted result comes from the reverse operation: permuteDims by the inverse
// permutation, reshape to the old shape, removeDim for expandDims, collapseDim for broadcast, split for join.
#pragma once

#include "ir/linear_layout.h"

#include <optional>

namespace tritonc::ir {

/// Dimension i of the result is dimension order[i] of `layout` (tl.trans, tl.permute). A column (1, 2) becomes (2, 1)
/// under order [1, 0].
LinearLayout permuteDims(const LinearLayout &layout, const DimVector &order);

/// Whether `order` names each of the dimensions 0 .. size - 1 once.
bool isPermutation(const DimVector &order);

/// The permutation that undoes `order`: that of [2, 0, 1] is [1, 2, 0].
DimVector inversePermutation(const DimVector &order);

/// The same elements in row-major order under another shape of as many elements. From shape [4, 4] to [2, 8] a column
/// (1, 0) becomes (0, 4).
LinearLayout reshape(const LinearLayout &layout, const DimVector &shape);

/// A new dimension of size 1 at `axis`. At axis 0 a column 2 becomes (0, 2).
LinearLayout expandDims(const LinearLayout &layout, unsigned axis);

/// Projects dimension `axis` away: bits that only moved along it become zero columns. Without axis 0, the columns
/// lane=[(1, 0), (0, 1)] are lane=[0, 1]. The layout of a reduction's result, and the reverse of expandDims. Redundant
/// registers stay; `slice` in layout_builders.h drops them.
LinearLayout removeDim(const LinearLayout &layout, unsigned axis);

/// Shrinks dimension `axis` to size 1: the operand that broadcast turns into `layout` without moving data. Bits that
/// moved along the axis become zero columns: on axis 0, lane=[(1, 0), (0, 1)] is lane=[(0, 0), (0, 1)].
LinearLayout collapseDim(const LinearLayout &layout, unsigned axis);

/// A new minor dimension of size 2 whose two elements are neighbouring registers (tl.join). register=[1] becomes
/// register=[(0, 1), (1, 0)].
LinearLayout join(const LinearLayout &layout);

/// The register bit that chooses between the elements of a minor dimension of size 2; none when the pair is not in one
/// thread.
std::optional<unsigned> minorPairRegister(const LinearLayout &layout);

/// The layout of both halves of a minor dimension of size 2 (tl.split); none when the pair is not in one thread. The
/// reverse of join, wherever the register bit is.
std::optional<LinearLayout> split(const LinearLayout &layout);

/// Clips the tile to `shape` where it is larger: columns that lead outside become zero, so the data is replicated.
/// Exact for distributed layouts.
LinearLayout ensureNotLargerThan(const LinearLayout &layout, const DimVector &shape);

/// Repeats the tile along new high bits of `dim` (register or offset) up to `shape`, walking the dimensions in `order`,
/// fastest first.
LinearLayout ensureNotSmallerThan(const LinearLayout &layout, const DimVector &shape, InDim dim,
                                  const DimVector &order);

}  // namespace tritonc::ir
