// LinearLayout: which element of a tile lives where in the machine.
//
// A tile of 2^n elements is spread over registers, lanes, warps and blocks, or over offsets in shared memory. All sizes
// are powers of two, so a place in the machine is a string of bits, and an element's coordinates are a string of bits.
// Every layout that hardware and compilers use is *linear* over bits: the element at place x XOR y is the element at x
// XOR the element at y. It is therefore given by its *columns*, the elements at the places with exactly one bit set:
//
//   register=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256], shape=[512]
//
// says that register bit 0 moves to the next element, lane bit 0 moves by four elements, warp bit 1 moves by 256; so
// register 3 of lane 2 of warp 1 holds element 1 ^ 2 ^ 8 ^ 128 = 139. A zero column means that the bit does not change
// the element: the data is replicated. The map goes from places to elements and not back because of that replication.
//
// Input bits are *packed* in the order of `InDim`, register in the low bits. Coordinates are *flattened* row-major, the
// last dimension in the low bits. A column is one flattened coordinate; a layout is at most 64 columns, kept inline.
// Operations are in layout_algebra.h, layout_shape.h and layout_conversion.h, text in layout_text.h.
#pragma once

#include "ir/dim_vector.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace tritonc::ir {

/// The dimensions of a place. Distributed layouts use the first four, shared-memory layouts `Block` and `Offset`
/// (counted in elements).
enum class InDim : uint8_t { Register, Lane, Warp, Block, Offset };

inline constexpr unsigned kNumInDims = 5;
/// Limits of packed places and of flattened coordinates; sizes fit int64_t.
inline constexpr unsigned kMaxPlaceBits = 64;
inline constexpr unsigned kMaxTileBits = 62;
inline constexpr std::array<InDim, kNumInDims> kInDims = {InDim::Register, InDim::Lane, InDim::Warp, InDim::Block,
                                                          InDim::Offset};

/// A number with the lowest `bits` bits set.
constexpr uint64_t lowMask(unsigned bits) { return bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1; }

/// The signed number that the lowest `width` bits stand for, 1 to 64 of them.
constexpr int64_t signExtend(uint64_t bits, unsigned width) {
  unsigned unused = 64 - width;
  return static_cast<int64_t>(bits << unused) >> unused;
}

/// One value for each input dimension: an index (then it is a place in the machine) or a mask of index bits.
struct Place {
  std::array<uint64_t, kNumInDims> values{};

  constexpr uint64_t operator[](InDim dim) const { return values[static_cast<unsigned>(dim)]; }
  constexpr uint64_t &operator[](InDim dim) { return values[static_cast<unsigned>(dim)]; }
  constexpr bool operator==(const Place &) const = default;
};

/// A set of input dimensions.
class InDimSet {
public:
  constexpr InDimSet() = default;
  constexpr InDimSet(std::initializer_list<InDim> dims) {
    for (InDim dim : dims) insert(dim);
  }
  constexpr void insert(InDim dim) { mask_ |= 1u << static_cast<unsigned>(dim); }
  constexpr bool contains(InDim dim) const { return mask_ >> static_cast<unsigned>(dim) & 1; }

private:
  uint32_t mask_ = 0;
};

/// An F2-linear map from places to the coordinates of a tile. A value: copied, compared and hashed by content. An input
/// dimension of no bits and an absent one are the same thing.
class LinearLayout {
public:
  /// The layout of a scalar: no inputs, no dimensions.
  LinearLayout() = default;

  /// A layout onto a tile of `shape` (powers of two) with no input bits yet: everything sits at coordinate 0.
  explicit LinearLayout(const DimVector &shape);

  /// Adds one input bit above those that `dim` has; setting it XORs the element with the flattened coordinate `column`.
  void appendColumn(InDim dim, uint64_t column);

