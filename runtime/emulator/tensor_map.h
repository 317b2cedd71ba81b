// A CUtensorMap: what bulk copies of tensors know of their tensor, in 128 bytes.
//
//   byte   bits    field (of the words at 12..27 and 32..51 one for each dimension)
//   0      63..0   address
//   8      6..4    rank - 1
//          10..7   element type; bit 16 makes tf32 of f32
//          12..11  interleave    14..13 swizzle    15 fills with NaN
//   12     31..0   stride of dimension i + 1 in units of 16 bytes; four more bits at 4 * i of byte 28
//   32     31..0   extent of dimension i, minus 1
//   52     14..0   step of dimension i, minus 1, three bits each;  31..24 box of dimension 0, minus 1
//   56     31..0   boxes of dimensions 1 to 4, minus 1, eight bits each
//
// The layout is what ptxas makes of `tensormap.replace`; what else the driver sets does not matter to copies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "runtime/emulator/types.h"

namespace tritonc::emulator {

inline constexpr size_t kTensorMapBytes = 128;
inline constexpr unsigned kMaxRank = 5;

/// In the order of CUtensorMapDataType.
enum class TensorElement : uint8_t { U8, U16, U32, S32, U64, S64, F16, F32, F64, BF16, F32Ftz, TF32, TF32Ftz };

struct TensorMap {
  uint64_t address = 0;
  unsigned rank = 1;
  TensorElement element = TensorElement::U8;
  std::array<uint64_t, kMaxRank> extents = {1, 1, 1, 1, 1};
  /// In bytes; the first is the size of an element.
  std::array<uint64_t, kMaxRank> strides = {};
  std::array<uint32_t, kMaxRank> box = {1, 1, 1, 1, 1};
  std::array<uint32_t, kMaxRank> steps = {1, 1, 1, 1, 1};
  /// 0, or the span in bytes: 32, 64 or 128.
  unsigned swizzle = 0;
  bool fillsNan = false;

  unsigned elementBytes() const;
  /// What a reduction computes with.
  Type reductionType() const;
  /// Elements of the box along a dimension that reach shared memory.
  uint32_t taken(unsigned dimension) const { return (box[dimension] + steps[dimension] - 1) / steps[dimension]; }
  uint32_t rowBytes() const { return box[0] * elementBytes(); }
  /// From row to row in shared memory.
  uint32_t rowPitch() const { return swizzle ? swizzle : rowBytes(); }
  uint64_t numRows() const { return uint64_t{taken(1)} * taken(2) * taken(3) * taken(4); }
};

/// Exchanges address bits as the hardware does: 16-byte pieces with bits 7 to 9.
inline uint32_t swizzled(uint32_t address, unsigned span) {
  return address ^ (address >> 3 & (span == 128 ? 0x70u : span == 64 ? 0x30u : span == 32 ? 0x10u : 0u));
}

/// Reads a map; a text that says what is wrong with it if it is none that copies can use.
std::string decodeTensorMap(std::span<const std::byte, kTensorMapBytes> bytes, TensorMap &map);
std::array<std::byte, kTensorMapBytes> encodeTensorMap(const TensorMap &map);

/// Fills an element that lies outside: zero, or the NaN that the map asks for.
void fillElement(const TensorMap &map, std::byte *into);
/// What a load does to the elements of a row besides copying them.
void convertLoaded(const TensorMap &map, std::span<std::byte> row);

}  // namespace tritonc::emulator
