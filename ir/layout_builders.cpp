// Builders of the standard layouts: see layout_builders.h.
#include "ir/layout_builders.h"

#include "ir/layout_algebra.h"
#include "ir/layout_shape.h"
#include "ir/support/check.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace tritonc::ir {

LinearLayout identity1D(InDim in, int64_t size, unsigned out, unsigned rank) {
  return strided1D(in, size, /*stride=*/1, out, rank);
}

LinearLayout strided1D(InDim in, int64_t size, int64_t stride, unsigned out, unsigned rank) {
  DimVector shape = DimVector::filled(rank, 1);
  shape[out] = size * stride;
  LinearLayout result(shape);
  // The other dimensions have size 1, so the flattened coordinate is the one along `out`.
  for (int64_t step = stride; step < size * stride; step *= 2) result.appendColumn(in, step);
  return result;
}

// Log2 of the product of `sizes`; none when one is not a power of two.
static std::optional<unsigned> totalBits(const DimVector &sizes) {
  unsigned bits = 0;
  for (int64_t size : sizes) {
    if (size <= 0 || !std::has_single_bit(static_cast<uint64_t>(size))) return std::nullopt;
    bits += std::countr_zero(static_cast<uint64_t>(size));
  }
  return bits;
}

bool isValid(const BlockedSpec &spec, const DimVector &shape) {
  for (const DimVector *part : {&spec.perThread, &spec.threads, &spec.warps, &spec.order})
    if (part->size() != shape.size()) return false;
  std::optional<unsigned> perThread = totalBits(spec.perThread);
  std::optional<unsigned> threads = totalBits(spec.threads);
  std::optional<unsigned> warps = totalBits(spec.warps);
  std::optional<unsigned> elements = totalBits(shape);
  if (!perThread || !threads || !warps || !elements || !isPermutation(spec.order)) return false;
  // Bounds the unclipped tile and the input bits of the result.
  return std::max(*perThread, *elements) + *threads + *warps <= kMaxTileBits;
}

LinearLayout blocked(const BlockedSpec &spec, const DimVector &shape) {
  TC_CHECK(isValid(spec, shape), "blocked layouts are described with powers of two");
  unsigned rank = shape.size();
  LinearLayout tile(DimVector::filled(rank, 1));
  const std::pair<InDim, const DimVector *> levels[] = {
      {InDim::Register, &spec.perThread}, {InDim::Lane, &spec.threads}, {InDim::Warp, &spec.warps}};
  for (auto [in, sizes] : levels)
    for (int64_t dim : spec.order) tile = tile * identity1D(in, (*sizes)[dim], dim, rank);
  LinearLayout clipped = ensureNotLargerThan(tile, shape).removeZeroColumns(InDim::Register);
  return ensureNotSmallerThan(clipped, shape, InDim::Register, spec.order);
}

namespace {

// Reads a layout as a blocked one under a guessed order: the columns of registers, then lanes, then warps must walk the
// dimensions in that order, each continuing where the level before it stopped.
class BlockedReader {
public:
  BlockedReader(const LinearLayout &layout, const DimVector &order) : layout_(layout), order_(order) {
    reached_ = DimVector::filled(layout.rank(), 1);
  }

  BlockedSpec read() {
    BlockedSpec spec;
    spec.order = order_;
    spec.perThread = readLevel(InDim::Register);
    spec.threads = readLevel(InDim::Lane);
    spec.warps = readLevel(InDim::Warp);
    return spec;
  }

private:
  DimVector readLevel(InDim in) {
    DimVector sizes = DimVector::filled(layout_.rank(), 1);
    std::span<const uint64_t> rest = layout_.columns(in);
    for (int64_t dim : order_)
      for (; !rest.empty() && continues(rest.front(), dim); rest = rest.subspan(1)) {
        sizes[dim] *= 2;
        reached_[dim] *= 2;
      }
    return sizes;
  }

  // A step to the next unreached element along `dim`; a zero column is one past the end of the tile.
  bool continues(uint64_t column, unsigned dim) const {
    if (reached_[dim] >= layout_.outSize(dim)) return column == 0;
    return column == static_cast<uint64_t>(reached_[dim]) << layout_.outOffset(dim);
  }

  const LinearLayout &layout_;
  const DimVector &order_;
  DimVector reached_;
};

}  // namespace

std::optional<BlockedSpec> describeAsBlocked(const LinearLayout &layout) {
  // A description counts the places in 64-bit numbers.
  if (layout.totalInBits() > kMaxTileBits || !layout.isDistributed() || !layout.isSurjective()) return std::nullopt;
  // Row-major is the usual order, so it is tried first.
  DimVector order;
  for (unsigned dim = layout.rank(); dim-- > 0;) order.push(dim);
  do {
    BlockedSpec spec = BlockedReader(layout, order).read();
    if (isValid(spec, layout.shape()) && blocked(spec, layout.shape()) == layout) return spec;
  } while (std::prev_permutation(order.begin(), order.end()));
  return std::nullopt;
}

LinearLayout slice(const LinearLayout &parent, unsigned axis) {
  return removeDim(parent, axis).removeZeroColumns(InDim::Register);
}

LinearLayout rowMajorBuffer(const DimVector &shape) {
  LinearLayout buffer(shape);
  for (unsigned bit = 0; bit < buffer.totalOutBits(); ++bit) buffer.appendColumn(InDim::Offset, uint64_t{1} << bit);
  return buffer;
}

LinearLayout swizzledShared(int64_t vec, int64_t perPhase, int64_t maxPhase, const DimVector &order,
                            const DimVector &shape) {
  TC_CHECK(shape.size() >= 2 && order.size() == shape.size(), "rows are swizzled, so there are two dimensions");
  TC_CHECK(vec * maxPhase <= shape[order[0]], "a swizzle stays inside its row");
  LinearLayout result(shape);
  for (int64_t dim : order) {
    for (int64_t step = 1; step < shape[dim]; step *= 2) {
      DimVector coords = DimVector::filled(shape.size(), 0);
      coords[dim] = step;
      if (dim == order[1]) coords[order[0]] = vec * (step / perPhase % maxPhase);
      result.appendColumn(InDim::Offset, result.flatten(coords));
    }
  }
  return result;
}

LinearLayout tmaShared(int64_t swizzleBytes, int64_t elemBytes, const DimVector &shape) {
  TC_CHECK(swizzleBytes == 0 || swizzleBytes == 32 || swizzleBytes == 64 || swizzleBytes == 128,
           "the hardware has these swizzles");
  unsigned rank = shape.size();
  DimVector order;
  for (unsigned dim = rank; dim-- > 0;) order.push(dim);
  LinearLayout none(DimVector::filled(rank, 1));
  if (swizzleBytes == 0) return ensureNotSmallerThan(none, shape, InDim::Offset, order);

  // The core tile: eight rows as long as the span, in units of 16 bytes.
  TC_CHECK(rank >= 2 && shape[rank - 2] >= 8 && shape[rank - 1] * elemBytes >= swizzleBytes,
           "a swizzle is chosen only for tiles that hold its core tile");
  DimVector core = DimVector::filled(rank, 1);
  core[rank - 2] = 8;
  core[rank - 1] = swizzleBytes / elemBytes;
  LinearLayout tile = swizzledShared(16 / elemBytes, 128 / swizzleBytes, swizzleBytes / 16, order, core);
  // Rows come before column blocks: each block is one box of the copy.
  std::swap(order[0], order[1]);
  return ensureNotSmallerThan(tile, shape, InDim::Offset, order);
}

}  // namespace tritonc::ir
