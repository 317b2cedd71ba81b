// Accesses to global memory, one element after the other, and to buffers in shared memory, whole tiles at a time.

#include <cstring>

#include "ir/evaluate.h"
#include "ir/float_format.h"
#include "ir/interpret_internal.h"

namespace tritonc::ir {
namespace {

uint64_t readBytes(const std::byte *place, unsigned size) {
  uint64_t bits = 0;
  switch (size) {
  case 1: std::memcpy(&bits, place, 1); return bits;
  case 2: std::memcpy(&bits, place, 2); return bits;
  case 4: std::memcpy(&bits, place, 4); return bits;
  case 8: std::memcpy(&bits, place, 8); return bits;
  }
  TC_UNREACHABLE("elements have 1, 2, 4 or 8 bytes");
}

/// The element behind `place`: an i1 is true for any byte but 0.
uint64_t readElement(const std::byte *place, Type elem) {
  uint64_t bits = readBytes(place, elem.elemBytes());
  return elem.elemBits() == 1 ? bits != 0 : bits;
}

/// What an atomic operation leaves behind, before it is cut to the width.
uint64_t combined(AtomicKind kind, Type elem, uint64_t old, uint64_t operand) {
  unsigned width = elem.elemBits();
  bool isLess = old < operand, isSignedLess = signExtend(old, width) < signExtend(operand, width);
  switch (kind) {
  case AtomicKind::AddI: return old + operand;
  case AtomicKind::AddF: {
    ScalarKind scalar = elem.scalar();
    return encodeFloat(scalar, decodeFloat(scalar, old) + decodeFloat(scalar, operand));
  }
  case AtomicKind::And: return old & operand;
  case AtomicKind::Or: return old | operand;
  case AtomicKind::Xor: return old ^ operand;
  case AtomicKind::Xchg: return operand;
  case AtomicKind::MinS: return isSignedLess ? old : operand;
  case AtomicKind::MaxS: return isSignedLess ? operand : old;
  case AtomicKind::MinU: return isLess ? old : operand;
  case AtomicKind::MaxU: return isLess ? operand : old;
  }
  TC_UNREACHABLE("every kind has a case");
}

}  // namespace

Success Interpreter::runLoad(const Op &op) {
  Elements pointers = elementsOf(op.operand(0));
  Elements mask = elementsOr(op.operandOrNull(1), true_), other = elementsOr(op.operandOrNull(2), zero_);
  Tile &result = resultOf(op);
  Type elem = op.result()->type().elem();
  for (size_t i = 0; i < result.size(); ++i) {
    if (!mask[i]) {
      result[i] = other[i];
      continue;
    }
    const std::byte *place = resolve(op, i, pointers[i], elem.elemBytes(), kByteRead);
    if (!place) return Failed{};
    result[i] = readElement(place, elem);
  }
  return {};
}

template <class Access> Success Interpreter::forEachAccess(const Op &op, const Value *mask, Access access) {
  auto use = static_cast<uint8_t>(op.opcode() == Opcode::Store ? kByteWritten : kByteRead | kByteWritten);
  Type type = op.operand(0)->type();
  Elements pointers = elementsOf(op.operand(0)), isOn = elementsOr(mask, true_);
  unsigned size = type.pointee().elemBytes();
  auto count = static_cast<size_t>(type.numElements());
  for (size_t n = 0; n < count; ++n) {
    size_t i = options_.seed & 1 ? count - 1 - n : n;
    if (!isOn[i]) continue;
    std::byte *place = resolve(op, i, pointers[i], size, use);
    if (!place) return Failed{};
    access(i, place);
  }
  return {};
}

Success Interpreter::runStore(const Op &op) {
  Elements values = elementsOf(op.operand(1));
  unsigned size = op.operand(0)->type().pointee().elemBytes();
  return forEachAccess(op, op.operandOrNull(2), [&](size_t i, std::byte *place) {
    uint64_t bits = values[i];
    std::memcpy(place, &bits, size);
  });
}

Success Interpreter::runAtomicRmw(const Op &op) {
  Elements values = elementsOf(op.operand(1));
  Type elem = op.operand(0)->type().pointee();
  AtomicKind kind = op.attrs<AtomicRmwAttrs>().kind;
  Tile &result = resultOf(op);
  std::ranges::fill(result, patternOf(op) & lowMask(elem.elemBits()));
  return forEachAccess(op, op.operandOrNull(2), [&](size_t i, std::byte *place) {
    result[i] = readElement(place, elem);
    uint64_t bits = combined(kind, elem, result[i], values[i]);
    std::memcpy(place, &bits, elem.elemBytes());
  });
}

Success Interpreter::runAtomicCas(const Op &op) {
  Elements expected = elementsOf(op.operand(1)), values = elementsOf(op.operand(2));
  Type elem = op.operand(0)->type().pointee();
  Tile &result = resultOf(op);
  return forEachAccess(op, /*mask=*/nullptr, [&](size_t i, std::byte *place) {
    result[i] = readElement(place, elem);
    uint64_t bits = values[i];
    if (result[i] == expected[i]) std::memcpy(place, &bits, elem.elemBytes());
  });
}

std::byte *Interpreter::resolve(const Op &op, size_t index, uint64_t address, unsigned size, uint8_t use) {
  if (!buffer_ || !buffer_->contains(address, size)) buffer_ = memory_.find(address, size);
  Type type = op.operand(0)->type();
  if (!buffer_) {
    errorAt(op, type, index, DiagId::OutOfBounds, "`{}` of {} bytes at {:#x}, {}", op.mnemonic(), size, address,
            memory_.describeMiss(address, size));
    return nullptr;
  }
  if (address % size != 0) {
    errorAt(op, type, index, DiagId::MisalignedAccess, "`{}` of {} bytes at {:#x}, byte {} of `{}`", op.mnemonic(),
            size, address, address - buffer_->address, buffer_->name);
    return nullptr;
  }
  uint64_t offset = address - buffer_->address;
  if (!buffer_->uses.empty())
    for (uint64_t i = offset; i < offset + size; ++i) buffer_->uses[i] |= use;
  return buffer_->bytes.data() + offset;
}

// ---- Shared memory ----

Interpreter::Buffer Interpreter::bufferOf(const Value *value) {
  const Op *alloc = value->def();
  auto size = static_cast<size_t>(value->type().numElements());
  uint64_t slot = 0;
  if (alloc->opcode() == Opcode::LocalSlot) {
    slot = scalarOf(value);
    alloc = alloc->operand(0)->def();
  }
  Tile &ring = tileOf(alloc->result());
  return {alloc, &ring, slot * size, std::span(ring).subspan(slot * size, size)};
}

Success Interpreter::runLocalAlloc(const Op &op) {
  Type type = op.result()->type();
  const auto &attrs = op.attrs<AllocAttrs>();
  Tile &ring = tileOf(op.result());
  ring.assign(static_cast<size_t>(type.numElements() * attrs.slots), patternOf(op) & lowMask(type.elemBits()));
  std::erase_if(placed_, [&](const PlacedBuffer &other) { return other.alloc == &op; });
  if (attrs.offset >= 0) placed_.push_back({&op, attrs.offset, attrs.offset + bufferBytes(type) * attrs.slots, &ring});
  return {};
}

Success Interpreter::runLocalSlot(const Op &op) {
  auto slots = static_cast<uint64_t>(op.operand(0)->def()->attrs<AllocAttrs>().slots);
  uint64_t slot = scalarOf(op.operand(1)) + static_cast<uint64_t>(op.attrs<SlotAttrs>().ahead);
  tileOf(op.result()).assign(1, slot % slots);
  return {};
}

Success Interpreter::runLocalStore(const Op &op) {
  Buffer buffer = bufferOf(op.operand(1));
  std::ranges::copy(tileOf(op.operand(0)), buffer.elements.begin());
  overwriteOthers(buffer.alloc, op);
  return {};
}

Success Interpreter::runCopyAsync(const Op &op) {
  Buffer buffer = bufferOf(op.operand(1));
  overwriteOthers(buffer.alloc, op);
  std::ranges::fill(buffer.elements, patternOf(op) & lowMask(op.operand(1)->type().elemBits()));
  Copy copy{&op, buffer.alloc, buffer.ring, buffer.first, Tile(buffer.elements.size()), copyGroups_};
  Elements pointers = elementsOf(op.operand(0)), mask = elementsOr(op.operandOrNull(2), true_);
  Type elem = op.operand(1)->type().elem();
  for (size_t i = 0; i < buffer.elements.size(); ++i) {
    const std::byte *place = mask[i] ? resolve(op, i, pointers[i], elem.elemBytes(), kByteRead) : nullptr;
    if (mask[i] && !place) return Failed{};
    copy.elements[i] = place ? readElement(place, elem) : 0;
  }
  copies_.push_back(std::move(copy));
  return {};
}

void Interpreter::runBarrier(const Op &op) {
  if (op.opcode() == Opcode::CopyCommit) ++copyGroups_;
  if (op.opcode() != Opcode::CopyWait) return;
  int64_t complete = copyGroups_ - op.attrs<PendingAttrs>().pending;
  std::erase_if(copies_, [&](const Copy &copy) {
    if (copy.group >= complete) return false;
    std::ranges::copy(copy.elements, copy.ring->begin() + static_cast<std::ptrdiff_t>(copy.first));
    overwriteOthers(copy.alloc, *copy.op);
    return true;
  });
}

void Interpreter::overwriteOthers(const Op *alloc, const Op &writer) {
  auto self = std::ranges::find(placed_, alloc, &PlacedBuffer::alloc);
  if (self == placed_.end()) return;
  for (PlacedBuffer &other : placed_) {
    if (other.alloc == alloc || other.end <= self->begin || self->end <= other.begin) continue;
    std::ranges::fill(*other.tile, patternOf(writer) & lowMask(other.alloc->result()->type().elemBits()));
  }
}

}  // namespace tritonc::ir
