// Slots of rings of buffers: see ring_slots.h.
#include "passes/ring_slots.h"

#include <algorithm>
#include <optional>

#include "passes/shared_access.h"

namespace tritonc::passes {
namespace {

using ir::Op;
using ir::Opcode;
using ir::Value;

/// Slot number counter + ahead, modulo `slots`.
struct Slot {
  const Value *counter;
  int64_t ahead;
  int64_t slots;
};

std::optional<Slot> slotOf(const Value *buffer) {
  const Op *def = buffer->def();
  if (def->opcode() != Opcode::LocalSlot) return std::nullopt;
  int64_t slots = allocOf(buffer)->attrs<ir::AllocAttrs>().slots;
  return Slot{def->operand(1), def->attrs<ir::SlotAttrs>().ahead, slots};
}

const Op *definedAs(const Value *value, Opcode opcode) {
  const Op *def = value->def();
  return def && def->opcode() == opcode ? def : nullptr;
}

bool isConstant(const Value *value, int64_t bits) {
  return value->isConstant() && value->bits() == static_cast<uint64_t>(bits);
}

/// The loop of which the counter is a carried value that goes up by one in each iteration, and from the last slot to 0.
const Op *loopOf(const Slot &slot) {
  const ir::Block *block = slot.counter->argBlock();
  const Op *loop = block ? block->parentOp() : nullptr;
  if (!loop || loop->opcode() != Opcode::For || slot.counter->index() == 0) return nullptr;
  const Op *wrapped = definedAs(block->terminator()->operand(slot.counter->index() - 1), Opcode::Select);
  if (!wrapped || !isConstant(wrapped->operand(1), 0)) return nullptr;
  const Value *next = wrapped->operand(2);
  const Op *isLast = definedAs(wrapped->operand(0), Opcode::CmpEq), *sum = definedAs(next, Opcode::AddI);
  bool counts = isLast && sum && isLast->operand(0) == next && isConstant(isLast->operand(1), slot.slots) &&
                sum->operand(0) == slot.counter && isConstant(sum->operand(1), 1);
  return counts ? loop : nullptr;
}

}  // namespace

bool countsSlots(const Op &loop, const Op &access) {
  return std::ranges::any_of(localAccesses(access), [&](const LocalAccess &local) {
    std::optional<Slot> slot = slotOf(local.buffer);
    return slot && loopOf(*slot) == &loop;
  });
}

bool areOtherSlots(const Value *earlier, const Value *later, int64_t age) {
  std::optional<Slot> a = slotOf(earlier), b = slotOf(later);
  if (!a || !b || a->counter != b->counter || age >= a->slots) return false;
  bool isCounted = loopOf(*a) != nullptr;
  if (!isCounted && !a->counter->isConstant()) return false;
  int64_t distance = a->ahead - b->ahead - (isCounted ? age : 0);
  return distance % a->slots != 0;
}

}  // namespace tritonc::passes
