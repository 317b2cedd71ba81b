#include "runtime/emulator/tensor_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "runtime/emulator/numbers.h"

namespace tritonc::emulator {
namespace {

struct ElementInfo {
  unsigned bytes;
  /// In the map's bits.
  uint32_t code;
  Type reduction;
  bool isFloat;
};

constexpr uint32_t kTf32 = 1 << 16;
constexpr auto kElements = std::to_array<ElementInfo>({
    {1, 0, Type::B8, false},
    {2, 1, Type::B16, false},
    {4, 2, Type::U32, false},
    {4, 3, Type::S32, false},
    {8, 4, Type::U64, false},
    {8, 5, Type::S64, false},
    {2, 6, Type::F16, true},
    {4, 7, Type::F32, true},
    {8, 9, Type::F64, true},
    {2, 10, Type::BF16, true},
    {4, 8, Type::F32, true},
    {4, 7 | kTf32, Type::F32, true},
    {4, 8 | kTf32, Type::F32, true},
});

const ElementInfo &infoOf(TensorElement element) { return kElements[static_cast<size_t>(element)]; }

uint32_t word(std::span<const std::byte> bytes, size_t at) {
  uint32_t value;
  std::memcpy(&value, bytes.data() + at, sizeof(value));
  return value;
}

/// Spans of the swizzle modes 0 to 3.
constexpr std::array<unsigned, 4> kSpans = {0, 32, 64, 128};

std::string findFault(const TensorMap &map) {
  if (map.address % 16 != 0) return fmt::format("its address {:#x} is not a multiple of 16", map.address);
  for (unsigned i = 1; i < map.rank; ++i)
    if (map.strides[i] == 0) return fmt::format("the stride of dimension {} is 0", i);
  if (map.rowBytes() % 16 != 0) return fmt::format("a row of its box has {} bytes, no multiple of 16", map.rowBytes());
  if (map.swizzle && map.rowBytes() > map.swizzle)
    return fmt::format("a row of its box has {} bytes, more than the span of its swizzle, {}", map.rowBytes(),
                       map.swizzle);
  return {};
}

}  // namespace

unsigned TensorMap::elementBytes() const { return infoOf(element).bytes; }
Type TensorMap::reductionType() const { return infoOf(element).reduction; }

std::string decodeTensorMap(std::span<const std::byte, kTensorMapBytes> bytes, TensorMap &map) {
  std::memcpy(&map.address, bytes.data(), sizeof(map.address));
  uint32_t flags = word(bytes, 8);
  map.rank = (flags >> 4 & 7) + 1;
  if (map.rank > kMaxRank) return fmt::format("its rank is {}", map.rank);
  uint32_t code = (flags >> 7 & 15) | (flags & kTf32);
  size_t element = 0;
  while (element < kElements.size() && kElements[element].code != code) ++element;
  if (element == kElements.size()) return fmt::format("its element type has the unknown code {}", code);
  map.element = static_cast<TensorElement>(element);
  if (flags >> 11 & 3) return "it is interleaved, which is not supported";
  map.swizzle = kSpans[flags >> 13 & 3];
  map.fillsNan = flags >> 15 & 1;
  map.strides[0] = map.elementBytes();
  uint32_t high = word(bytes, 28), small = word(bytes, 52), boxes = word(bytes, 56);
  for (unsigned i = 0; i < map.rank; ++i) {
    if (i > 0) map.strides[i] = (uint64_t{word(bytes, 8 + 4 * i)} | uint64_t{high >> (4 * (i - 1)) & 15} << 32) << 4;
    map.extents[i] = uint64_t{word(bytes, 32 + 4 * i)} + 1;
    map.steps[i] = i == 0 ? 1 : (small >> (3 * i) & 7) + 1;
    map.box[i] = (i == 0 ? small >> 24 : boxes >> (8 * (i - 1)) & 255) + 1;
  }
  return findFault(map);
}

std::array<std::byte, kTensorMapBytes> encodeTensorMap(const TensorMap &map) {
  std::array<uint32_t, kTensorMapBytes / 4> words = {};
  words[0] = static_cast<uint32_t>(map.address);
  words[1] = static_cast<uint32_t>(map.address >> 32);
  auto mode = static_cast<uint32_t>(std::ranges::find(kSpans, map.swizzle) - kSpans.begin());
  words[2] = (map.rank - 1) << 4 | (infoOf(map.element).code & 15) << 7 | (infoOf(map.element).code & kTf32) |
             mode << 13 | uint32_t{map.fillsNan} << 15;
  for (unsigned i = 0; i < map.rank; ++i) {
    if (i > 0) {
      words[2 + i] = static_cast<uint32_t>(map.strides[i] >> 4);
      words[7] |= static_cast<uint32_t>(map.strides[i] >> 36) << (4 * (i - 1));
      words[14] |= (map.box[i] - 1) << (8 * (i - 1));
    }
    words[8 + i] = static_cast<uint32_t>(map.extents[i] - 1);
    words[13] |= (map.steps[i] - 1) << (3 * i);
  }
  words[13] |= (map.box[0] - 1) << 24;
  return std::bit_cast<std::array<std::byte, kTensorMapBytes>>(words);
}

void fillElement(const TensorMap &map, std::byte *into) {
  unsigned bytes = map.elementBytes();
  bool isNan = map.fillsNan && infoOf(map.element).isFloat;
  std::memset(into, 0, bytes);
  // What an H200 fills with, whatever the type.
  constexpr uint16_t kNan = 0x7ff7;
  for (unsigned at = 0; isNan && at < bytes; at += sizeof(kNan)) std::memcpy(into + at, &kNan, sizeof(kNan));
}

void convertLoaded(const TensorMap &map, std::span<std::byte> row) {
  if (!(infoOf(map.element).code & kTf32)) return;
  for (size_t at = 0; at < row.size(); at += sizeof(uint32_t)) {
    uint32_t bits = word(row, at);
    bits = static_cast<uint32_t>(pack(unpack(bits, Type::F32), Type::TF32, Round::NearestEven, Overflow::ToInfinity));
    std::memcpy(row.data() + at, &bits, sizeof(bits));
  }
}

}  // namespace tritonc::emulator
