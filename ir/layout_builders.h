// Builders of the standard layouts, from one-dimensional bricks put together with the product.
#pragma once

#include "ir/linear_layout.h"

#include <optional>

namespace tritonc::ir {

/// `size` consecutive elements of dimension `out` along `in`, in a tile of `rank` dimensions whose others have size 1.
/// Size 8 on lanes: lane=[1, 2, 4].
LinearLayout identity1D(InDim in, int64_t size, unsigned out, unsigned rank);

/// `size` elements of dimension `out`, `stride` apart, along `in`. Not surjective unless stride is 1: size 4, stride 2
/// on registers is register=[2, 4] in a tile of 8 elements.
LinearLayout strided1D(InDim in, int64_t size, int64_t stride, unsigned out, unsigned rank);

/// How a blocked layout spreads a tile: each thread takes a small block, lanes tile those, warps tile the lanes'
/// blocks, all walking the dimensions in `order`, fastest first. Sizes are given for each dimension.
struct BlockedSpec {
  DimVector perThread;
  DimVector threads;
  DimVector warps;
  DimVector order;

  bool operator==(const BlockedSpec &) const = default;
};

/// Whether `blocked(spec, shape)` exists: powers of two and an order, for each dimension of `shape`, within a layout's
/// limits.
bool isValid(const BlockedSpec &spec, const DimVector &shape);

/// The blocked layout of a tile of `shape`. A description larger than the tile replicates over lanes and warps, never
/// over registers; a smaller one is repeated in registers. {4}, {32}, {4} on 1024 elements is register=[1, 2, 512],
/// lane=[4, 8, 16, 32, 64], warp=[128, 256].
LinearLayout blocked(const BlockedSpec &spec, const DimVector &shape);

/// A description that `blocked` turns into exactly `layout`, if there is one.
std::optional<BlockedSpec> describeAsBlocked(const LinearLayout &layout);

/// The layout of `parent`'s tile with dimension `axis` reduced away: lanes and warps along it hold copies, registers
/// along it are dropped.
LinearLayout slice(const LinearLayout &parent, unsigned axis);

/// A layout of shared memory with the elements in row-major order.
LinearLayout rowMajorBuffer(const DimVector &shape);

/// A row-major layout of shared memory whose rows are permuted against bank conflicts: groups of `vec` elements along
/// the fastest dimension are XORed with (row / perPhase) % maxPhase, row being the index along order[1].
LinearLayout swizzledShared(int64_t vec, int64_t perPhase, int64_t maxPhase, const DimVector &order,
                            const DimVector &shape);

/// Shared memory as TMA writes and wgmma reads it: row-major with a swizzle of 0 (none), 32, 64 or 128 bytes, rows
/// along the last dimension. With 128, bits 4..6 of a byte address are XORed with bits 7..9; with 64, bits 4..5
/// with 7..8; with 32, bit 4 with 7. Rows longer than the swizzle are cut into column blocks, stored one after another.
/// `elemBytes` is at most 16.
LinearLayout tmaShared(int64_t swizzleBytes, int64_t elemBytes, const DimVector &shape);

}  // namespace tritonc::ir