  unsigned rank() const { return rank_; }
  unsigned inBits(InDim dim) const { return inBits_[static_cast<unsigned>(dim)]; }
  unsigned outBits(unsigned dim) const { return outBits_[dim]; }
  uint64_t inSize(InDim dim) const { return uint64_t{1} << inBits(dim); }
  int64_t outSize(unsigned dim) const { return int64_t{1} << outBits(dim); }
  unsigned totalInBits() const;
  unsigned totalOutBits() const;
  DimVector shape() const;

  /// The position of `dim`'s lowest bit in a packed place.
  unsigned inOffset(InDim dim) const;
  /// The position of `dim`'s lowest bit in a flattened coordinate.
  unsigned outOffset(unsigned dim) const;

  /// All columns, in the order of packed places.
  std::span<const uint64_t> columns() const { return std::span(columns_).first(totalInBits()); }
  std::span<const uint64_t> columns(InDim dim) const { return columns().subspan(inOffset(dim), inBits(dim)); }
  uint64_t column(InDim dim, unsigned bit) const { return columns_[inOffset(dim) + bit]; }
  /// A column as coordinates: with shape [4, 8], column 17 is (2, 1).
  DimVector basis(InDim dim, unsigned bit) const { return unflatten(column(dim, bit)); }

  /// Row-major index of `coords`, and back.
  uint64_t flatten(const DimVector &coords) const;
  DimVector unflatten(uint64_t flat) const;
  /// The coordinate along `dim` inside a flattened coordinate.
  uint64_t coordinate(uint64_t flat, unsigned dim) const { return flat >> outOffset(dim) & lowMask(outBits(dim)); }

  /// The bits of `place` put side by side, and back.
  uint64_t pack(const Place &place) const;
  Place unpack(uint64_t packed) const;

  /// The coordinates of the element at `place`.
  DimVector apply(const Place &place) const { return unflatten(applyPacked(pack(place))); }
  /// The same on packed places and flattened coordinates: the XOR of the columns of the set bits.
  uint64_t applyPacked(uint64_t packed) const;

  /// Every element has a place.
  bool isSurjective() const { return imageBits() == totalOutBits(); }
  /// Every place holds another element: no replication.
  bool isInjective() const { return imageBits() == totalInBits(); }
  /// Log2 of the number of different elements that have a place.
  unsigned imageBits() const;

  /// Columns have one bit at most and non-zero columns differ: a register layout in the narrow sense, closed under the
  /// shape operations of the language.
  bool isDistributed() const;

  /// For each input dimension the bits that lower bits make redundant. The places where those bits are 0 hold every
  /// element exactly once, so they are the ones that store or take part in an atomic. With register=[1], lane=[2, 1],
  /// warp=[0]: register 0b0, lane 0b10, warp 0b1.
  Place freeVariableMasks() const;

  /// The bits of `dim` that do not change the element.
  uint64_t zeroColumnMask(InDim dim) const;
  /// The layout without those bits: register=[1, 0, 2] becomes register=[1, 2].
  LinearLayout removeZeroColumns(InDim dim) const;

  /// The layout onto `shape` whose columns are `map(column)` of ours.
  template <typename Map> LinearLayout mapColumns(const DimVector &shape, Map &&map) const {
    LinearLayout result(shape);
    for (InDim dim : kInDims)
      for (uint64_t column : columns(dim)) result.appendColumn(dim, map(column));
    return result;
  }

  bool operator==(const LinearLayout &) const = default;
  /// Depends on the content only: equal in every process.
  uint64_t hash() const;

private:
  // Unused slots are zero, so that comparison is memberwise.
  std::array<uint64_t, kMaxPlaceBits> columns_{};
  std::array<uint8_t, kNumInDims> inBits_{};
  std::array<uint8_t, kMaxRank> outBits_{};
  uint8_t rank_ = 0;
};

/// Log2 of `size`, which must be a power of two.
unsigned log2Exact(int64_t size);

}  // namespace tritonc::ir
