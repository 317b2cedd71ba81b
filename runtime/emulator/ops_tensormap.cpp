// tensormap.*: tensor maps that a kernel makes itself (tensor_map.h).
#include <algorithm>
#include <cstring>

#include "runtime/emulator/access.h"
#include "runtime/emulator/builder.h"
#include "runtime/emulator/cta.h"
#include "runtime/emulator/tensor_map.h"

namespace tritonc::emulator {
namespace {

/// A field of a map: bits of the word at `byte`, from `shift` on; those of the dimensions lie `step` bits apart. What
/// is written is the value less `bias`.
struct Field {
  std::string_view name;
  unsigned byte, shift, bits, step, numDimensions;
  uint32_t bias;
};
constexpr auto kFields = std::to_array<Field>({
    {"rank", 8, 4, 3, 0, 0, 0},
    {"elemtype", 8, 7, 4, 0, 0, 0},
    {"interleave_layout", 8, 11, 2, 0, 0, 0},
    {"swizzle_mode", 8, 13, 2, 0, 0, 0},
    {"fill_mode", 8, 15, 1, 0, 0, 0},
    {"global_dim", 32, 0, 32, 32, 5, 1},
    {"element_stride", 52, 0, 3, 3, 5, 1},
    // The box of dimension 0 lies in the byte before those of the others.
    {"box_dim", 52, 24, 8, 8, 5, 1},
});
/// Element types 11 and 12 are f32 and f32.ftz with this bit of the same word.
constexpr uint32_t kTf32Bit = 1 << 16;

/// A piece of a map in memory, in one lane; false after a fault.
template <class T> bool change(Warp &warp, unsigned lane, Space space, uint64_t address, T keep, T set) {
  Access access;
  access.space = space;
  access.lanes = LaneMask{1} << lane;
  access.bytes = sizeof(T);
  access.addresses[lane] = address;
  access.kind = {.isRead = true};
  if (!locate(warp, access)) return false;
  T value;
  std::memcpy(&value, access.host[lane], sizeof(T));
  value = (value & keep) | set;
  access.kind = {.isWrite = true};
  std::array<std::byte, sizeof(T) * kWarpSize> values = {};
  std::memcpy(values.data() + lane * sizeof(T), &value, sizeof(T));
  access.values = values.data();
  return locate(warp, access);
}

/// The address `index` is the map's; b: the value; count: the dimension; kind: the row of kFields.
void replaceField(Warp &warp, const Inst &inst, LaneMask lanes) {
  const AddressParts &parts = warp.frame->function->addresses[inst.index];
  const Field &field = kFields[inst.kind];
  unsigned at = field.shift + field.step * inst.count;
  for (; lanes; lanes &= lanes - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    uint32_t value = warp.at<uint32_t>(inst.b)[lane] - field.bias, fieldMask = ~0u >> (32 - field.bits);
    uint32_t mask = fieldMask << (at % 32), set = 0;
    if (field.name == "elemtype") {
      mask |= kTf32Bit;
      set = value > 10 ? kTf32Bit : 0;
      value = value > 10 ? value - 4 : value;
    }
    set |= (value & fieldMask) << (at % 32);
    uint64_t place = addressOf(warp, parts, lane) + field.byte + at / 32 * 4;
    if (!change<uint32_t>(warp, lane, parts.space, place, ~mask, set)) return;
  }
}

void replaceAddress(Warp &warp, const Inst &inst, LaneMask lanes) {
  const AddressParts &parts = warp.frame->function->addresses[inst.index];
  for (; lanes; lanes &= lanes - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    uint64_t value = warp.at<uint64_t>(inst.b)[lane];
    if (!change<uint64_t>(warp, lane, parts.space, addressOf(warp, parts, lane), 0, value)) return;
  }
}

/// Strides are kept in units of 16 bytes, their upper bits apart.
void replaceStride(Warp &warp, const Inst &inst, LaneMask lanes) {
  const AddressParts &parts = warp.frame->function->addresses[inst.index];
  for (; lanes; lanes &= lanes - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    uint64_t units = warp.at<uint64_t>(inst.b)[lane] >> 4, map = addressOf(warp, parts, lane);
    unsigned shift = 4 * inst.count;
    if (!change<uint32_t>(warp, lane, parts.space, map + 12 + 4 * inst.count, 0, static_cast<uint32_t>(units)) ||
        !change<uint32_t>(warp, lane, parts.space, map + 28, ~(15u << shift),
                          static_cast<uint32_t>(units >> 32 & 15) << shift))
      return;
  }
}

/// The warp copies the map of its first lane from shared to global memory: the addresses `index` on are to and from.
void copyMap(Warp &warp, const Inst &inst, LaneMask lanes) {
  if (!checkAligned(warp, lanes)) return;
  const AddressParts *parts = &warp.frame->function->addresses[inst.index];
  constexpr unsigned kPiece = 16;
  auto lane = static_cast<unsigned>(std::countr_zero(lanes));
  for (unsigned at = 0; at < kTensorMapBytes; at += kPiece) {
    Access access;
    access.lanes = LaneMask{1} << lane;
    access.bytes = kPiece;
    access.space = parts[1].space;
    access.kind = {.isRead = true};
    access.addresses[lane] = addressOf(warp, parts[1], lane) + at;
    if (!locate(warp, access)) return;
    std::array<std::byte, kPiece * kWarpSize> values = {};
    std::memcpy(values.data() + size_t{lane} * kPiece, access.host[lane], kPiece);
    access.space = parts[0].space;
    access.kind = {.isWrite = true};
    access.addresses[lane] = addressOf(warp, parts[0], lane) + at;
    access.values = values.data();
    if (!locate(warp, access)) return;
  }
}

// ---- Building ----

std::optional<Space> spaceOf(const Builder &b) {
  if (b.has("global")) return Space::Global;
  return b.has("shared::cta") ? std::optional(Space::Shared) : std::nullopt;
}

Success readDimension(Builder &b, unsigned numDimensions, size_t &at) {
  if (numDimensions == 0) return {};
  if (at >= b.numOperands() || b.operand(at).kind != syntax::Operand::Kind::Integer ||
      b.operand(at).bits >= numDimensions)
    return b.fail("the dimension must be a number below {}", numDimensions);
  b.inst.count = static_cast<uint8_t>(b.operand(at++).bits);
  return {};
}

Success buildReplace(Builder &b) {
  if (b.numOperands() < 2) return b.fail("operands are missing");
  TC_TRY(b.inst.index, b.keepAddress(b.operand(0), spaceOf(b)));
  bool isStride = b.has("global_stride"), isAddress = b.has("global_address");
  auto field = std::ranges::find_if(kFields, [&](const Field &known) { return b.has(known.name); });
  if (!isStride && !isAddress && field == kFields.end()) return b.fail("the field is missing");
  size_t at = 1;
  b.inst.count = 0;
  TC_TRY_VOID(readDimension(b, isStride ? 4 : isAddress ? 0 : field->numDimensions, at));
  if (at + 1 != b.numOperands()) return b.fail("operands are missing, or there are too many");
  TC_TRY(b.inst.b, b.source(b.operand(at), isStride || isAddress ? Type::B64 : Type::B32));
  if (isAddress) return b.use(replaceAddress);
  if (isStride) return b.use(replaceStride);
  b.inst.kind = static_cast<uint8_t>(field - kFields.begin());
  return b.use(replaceField);
}

}  // namespace

Success buildTensormap(Builder &b) {
  if (b.has("replace")) return b.has("tile") ? buildReplace(b) : b.failType();
  if (!b.has("cp_fenceproxy") || b.numOperands() != 3 || b.operand(2).bits != kTensorMapBytes || !b.has("aligned"))
    return b.failType();
  TC_TRY(b.inst.index, b.keepAddress(b.operand(0), Space::Global));
  TC_TRY_VOID(b.keepAddress(b.operand(1), Space::Shared));
  return b.use(copyMap);
}

}  // namespace tritonc::emulator
