// Loads, stores and fences.
#include <cstring>

#include "runtime/emulator/access.h"
#include "runtime/emulator/builder.h"
#include "runtime/emulator/cta.h"
#include "runtime/emulator/decoder.h"
#include "runtime/emulator/dispatch.h"
#include "runtime/emulator/memory_modifiers.h"

namespace tritonc::emulator {
namespace {

using U128 = unsigned __int128;

// Of loads and stores: `kind` is the space, `count` the elements of a vector, whose slots start at `index`.

/// Memory holds `Mem`, registers `Reg`, which may be wider.
template <class Mem, class Reg> void load(Warp &warp, const Inst &inst, LaneMask lanes) {
  Access access;
  access.space = static_cast<Space>(inst.kind);
  access.lanes = lanes;
  access.bytes = sizeof(Mem) * inst.count;
  access.kind = {.isRead = true, .isAtomic = inst.order != 0};
  computeAddresses(warp, inst, access);
  if (!locate(warp, access)) return;
  const Slot *slots = &warp.frame->function->slots[inst.index];
  for (unsigned i = 0; i < inst.count; ++i) {
    Reg *d = warp.at<Reg>(slots[i]);
    forLanes(lanes, [&](unsigned lane) {
      Mem value;
      std::memcpy(&value, access.host[lane] + i * sizeof(Mem), sizeof(Mem));
      d[lane] = static_cast<Reg>(value);  // NOLINT(bugprone-signed-char-misuse): `.s8` extends the sign
    });
  }
  if (inst.order)
    for (LaneMask rest = lanes; rest; rest &= rest - 1)
      acquire(warp, access.addresses[std::countr_zero(rest)], static_cast<Order>(inst.order),
              static_cast<Scope>(inst.scope));
}

template <class Mem, class Reg> void store(Warp &warp, const Inst &inst, LaneMask lanes) {
  constexpr unsigned kMaxBytes = 32;
  Access access;
  access.space = static_cast<Space>(inst.kind);
  access.lanes = lanes;
  access.bytes = sizeof(Mem) * inst.count;
  access.kind = {.isWrite = true, .isAtomic = inst.order != 0};
  computeAddresses(warp, inst, access);
  std::array<std::byte, kMaxBytes * kWarpSize> values;
  const Slot *slots = &warp.frame->function->slots[inst.index];
  for (unsigned i = 0; i < inst.count; ++i) {
    const Reg *source = warp.at<Reg>(slots[i]);
    std::byte *into = values.data() + i * sizeof(Mem);
    forLanes(lanes, [&](unsigned lane) {
      auto value = static_cast<Mem>(source[lane]);
      std::memcpy(into + size_t{lane} * access.bytes, &value, sizeof(Mem));
    });
  }
  access.values = values.data();
  if (inst.order) {
    for (LaneMask rest = lanes; rest; rest &= rest - 1)
      release(warp, static_cast<unsigned>(std::countr_zero(rest)), access.addresses[std::countr_zero(rest)],
              static_cast<Order>(inst.order), static_cast<Scope>(inst.scope));
  }
  locate(warp, access);
}

/// `form.operator()<Reg>()` for registers that hold what lies in memory.
template <class Mem, class Form> Handler withRegisters(unsigned registerBits, Form &&form) {
  if (registerBits == 16 && sizeof(Mem) <= 2) return form.template operator()<uint16_t>();
  if (registerBits == 32 && sizeof(Mem) <= 4) return form.template operator()<uint32_t>();
  if (registerBits == 64 && sizeof(Mem) <= 8) return form.template operator()<uint64_t>();
  return nullptr;
}

template <class Mem> Handler loadForm(unsigned registerBits) {
  return withRegisters<Mem>(registerBits, []<class Reg>() -> Handler { return load<Mem, Reg>; });
}

Handler chooseLoad(Type type, unsigned registerBits) {
  switch (bitsOf(type)) {
  case 8: return isSigned(type) ? loadForm<int8_t>(registerBits) : loadForm<uint8_t>(registerBits);
  case 16: return isSigned(type) ? loadForm<int16_t>(registerBits) : loadForm<uint16_t>(registerBits);
  case 32: return isSigned(type) ? loadForm<int32_t>(registerBits) : loadForm<uint32_t>(registerBits);
  case 64: return loadForm<uint64_t>(registerBits);
  case 128: return registerBits == 128 ? load<U128, U128> : nullptr;
  default: return nullptr;
  }
}

template <class Mem> Handler storeForm(unsigned registerBits) {
  return withRegisters<Mem>(registerBits, []<class Reg>() -> Handler { return store<Mem, Reg>; });
}

Handler chooseStore(Type type, unsigned registerBits) {
  switch (bitsOf(type)) {
  case 8: return storeForm<uint8_t>(registerBits);
  case 16: return storeForm<uint16_t>(registerBits);
  case 32: return storeForm<uint32_t>(registerBits);
  case 64: return storeForm<uint64_t>(registerBits);
  case 128: return registerBits == 128 ? store<U128, U128> : nullptr;
  default: return nullptr;
  }
}

// ---- Parameters of functions and arguments of calls ----

/// imm: the offset among the parameters of the frame.
template <class Mem, class Reg> void loadParam(Warp &warp, const Inst &inst, LaneMask lanes) {
  const Slot *slots = &warp.frame->function->slots[inst.index];
  const std::byte *params = warp.frame->params.data() + inst.imm;
  size_t stride = warp.frame->function->frameParamBytes;
  for (unsigned i = 0; i < inst.count; ++i) {
    Reg *d = warp.at<Reg>(slots[i]);
    forLanes(lanes, [&](unsigned lane) {
      Mem value;
      std::memcpy(&value, params + lane * stride + i * sizeof(Mem), sizeof(Mem));
      d[lane] = static_cast<Reg>(value);  // NOLINT(bugprone-signed-char-misuse): `.s8` extends the sign
    });
  }
}

template <class Mem, class Reg> void storeParam(Warp &warp, const Inst &inst, LaneMask lanes) {
  const Slot *slots = &warp.frame->function->slots[inst.index];
  std::byte *params = warp.frame->params.data() + inst.imm;
  size_t stride = warp.frame->function->frameParamBytes;
  for (unsigned i = 0; i < inst.count; ++i) {
    const Reg *source = warp.at<Reg>(slots[i]);
    forLanes(lanes, [&](unsigned lane) {
      auto value = static_cast<Mem>(source[lane]);
      std::memcpy(params + lane * stride + i * sizeof(Mem), &value, sizeof(Mem));
    });
  }
}

template <class Mem> Handler paramForm(unsigned registerBits, bool isStore) {
  auto form = [&]<class Reg>() -> Handler { return isStore ? storeParam<Mem, Reg> : loadParam<Mem, Reg>; };
  if (registerBits == 16 && sizeof(Mem) <= 2) return form.template operator()<uint16_t>();
  if (registerBits == 32 && sizeof(Mem) <= 4) return form.template operator()<uint32_t>();
  if (registerBits == 64 && sizeof(Mem) <= 8) return form.template operator()<uint64_t>();
  return nullptr;
}

Handler chooseParam(Type type, unsigned registerBits, bool isStore) {
  switch (bitsOf(type)) {
  case 8: return isSigned(type) ? paramForm<int8_t>(registerBits, isStore) : paramForm<uint8_t>(registerBits, isStore);
  case 16:
    return isSigned(type) ? paramForm<int16_t>(registerBits, isStore) : paramForm<uint16_t>(registerBits, isStore);
  case 32:
    return isSigned(type) ? paramForm<int32_t>(registerBits, isStore) : paramForm<uint32_t>(registerBits, isStore);
  case 64: return paramForm<uint64_t>(registerBits, isStore);
  default: return nullptr;
  }
}

// ---- Building ----

/// Bits of the registers of a vector, which must agree: those of the type for literals and `_`.
Result<unsigned> vectorBits(Builder &b, const syntax::Operand &operand) {
  unsigned bits = 0;
  auto look = [&](const syntax::Operand &element) {
    unsigned own = b.registerBits(element);
    if (own && bits && own != bits) return false;
    if (own) bits = own;
    return true;
  };
  if (operand.kind == syntax::Operand::Kind::Vector) {
    for (const syntax::Operand &element : operand.elements)
      if (!look(element)) return b.fail("the registers of a vector differ in size");
  } else {
    look(operand);
  }
  return bits ? bits : std::max(16u, bitsOf(b.type()));
}

/// Everything but the handler; `isStore` says which operand is the address.
Result<unsigned> buildAccess(Builder &b, bool isStore) {
  bool hasPolicy = b.has("L2::cache_hint");
  if (b.types.size() != 1 || b.numOperands() != 2u + hasPolicy) return b.failType();
  TC_TRY_VOID(readMemoryModifiers(b));
  const syntax::Operand &value = b.operand(isStore ? 1 : 0), &where = b.operand(isStore ? 0 : 1);
  b.inst.count = vectorCount(b);
  size_t given = value.kind == syntax::Operand::Kind::Vector ? value.elements.size() : 1;
  if (given != b.inst.count || b.type() == Type::Pred || b.inst.count * bytesOf(b.type()) > 32) return b.failType();
  TC_TRY(unsigned bits, vectorBits(b, value));
  // Literals take the width of the registers.
  Type type = b.type();
  if (bits > bitsOf(type) && bits > 16) type = bits == 64 ? Type::B64 : bits == 32 ? Type::B32 : type;
  TC_TRY(std::vector<Slot> slots, b.slots(value, type, !isStore));
  b.inst.index = b.keep(slots);
  if (auto param = b.frameParam(where)) {
    if (param->bytes < b.inst.count * bytesOf(b.type())) return b.fail("beyond the end of the parameter");
    b.inst.imm = param->offset;
    TC_TRY_VOID(b.use(chooseParam(b.type(), bits, isStore)));
    return bits;
  }
  std::optional<Space> space = memorySpace(b);
  TC_TRY_VOID(b.address(where, space));
  b.inst.kind = static_cast<uint8_t>(space.value_or(Space::Generic));
  return bits;
}

/// Of the fences between proxies, that of shared memory matters here.
void fenceAsyncProxy(Warp &warp, const Inst &, LaneMask lanes) { fenceProxy(warp, lanes); }
void fenceAll(Warp &warp, const Inst &inst, LaneMask) { fence(warp, static_cast<Scope>(inst.scope)); }
void nothing(Warp &, const Inst &, LaneMask) {}

void createPolicy(Warp &warp, const Inst &inst, LaneMask lanes) {
  auto *d = warp.at<uint64_t>(inst.dst);
  forLanes(lanes, [&](unsigned lane) { d[lane] = 0; });
}

}  // namespace

// ---- What memory instructions have in common (memory_modifiers.h) ----

std::optional<Space> memorySpace(Builder &b) {
  for (std::string_view modifier : b.source().modifiers)
    if (auto space = findSpace(modifier)) return space;
  return std::nullopt;
}

uint8_t vectorCount(Builder &b) { return b.has("v2") ? 2 : b.has("v4") ? 4 : b.has("v8") ? 8 : 1; }

Success readMemoryModifiers(Builder &b) {
  Order order = Order::Weak;
  if (b.has("volatile") || b.has("relaxed")) order = Order::Relaxed;
  if (b.has("acquire")) order = Order::Acquire;
  if (b.has("release")) order = Order::Release;
  if (b.has("acq_rel") || b.has("sc")) order = Order::AcqRel;
  b.inst.order = static_cast<uint8_t>(order);
  b.inst.scope = static_cast<uint8_t>(b.has("cta") ? Scope::Cta : Scope::Gpu);
  return {};
}

// ---- Builders ----

Success buildLd(Builder &b) {
  TC_TRY(unsigned bits, buildAccess(b, /*isStore=*/false));
  return b.inst.handler ? Success() : b.use(chooseLoad(b.type(), bits));
}

Success buildSt(Builder &b) {
  TC_TRY(unsigned bits, buildAccess(b, /*isStore=*/true));
  return b.inst.handler ? Success() : b.use(chooseStore(b.type(), bits));
}

Success buildFence(Builder &b) {
  if (b.has("proxy")) return b.use(b.has("async") && !b.has("global") ? fenceAsyncProxy : nothing);
  TC_TRY_VOID(readMemoryModifiers(b));
  return b.use(fenceAll);
}

Success buildNothing(Builder &b) { return b.use(nothing); }

Success buildCreatePolicy(Builder &b) {
  if (b.numOperands() < 1) return b.failType();
  TC_TRY(b.inst.dst, b.destination(b.operand(0), 64));
  return b.use(createPolicy);
}

}  // namespace tritonc::emulator
