// cp.async.bulk.tensor: copies of boxes of tensors that a CUtensorMap describes (tensor_map.h).
//
// What the hardware refuses with an illegal instruction is a fault here: a start of dimension 0 that is no multiple of
// 16 bytes, and a negative start of a store. A store clips dimension 0 at the next multiple of 16 bytes only.
#include <algorithm>
#include <cstring>

#include "runtime/emulator/bulk.h"
#include "runtime/emulator/cta.h"
#include "runtime/emulator/decoder.h"
#include "runtime/emulator/tensor_map.h"

namespace tritonc::emulator {
namespace {

constexpr unsigned kTileAlign = 128;
constexpr unsigned kMapAlign = 64;
constexpr uint32_t kPiece = 16;

using Index = std::array<int64_t, kMaxRank>;

/// Of copies: addresses from `index` on: destination, source and mbarrier, the map among them; imm: slots of the
/// coordinates, count of them; mode: ReduceOp, kind: 1 reduces.
struct TensorCopy {
  TensorMap map;
  Index start = {};
};

bool readMap(Warp &warp, unsigned lane, uint64_t address, TensorMap &map) {
  std::array<std::byte, kTensorMapBytes> bytes;
  Access access;
  access.space = Space::Generic;
  access.lanes = LaneMask{1} << lane;
  access.bytes = kPiece;
  access.kind = {.isRead = true};
  for (size_t at = 0; at < bytes.size(); at += kPiece) {
    access.addresses[lane] = address + at;
    if (!locate(warp, access)) return false;
    std::memcpy(bytes.data() + at, access.host[lane], kPiece);
  }
  if (address % kMapAlign != 0) {
    warp.fault(Check::Misaligned, "the tensor map at {:#x} is not at a multiple of {}", address, kMapAlign);
    return false;
  }
  std::string wrong = decodeTensorMap(bytes, map);
  if (!wrong.empty())
    warp.fault(Check::BadOperand, "the tensor map at {:#x} is none that can be used: {}", address, wrong);
  return wrong.empty();
}

bool readCopy(Warp &warp, const Inst &inst, unsigned lane, unsigned whichIsMap, TensorCopy &copy) {
  const Function &function = *warp.frame->function;
  if (!readMap(warp, lane, addressOf(warp, function.addresses[inst.index + whichIsMap], lane), copy.map)) return false;
  if (copy.map.rank != inst.count) {
    warp.fault(Check::BadOperand, "the tensor map has rank {}, the instruction {}", copy.map.rank, inst.count);
    return false;
  }
  if (copy.map.numRows() * copy.map.rowPitch() > warp.cta->shared.size()) {
    warp.fault(Check::OutOfBounds, "a box of {} rows of {} bytes does not fit in {} bytes of shared memory",
               copy.map.numRows(), copy.map.rowPitch(), warp.cta->shared.size());
    return false;
  }
  for (unsigned i = 0; i < inst.count; ++i)
    copy.start[i] = warp.at<int32_t>(function.slots[static_cast<size_t>(inst.imm) + i])[lane];
  if (copy.start[0] * copy.map.elementBytes() % kPiece == 0) return true;
  warp.fault(Check::BadOperand, "lane {} starts at {} in dimension 0, which is not a multiple of 16 bytes", lane,
             copy.start[0]);
  return false;
}

/// Calls `f(row, address, isInside)` for each row of the box until it returns false: its number in shared memory, the
/// address of element 0 of the row in the tensor, and whether it lies in the tensor.
template <class F> bool forRows(const TensorCopy &copy, F &&f) {
  const TensorMap &map = copy.map;
  for (uint32_t row = 0; row < map.numRows(); ++row) {
    uint32_t rest = row;
    uint64_t address = map.address;
    bool isInside = true;
    for (unsigned i = 1; i < map.rank; ++i) {
      int64_t at = copy.start[i] + int64_t{rest % map.taken(i)} * map.steps[i];
      rest /= map.taken(i);
      isInside = isInside && at >= 0 && at < static_cast<int64_t>(map.extents[i]);
      address += static_cast<uint64_t>(at) * map.strides[i];
    }
    if (!f(row, address, isInside)) return false;
  }
  return true;
}

bool loadRow(Warp &warp, unsigned lane, const TensorCopy &copy, uint64_t address, std::vector<std::byte> &row) {
  const TensorMap &map = copy.map;
  int64_t each = map.elementBytes(), extent = static_cast<int64_t>(map.extents[0]);
  int64_t first = std::clamp<int64_t>(-copy.start[0], 0, map.box[0]);
  int64_t end = std::clamp<int64_t>(extent - copy.start[0], first, map.box[0]);
  std::span<std::byte> inside =
      std::span(row).subspan(static_cast<size_t>(first * each), static_cast<size_t>((end - first) * each));
  bool isGood = forGlobalPieces(
      warp, lane, address + static_cast<uint64_t>((copy.start[0] + first) * each), static_cast<uint32_t>(inside.size()),
      kPiece, {.isRead = true},
      [&](const std::byte *host, uint32_t done, uint32_t size) { std::memcpy(inside.data() + done, host, size); });
  if (isGood) convertLoaded(map, inside);
  return isGood;
}

/// Where a piece of 16 bytes of a row lies.
uint32_t placeOf(const TensorMap &map, uint64_t base, uint32_t row, uint32_t byte) {
  return swizzled(static_cast<uint32_t>(base) + row * map.rowPitch() + byte, map.swizzle);
}

bool loadTile(Warp &warp, const Inst &inst, unsigned lane) {
  TensorCopy copy;
  BulkTargets targets;
  if (!findTargets(warp, inst, lane, kTileAlign, targets) || !readCopy(warp, inst, lane, 1, copy)) return false;
  const TensorMap &map = copy.map;
  AsyncWrite write{.place = &warp.frame->function->texts[warp.pc - 1]};
  std::vector<std::byte> outside(map.rowBytes());
  for (size_t at = 0; at < outside.size(); at += map.elementBytes()) fillElement(map, outside.data() + at);
  bool isGood = forRows(copy, [&](uint32_t row, uint64_t address, bool isInside) {
    std::vector<std::byte> values = outside;
    if (isInside && !loadRow(warp, lane, copy, address, values)) return false;
    for (uint32_t byte = 0; byte < values.size(); byte += kPiece)
      write.add(placeOf(map, targets.offset, row, byte), values.data() + byte, kPiece);
    return true;
  });
  return isGood && startCopy(warp, lane, targets, write, static_cast<uint32_t>(write.bytes.size()));
}

bool storeTile(Warp &warp, const Inst &inst, unsigned lane) {
  TensorCopy copy;
  uint64_t from = 0;
  Cta *owner = sharedPlaceOf(warp, warp.frame->function->addresses[inst.index + 1], lane, from);
  if (!owner || !readCopy(warp, inst, lane, 0, copy)) return false;
  const TensorMap &map = copy.map;
  BulkEffect effect{inst.kind != 0, static_cast<ReduceOp>(inst.mode), map.reductionType()};
  if (from % kTileAlign != 0) {
    warp.fault(Check::Misaligned, "lane {} copies from {:#x} of shared memory, which is not a multiple of {}", lane,
               from, kTileAlign);
    return false;
  }
  if (std::ranges::any_of(copy.start, [](int64_t at) { return at < 0; })) {
    warp.fault(Check::BadOperand, "lane {} stores a box that starts below 0", lane);
    return false;
  }
  if (effect.isReduction && !canReduce(effect.op, effect.type)) {
    warp.fault(Check::BadOperand, "the hardware does not reduce elements of the tensor map so");
    return false;
  }
  // Dimension 0 is clipped at a multiple of 16 bytes.
  int64_t each = map.elementBytes(), left = (static_cast<int64_t>(map.extents[0]) - copy.start[0]) * each;
  auto bytes = static_cast<uint32_t>(std::clamp<int64_t>((left + kPiece - 1) & -int64_t{kPiece}, 0, map.rowBytes()));
  std::vector<Segment> pieces;
  std::vector<uint64_t> addresses;
  forRows(copy, [&](uint32_t row, uint64_t address, bool isInside) {
    if (!isInside || bytes == 0) return true;
    addresses.push_back(address + static_cast<uint64_t>(copy.start[0] * each));
    for (uint32_t byte = 0; byte < bytes; byte += kPiece) pieces.push_back({placeOf(map, from, row, byte), kPiece});
    return true;
  });
  std::vector<std::byte> values;
  if (!startStore(warp, lane, std::move(pieces), values)) return false;
  for (size_t i = 0; i < addresses.size(); ++i)
    if (!writeGlobal(warp, lane, addresses[i], std::span(values).subspan(i * bytes, bytes), effect)) return false;
  return true;
}

template <bool kStores> void copyTile(Warp &warp, const Inst &inst, LaneMask lanes) {
  for (; lanes; lanes &= lanes - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    if (!(kStores ? storeTile(warp, inst, lane) : loadTile(warp, inst, lane))) return;
  }
}

void prefetch(Warp &, const Inst &, LaneMask) {}

// ---- Building ----

/// `[map, {coordinates}]`
Result<uint32_t> readTensor(Builder &b, const syntax::Operand &operand) {
  unsigned rank = b.has("1d") ? 1 : b.has("2d") ? 2 : b.has("3d") ? 3 : b.has("4d") ? 4 : b.has("5d") ? 5 : 0;
  if (rank == 0 || operand.elements.size() != 1) return b.fail("the coordinates are missing");
  TC_TRY(std::vector<Slot> slots, b.slots(operand.elements[0], Type::B32, /*isDestination=*/false));
  if (slots.size() != rank) return b.fail("{} coordinates of a tensor of {} dimensions", slots.size(), rank);
  b.inst.imm = b.keep(slots);
  b.inst.count = static_cast<uint8_t>(rank);
  return b.keepAddress(operand, std::nullopt);
}

Success buildLoad(Builder &b) {
  if (b.numOperands() < 3) return b.fail("operands are missing");
  TC_TRY(b.inst.index, b.keepAddress(b.operand(0), Space::Shared));
  TC_TRY_VOID(readTensor(b, b.operand(1)));
  TC_TRY_VOID(b.keepAddress(b.operand(2), Space::Shared));
  TC_TRY_VOID(readBulkOptions(b, 3));
  return b.use(copyTile<false>);
}

Success buildStore(Builder &b) {
  if (b.numOperands() < 2) return b.fail("operands are missing");
  TC_TRY(b.inst.index, readTensor(b, b.operand(0)));
  TC_TRY_VOID(b.keepAddress(b.operand(1), Space::Shared));
  TC_TRY_VOID(readBulkOptions(b, 2));
  if (b.has("reduce")) {
    TC_TRY(ReduceOp op, readReduceOp(b));
    b.inst.kind = 1;
    b.inst.mode = static_cast<uint8_t>(op);
  }
  return b.use(copyTile<true>);
}

}  // namespace

Success buildCpTensor(Builder &b) {
  std::vector<std::string_view> spaces = spacesOf(b);
  if (b.has("prefetch")) {
    if (b.numOperands() < 1) return b.fail("operands are missing");
    TC_TRY_VOID(readTensor(b, b.operand(0)));
    return b.use(prefetch);
  }
  if (spaces.size() != 2) return b.failType();
  if (spaces[0] != "global") return b.has("mbarrier::complete_tx::bytes") ? buildLoad(b) : b.failType();
  return b.has("bulk_group") && spaces[1] == "shared::cta" ? buildStore(b) : b.failType();
}

}  // namespace tritonc::emulator
