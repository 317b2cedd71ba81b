// Place shared: give each buffer its place in the shared memory of the program.
//
//   before   %a = local_alloc : shared<64x64xf32, #s>      (dead when %b is written)
//            %b = local_alloc : shared<64x64xf32, #s>
//   after    %a = local_alloc {offset = 0} : shared<64x64xf32, #s>
//            %b = local_alloc {offset = 0} : shared<64x64xf32, #s>
//
// Needs    conversions lowered.
// Keeps    everything; sets the offsets of buffers, the scratch of atomic operations, and `shared` of the module.
// How      a buffer lives from its first to its last access in program order, and through the whole of a loop that it
//          was allocated outside of. Largest first, each takes the lowest place where it meets none that lives at the
//          same time. Small buffers share no bytes as long as they are few: the barrier that sharing costs is dearer
//          than the bytes.
// Cost     O(buffers^2).
// Leaves   functions that are called: each has a place of its own.
#include <algorithm>
#include <bit>

#include "ir/builder.h"
#include "passes/pass.h"
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

struct Item {
  Op *op;
  int64_t bytes;
  /// Positions in program order, both included.
  uint32_t first, last;
  int64_t offset = -1;
  /// The swizzle of warpgroups' operands runs over eight rows of 128 bytes.
  bool isForWgmma = false;

  int64_t align() const {
    if (isForWgmma) return kWgmmaAlign;
    return std::clamp<int64_t>(std::bit_floor(static_cast<uint64_t>(bytes)), kMinAlign, kMaxAlign);
  }
  bool isSmall() const { return bytes <= kSmallBytes; }
};

class Placer {
public:
  explicit Placer(ir::Function &function) : span_(function.numOpIds()) {
    uint32_t position = 0;
    number(*function.body(), position);
    ir::walk(*function.body(), [this](Op &op) { collect(op); });
  }

  /// Places everything from `base` on; the end of it.
  int64_t run(int64_t base) {
    int64_t small = 0, end = base;
    for (const Item &item : items_) small += item.isSmall() ? item.bytes : 0;
    keepsSmall_ = small <= kSmallTotal;
    std::vector<Item *> order;
    for (Item &item : items_) order.push_back(&item);
    std::ranges::sort(order, {}, [](const Item *item) { return std::pair(-item->bytes, item->op->id()); });
    for (Item *item : order) {
      place(*item, base);
      end = std::max(end, item->offset + item->bytes);
    }
    for (const Item &item : items_) write(item);
    return end;
  }

private:
  struct Span {
    uint32_t first, last;
  };

  void number(Block &block, uint32_t &position) {
    for (Op &op : block) {
      span_[op.id()].first = position++;
      for (Block *inner : op.blocks()) number(*inner, position);
      span_[op.id()].last = position++;
    }
  }

  void collect(Op &op) {
    if (needsScratch(op)) {
      Span span = span_[op.id()];
      items_.push_back({&op, scratchBytes(op), span.first, span.last});
    }
    if (op.opcode() != Opcode::LocalAlloc) return;
    Item item{&op, ringBytes(op), UINT32_MAX, 0};
    item.isForWgmma = addUses(op.result(), op.parent(), item);
    if (item.first <= item.last) items_.push_back(item);
  }

  /// Stretches the life of the item over the uses of the buffer; whether instructions of warpgroups are among them.
  bool addUses(const Value *buffer, const Block *home, Item &item) const {
    bool hasDot = false;
    for (ir::Use *use = buffer->firstUse(); use; use = use->next()) {
      const Op *user = use->user();
      Span span = lifetimeAt(*user, home);
      item.first = std::min(item.first, span.first);
      item.last = std::max(item.last, span.last);
      hasDot |= user->opcode() == Opcode::Dot;
      if (user->opcode() == Opcode::LocalSlot) hasDot |= addUses(user->result(), home, item);
    }
    return hasDot;
  }

  /// The access, or the outermost loop around it inside `home`.
  Span lifetimeAt(const Op &access, const Block *home) const {
    Span span = span_[access.id()];
    for (const Block *block = access.parent(); block != home; block = block->parentOp()->parent()) {
      Opcode opcode = block->parentOp()->opcode();
      if (opcode == Opcode::For || opcode == Opcode::While) span = span_[block->parentOp()->id()];
    }
    return span;
  }

  bool interfere(const Item &a, const Item &b) const {
    if (keepsSmall_ && (a.isSmall() || b.isSmall())) return true;
    return a.first <= b.last && b.first <= a.last;
  }

  void place(Item &item, int64_t base) {
    auto aligned = [&](int64_t at) { return (at + item.align() - 1) / item.align() * item.align(); };
    std::vector<const Item *> others;
    for (const Item &other : items_)
      if (other.offset >= 0 && interfere(item, other)) others.push_back(&other);
    std::ranges::sort(others, {}, &Item::offset);
    int64_t at = aligned(base);
    for (const Item *other : others)
      if (other->offset < at + item.bytes && at < other->offset + other->bytes)
        at = aligned(other->offset + other->bytes);
    item.offset = at;
  }

  void write(const Item &item) {
    auto place = [&]<class A>(int64_t A::*field) {
      A attrs = item.op->attrs<A>();
      attrs.*field = item.offset;
      ir::withAttrs(item.op, attrs);
    };
    switch (item.op->opcode()) {
    case Opcode::LocalAlloc: return place(&ir::AllocAttrs::offset);
    case Opcode::AtomicCas: return place(&ir::AtomicCasAttrs::scratch);
    default: return place(&ir::AtomicRmwAttrs::scratch);
    }
  }

  std::vector<Span> span_;
  std::vector<Item> items_;
  bool keepsSmall_ = true;
};

}  // namespace

Success placeShared(ir::Module &module) {
  if (module.stage() == ir::Stage::Tile) return {};
  int64_t end = 0;
  for (const auto &function : module.functions()) end = Placer(*function).run(end);
  module.attrs.shared = end;
  return {};
}

}  // namespace tritonc::passes
