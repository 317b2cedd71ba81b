// atom and red: one lane after the other, each atomic among the threads of the host.
#include <cstring>

#include "runtime/emulator/access.h"
#include "runtime/emulator/builder.h"
#include "runtime/emulator/dispatch.h"
#include "runtime/emulator/memory_modifiers.h"
#include "runtime/emulator/numbers.h"

namespace tritonc::emulator {
namespace {

// ---- Functions of the old value and one or two operands ----

struct Add {
  template <class T> T operator()(T old, T value, T) const { return static_cast<T>(old + value); }
};
struct And {
  template <class T> T operator()(T old, T value, T) const { return old & value; }
};
struct Or {
  template <class T> T operator()(T old, T value, T) const { return old | value; }
};
struct Xor {
  template <class T> T operator()(T old, T value, T) const { return old ^ value; }
};
struct Exchange {
  template <class T> T operator()(T, T value, T) const { return value; }
};
struct CompareExchange {
  template <class T> T operator()(T old, T expected, T desired) const { return old == expected ? desired : old; }
};
struct Min {
  template <class T> T operator()(T old, T value, T) const { return old < value ? old : value; }
};
struct Max {
  template <class T> T operator()(T old, T value, T) const { return old > value ? old : value; }
};
struct Increment {
  template <class T> T operator()(T old, T limit, T) const { return old >= limit ? 0 : old + 1; }
};
struct Decrement {
  template <class T> T operator()(T old, T limit, T) const { return old == 0 || old > limit ? limit : old - 1; }
};
/// On the bits of a type, the sum in its format.
struct AddF32 {
  uint32_t operator()(uint32_t old, uint32_t value, uint32_t) const {
    // Global memory flushes denormals, as the hardware does.
    float sum = flush(std::bit_cast<float>(old)) + flush(std::bit_cast<float>(value));
    return std::bit_cast<uint32_t>(canonical(flush(sum)));
  }
};
/// In shared memory subnormal numbers stay.
struct AddF32Shared {
  uint32_t operator()(uint32_t old, uint32_t value, uint32_t) const {
    return std::bit_cast<uint32_t>(canonical(std::bit_cast<float>(old) + std::bit_cast<float>(value)));
  }
};
struct AddF64 {
  uint64_t operator()(uint64_t old, uint64_t value, uint64_t) const {
    return std::bit_cast<uint64_t>(canonical(std::bit_cast<double>(old) + std::bit_cast<double>(value)));
  }
};
struct HalfSum {
  uint16_t operator()(uint16_t a, uint16_t b) const { return floatToHalf(halfToFloat(a) + halfToFloat(b)); }
};
struct BfloatSum {
  uint16_t operator()(uint16_t a, uint16_t b) const { return floatToBfloat(bfloatToFloat(a) + bfloatToFloat(b)); }
};
template <class Sum> struct AddHalf {
  uint16_t operator()(uint16_t old, uint16_t value, uint16_t) const { return Sum{}(old, value); }
  uint32_t operator()(uint32_t old, uint32_t value, uint32_t) const { return Halves<uint16_t, Sum>{}(old, value); }
};

// ---- Performing ----

/// kind: space; count: elements; index: slots of old values (if mode's bit 7), then of operands, then of second ones.
enum AtomicFlag : uint8_t { kReturnsOld = 0x80, kHasSecond = 0x40, kModeMask = 0x3f };

template <class T, class Op> T apply(T *at, T value, T second) {
  T old = __atomic_load_n(at, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(at, &old, static_cast<T>(Op{}(old, value, second)), /*weak=*/true,
                                      __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
  }
  return old;
}

template <class T, class Op> void atomic(Warp &warp, const Inst &inst, LaneMask lanes) {
  Inst plain = inst;
  plain.mode &= kModeMask;
  Access access;
  access.space = static_cast<Space>(inst.kind);
  access.lanes = lanes;
  access.bytes = sizeof(T) * inst.count;
  access.kind = {.isRead = true, .isWrite = true, .isAtomic = true};
  computeAddresses(warp, plain, access);
  const Slot *slots = &warp.frame->function->slots[inst.index];
  const Slot *olds = slots, *values = slots + (inst.mode & kReturnsOld ? inst.count : 0),
             *seconds = values + inst.count;
  auto order = static_cast<Order>(inst.order);
  auto scope = static_cast<Scope>(inst.scope);
  for (LaneMask rest = lanes; rest; rest &= rest - 1)
    release(warp, static_cast<unsigned>(std::countr_zero(rest)), access.addresses[std::countr_zero(rest)], order,
            scope);
  if (!locate(warp, access)) return;
  // From the last lane to the first, as warps run: who relies on coming first is found out.
  for (LaneMask rest = lanes; rest; rest &= ~std::bit_floor(rest)) {
    auto lane = static_cast<unsigned>(std::bit_width(rest) - 1);
    T old[8];
    for (unsigned i = 0; i < inst.count; ++i) {
      T second = inst.mode & kHasSecond ? warp.at<T>(seconds[i])[lane] : T{0};
      old[i] = apply<T, Op>(reinterpret_cast<T *>(access.host[lane]) + i, warp.at<T>(values[i])[lane], second);
    }
    if (inst.mode & kReturnsOld)
      for (unsigned i = 0; i < inst.count; ++i) warp.at<T>(olds[i])[lane] = old[i];
    acquire(warp, access.addresses[lane], order, scope);
  }
}

// ---- Choosing a handler ----

template <class Op> Handler unsignedForm(Type type) {
  switch (bitsOf(type)) {
  case 32: return atomic<uint32_t, Op>;
  case 64: return atomic<uint64_t, Op>;
  default: return nullptr;
  }
}
template <class Op> Handler orderedForm(Type type) {
  if (type == Type::S32) return atomic<int32_t, Op>;
  if (type == Type::S64) return atomic<int64_t, Op>;
  return kindOf(type) == TypeKind::Unsigned ? unsignedForm<Op>(type) : nullptr;
}

Handler addForm(Builder &b, bool isShared) {
  switch (b.type()) {
  case Type::F32: return isShared ? atomic<uint32_t, AddF32Shared> : atomic<uint32_t, AddF32>;
  case Type::F64: return atomic<uint64_t, AddF64>;
  case Type::F16: return atomic<uint16_t, AddHalf<HalfSum>>;
  case Type::F16x2: return atomic<uint32_t, AddHalf<HalfSum>>;
  case Type::BF16: return atomic<uint16_t, AddHalf<BfloatSum>>;
  case Type::BF16x2: return atomic<uint32_t, AddHalf<BfloatSum>>;
  default: return isInteger(b.type()) ? unsignedForm<Add>(b.type()) : nullptr;
  }
}

Handler chooseAtomic(Builder &b, bool isShared) {
  if (b.has("add")) return addForm(b, isShared);
  if (isFloat(b.type())) return nullptr;
  if (b.has("and")) return unsignedForm<And>(b.type());
  if (b.has("or")) return unsignedForm<Or>(b.type());
  if (b.has("xor")) return unsignedForm<Xor>(b.type());
  if (b.has("exch")) return unsignedForm<Exchange>(b.type());
  if (b.has("cas"))
    return bitsOf(b.type()) == 16 ? atomic<uint16_t, CompareExchange> : unsignedForm<CompareExchange>(b.type());
  if (b.has("min")) return orderedForm<Min>(b.type());
  if (b.has("max")) return orderedForm<Max>(b.type());
  if (b.type() != Type::U32) return nullptr;
  if (b.has("inc")) return atomic<uint32_t, Increment>;
  return b.has("dec") ? atomic<uint32_t, Decrement> : nullptr;
}

Success buildAtomic(Builder &b, bool returnsOld) {
  if (b.types.size() != 1) return b.failType();
  TC_TRY_VOID(readMemoryModifiers(b));
  if (b.inst.order == static_cast<uint8_t>(Order::Weak)) b.inst.order = static_cast<uint8_t>(Order::Relaxed);
  b.inst.count = vectorCount(b);
  bool hasSecond = b.has("cas");
  size_t at = returnsOld ? 1 : 0;
  if (b.numOperands() != at + 2 + hasSecond + b.has("L2::cache_hint")) return b.failType();
  std::vector<Slot> slots;
  auto add = [&](const syntax::Operand &operand, bool isDestination) -> Success {
    // `red` without a wish for the old value may be written as `atom` with `_`.
    size_t given = operand.kind == syntax::Operand::Kind::Vector ? operand.elements.size() : 1;
    if (given != b.inst.count) return b.failType();
    TC_TRY(std::vector<Slot> more, b.slots(operand, b.type(), isDestination));
    slots.insert(slots.end(), more.begin(), more.end());
    return {};
  };
  if (returnsOld) TC_TRY_VOID(add(b.operand(0), /*isDestination=*/true));
  TC_TRY_VOID(add(b.operand(at + 1), /*isDestination=*/false));
  if (hasSecond) TC_TRY_VOID(add(b.operand(at + 2), /*isDestination=*/false));
  std::optional<Space> space = memorySpace(b);
  TC_TRY_VOID(b.address(b.operand(at), space));
  b.inst.kind = static_cast<uint8_t>(space.value_or(Space::Generic));
  b.inst.mode |= (returnsOld ? kReturnsOld : 0) | (hasSecond ? kHasSecond : 0);
  b.inst.index = b.keep(slots);
  return b.use(chooseAtomic(b, space == Space::Shared));
}

}  // namespace

Success buildAtom(Builder &b) { return buildAtomic(b, /*returnsOld=*/true); }
Success buildRed(Builder &b) { return buildAtomic(b, /*returnsOld=*/false); }

}  // namespace tritonc::emulator
