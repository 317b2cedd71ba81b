// Which bytes of shared memory each buffer gets: see shared_plan.h.
#include "passes/shared_plan.h"

#include <algorithm>
#include <bit>

#include "passes/shared_access.h"

namespace tritonc::passes {
namespace {

using ir::Block;
using ir::Op;
using ir::Opcode;
using ir::Value;

constexpr int64_t kMinAlign = 16;
/// A row over all banks: the swizzles of buffers start at one.
constexpr int64_t kMaxAlign = 128;
constexpr int64_t kWgmmaAlign = 1024;
/// Buffers of up to so many bytes keep to themselves, while they take no more than that together.
constexpr int64_t kSmallBytes = 512;
constexpr int64_t kSmallTotal = 4096;

}  // namespace

int64_t SharedItem::align() const {
  if (isForWgmma) return kWgmmaAlign;
  return std::clamp<int64_t>(std::bit_floor(static_cast<uint64_t>(bytes)), kMinAlign, kMaxAlign);
}

bool SharedItem::isSmall() const { return bytes <= kSmallBytes; }

SharedPlan::SharedPlan(ir::Function &function) : span_(function.numOpIds()) {
  uint32_t position = 0;
  number(*function.body(), position);
  ir::walk(*function.body(), [this](Op &op) { collect(op); });
}

void SharedPlan::makeRing(const Op &alloc, int64_t slots, const Op &loop) {
  auto item = std::ranges::find(items_, &alloc, &SharedItem::op);
  TC_CHECK(item != items_.end(), "the buffer is used");
  item->bytes = slots * bufferBytes(alloc.result()->type());
  item->first = std::min(item->first, span_[loop.id()].first);
  item->last = std::max(item->last, span_[loop.id()].last);
}

int64_t SharedPlan::place(int64_t base) {
  int64_t small = 0, end = base;
  std::vector<SharedItem *> order;
  for (SharedItem &item : items_) {
    small += item.isSmall() ? item.bytes : 0;
    item.offset = -1;
    order.push_back(&item);
  }
  keepsSmall_ = small <= kSmallTotal;
  std::ranges::sort(order, {}, [](const SharedItem *item) { return std::pair(-item->bytes, item->op->id()); });
  for (SharedItem *item : order) {
    placeItem(*item, base);
    end = std::max(end, item->offset + item->bytes);
  }
  return end;
}

void SharedPlan::number(Block &block, uint32_t &position) {
  for (Op &op : block) {
    span_[op.id()].first = position++;
    for (Block *inner : op.blocks()) number(*inner, position);
    span_[op.id()].last = position++;
  }
}

void SharedPlan::collect(Op &op) {
  if (needsScratch(op)) {
    Span span = span_[op.id()];
    items_.push_back({&op, scratchBytes(op), span.first, span.last});
  }
  if (op.opcode() != Opcode::LocalAlloc) return;
  SharedItem item{&op, ringBytes(op), UINT32_MAX, 0};
  item.isForWgmma = addUses(op.result(), op.parent(), item);
  if (item.first <= item.last) items_.push_back(item);
}

/// Stretches the life of the item over the uses of the buffer; whether instructions of warpgroups are among them.
bool SharedPlan::addUses(const Value *buffer, const Block *home, SharedItem &item) const {
  bool hasDot = false;
  for (ir::Use *use = buffer->firstUse(); use; use = use->next()) {
    const Op *user = use->user();
    Span span = lifetimeAt(*user, home);
    item.first = std::min(item.first, span.first);
    item.last = std::max(item.last, span.last);
    hasDot |= user->opcode() == Opcode::Dot && user->attrs<ir::DotAttrs>().isWgmma;
    if (user->opcode() == Opcode::LocalSlot) hasDot |= addUses(user->result(), home, item);
  }
  return hasDot;
}

/// The access, or the outermost loop around it inside `home`.
SharedPlan::Span SharedPlan::lifetimeAt(const Op &access, const Block *home) const {
  Span span = span_[access.id()];
  for (const Block *block = access.parent(); block != home; block = block->parentOp()->parent()) {
    Opcode opcode = block->parentOp()->opcode();
    if (opcode == Opcode::For || opcode == Opcode::While) span = span_[block->parentOp()->id()];
  }
  return span;
}

bool SharedPlan::interfere(const SharedItem &a, const SharedItem &b) const {
  if (keepsSmall_ && (a.isSmall() || b.isSmall())) return true;
  return a.first <= b.last && b.first <= a.last;
}

void SharedPlan::placeItem(SharedItem &item, int64_t base) {
  auto aligned = [&](int64_t at) { return (at + item.align() - 1) / item.align() * item.align(); };
  std::vector<const SharedItem *> others;
  for (const SharedItem &other : items_)
    if (other.offset >= 0 && interfere(item, other)) others.push_back(&other);
  std::ranges::sort(others, {}, &SharedItem::offset);
  int64_t at = aligned(base);
  for (const SharedItem *other : others)
    if (other->offset < at + item.bytes && at < other->offset + other->bytes)
      at = aligned(other->offset + other->bytes);
  item.offset = at;
}

int64_t sharedBytesOfMultiprocessor(int64_t target) {
  switch (target) {
  case 80: return 164 * 1024;
  case 90: return 228 * 1024;
  default: return 100 * 1024;
  }
}

}  // namespace tritonc::passes
