// Comparison, selection and movement.
#include <cmath>

#include "runtime/emulator/builder.h"
#include "runtime/emulator/cta.h"
#include "runtime/emulator/decoder.h"
#include "runtime/emulator/dispatch.h"
#include "runtime/emulator/numbers.h"

namespace tritonc::emulator {
namespace {

// ---- setp and set ----

enum class Compare : uint8_t { Eq, Ne, Lt, Le, Gt, Ge };

/// kUnordered: true if an operand is NaN.
template <Compare kCompare, bool kUnordered> struct Test {
  template <class T> bool operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>)
      if (a != a || b != b) return kUnordered;
    switch (kCompare) {
    case Compare::Eq: return a == b;
    case Compare::Ne: return a != b;
    case Compare::Lt: return a < b;
    case Compare::Le: return a <= b;
    case Compare::Gt: return a > b;
    case Compare::Ge: return a >= b;
    }
  }
};
template <bool kWanted> struct IsNaN {
  template <class T> bool operator()(T a, T b) const { return (a != a || b != b) == kWanted; }
};

struct Identity {
  template <class T> T operator()(T a) const { return a; }
};
struct LoadHalf {
  float operator()(uint16_t a) const { return halfToFloat(a); }
};
struct LoadBfloat {
  float operator()(uint16_t a) const { return bfloatToFloat(a); }
};
struct LoadFlushed {
  float operator()(float a) const { return flush(a); }
};

/// What becomes of the comparison: inst.kind 0: nothing, 1 and, 2 or, 3 xor with the predicate c.
LaneMask combine(Warp &warp, const Inst &inst, LaneMask result) {
  if (inst.kind == 0) return result;
  LaneMask other = warp.mask(inst.c);
  if (inst.flags & kNegatesC) other = ~other;
  return inst.kind == 1 ? result & other : inst.kind == 2 ? result | other : result ^ other;
}

template <class T, class Load, class Op> void setp(Warp &warp, const Inst &inst, LaneMask lanes) {
  const T *a = warp.at<T>(inst.a), *b = warp.at<T>(inst.b);
  LaneMask result = lanesWhere(lanes, [&](unsigned lane) { return Op{}(Load{}(a[lane]), Load{}(b[lane])); });
  setMask(warp.mask(inst.dst), combine(warp, inst, result), lanes);
  // `p|q`: q is the comparison's opposite, combined likewise.
  if (inst.mode) setMask(warp.mask(inst.d), combine(warp, inst, ~result), lanes);
}

/// inst.mode: what true is. inst.imm is the width of the destination.
template <class T, class Load, class Op> void set(Warp &warp, const Inst &inst, LaneMask lanes) {
  const T *a = warp.at<T>(inst.a), *b = warp.at<T>(inst.b);
  LaneMask result = lanesWhere(lanes, [&](unsigned lane) { return Op{}(Load{}(a[lane]), Load{}(b[lane])); });
  result = combine(warp, inst, result);
  auto isTrue = static_cast<uint32_t>(inst.imm);
  auto *d = warp.at<uint32_t>(inst.dst);
  forLanes(lanes, [&](unsigned lane) { d[lane] = result >> lane & 1 ? isTrue : 0; });
}

template <class T, class Load, class Op> Handler compareForm(bool isSet) {
  return isSet ? set<T, Load, Op> : setp<T, Load, Op>;
}

template <class Op> Handler floatForm(Builder &b, Type type, bool isSet) {
  switch (type) {
  case Type::F16: return compareForm<uint16_t, LoadHalf, Op>(isSet);
  case Type::BF16: return compareForm<uint16_t, LoadBfloat, Op>(isSet);
  case Type::F32:
    return b.has("ftz") ? compareForm<float, LoadFlushed, Op>(isSet) : compareForm<float, Identity, Op>(isSet);
  case Type::F64: return compareForm<double, Identity, Op>(isSet);
  default: return nullptr;
  }
}

template <Compare kCompare> Handler signedForm(Type type, bool isSet) {
  using Op = Test<kCompare, false>;
  switch (type) {
  case Type::S16: return compareForm<int16_t, Identity, Op>(isSet);
  case Type::S32: return compareForm<int32_t, Identity, Op>(isSet);
  case Type::S64: return compareForm<int64_t, Identity, Op>(isSet);
  default: return nullptr;
  }
}

template <Compare kCompare> Handler integerForm(Type type, bool isSet) {
  using Op = Test<kCompare, false>;
  if (isSigned(type)) return signedForm<kCompare>(type, isSet);
  switch (bitsOf(type)) {
  case 16: return compareForm<uint16_t, Identity, Op>(isSet);
  case 32: return compareForm<uint32_t, Identity, Op>(isSet);
  case 64: return compareForm<uint64_t, Identity, Op>(isSet);
  default: return nullptr;
  }
}

struct CompareName {
  std::string_view ordered, unordered, unsignedName;
};
constexpr CompareName kCompareNames[] = {{"eq", "equ", ""},   {"ne", "neu", ""},   {"lt", "ltu", "lo"},
                                         {"le", "leu", "ls"}, {"gt", "gtu", "hi"}, {"ge", "geu", "hs"}};

template <Compare kCompare> Handler compareHandler(Builder &b, Type type, bool isSet) {
  const CompareName &names = kCompareNames[static_cast<size_t>(kCompare)];
  bool isOrdered = b.has(names.ordered), isUnordered = b.has(names.unordered);
  bool isUnsigned = !names.unsignedName.empty() && b.has(names.unsignedName);
  if (!isOrdered && !isUnordered && !isUnsigned) return nullptr;
  if (isFloat(type))
    return isUnordered ? floatForm<Test<kCompare, true>>(b, type, isSet)
                       : floatForm<Test<kCompare, false>>(b, type, isSet);
  bool isOrder = kCompare != Compare::Eq && kCompare != Compare::Ne;
  if (isUnordered || (isOrder && kindOf(type) == TypeKind::Bits) || (isUnsigned && isSigned(type))) return nullptr;
  return integerForm<kCompare>(type, isSet);
}

Handler findCompare(Builder &b, Type type, bool isSet) {
  if (b.has("num")) return floatForm<IsNaN<false>>(b, type, isSet);
  if (b.has("nan")) return floatForm<IsNaN<true>>(b, type, isSet);
  if (Handler found = compareHandler<Compare::Eq>(b, type, isSet)) return found;
  if (Handler found = compareHandler<Compare::Ne>(b, type, isSet)) return found;
  if (Handler found = compareHandler<Compare::Lt>(b, type, isSet)) return found;
  if (Handler found = compareHandler<Compare::Le>(b, type, isSet)) return found;
  if (Handler found = compareHandler<Compare::Gt>(b, type, isSet)) return found;
  return compareHandler<Compare::Ge>(b, type, isSet);
}

Success readCompareOperands(Builder &b, Type type) {
  b.inst.kind = b.has("and") ? 1 : b.has("or") ? 2 : b.has("xor") ? 3 : 0;
  if (b.numOperands() != (b.inst.kind ? 4u : 3u)) return b.fail("operands are missing");
  TC_TRY(b.inst.a, b.source(b.operand(1), type));
  TC_TRY(b.inst.b, b.source(b.operand(2), type));
  if (b.inst.kind) {
    syntax::Operand other = b.operand(3);
    if (std::exchange(other.isNegated, false)) b.inst.flags |= kNegatesC;
    TC_TRY(b.inst.c, b.source(other, Type::Pred));
  }
  return {};
}

// ---- selp and slct ----

template <class T> void selp(Warp &warp, const Inst &inst, LaneMask lanes) {
  T *d = warp.at<T>(inst.dst);
  const T *a = warp.at<T>(inst.a), *b = warp.at<T>(inst.b);
  LaneMask which = warp.mask(inst.c);
  forLanes(lanes, [&](unsigned lane) { d[lane] = which >> lane & 1 ? a[lane] : b[lane]; });
}

template <class T, class C> struct Slct {
  T operator()(T a, T b, C c) const { return c >= 0 ? a : b; }
};

template <class C> Handler slctForm(unsigned bits) {
  if (bits == 16) return ternary<uint16_t, uint16_t, uint16_t, C, Slct<uint16_t, C>>;
  if (bits == 32) return ternary<uint32_t, uint32_t, uint32_t, C, Slct<uint32_t, C>>;
  return bits == 64 ? ternary<uint64_t, uint64_t, uint64_t, C, Slct<uint64_t, C>> : nullptr;
}

// ---- mov ----

void movMask(Warp &warp, const Inst &inst, LaneMask lanes) { setMask(warp.mask(inst.dst), warp.mask(inst.a), lanes); }

template <class T> void mov(Warp &warp, const Inst &inst, LaneMask lanes) {
  T *d = warp.at<T>(inst.dst);
  const T *a = warp.at<T>(inst.a);
  forLanes(lanes, [&](unsigned lane) { d[lane] = a[lane]; });
}

template <class T> void movVector(Warp &warp, const Inst &inst, LaneMask lanes) {
  const Slot *slots = &warp.frame->function->slots[inst.index];
  for (unsigned i = 0; i < inst.count; ++i) {
    T *d = warp.at<T>(slots[i]);
    const T *a = warp.at<T>(slots[inst.count + i]);
    forLanes(lanes, [&](unsigned lane) { d[lane] = a[lane]; });
  }
}

/// {a, b, ...} as one register of more bits; the first element is the lowest part.
template <class Whole, class Part> void packParts(Warp &warp, const Inst &inst, LaneMask lanes) {
  const Slot *slots = &warp.frame->function->slots[inst.index];
  Whole *d = warp.at<Whole>(inst.dst);
  // The destination may be one of the parts.
  Whole result[kWarpSize] = {};
  for (unsigned i = 0; i < inst.count; ++i) {
    const Part *part = warp.at<Part>(slots[i]);
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      result[lane] |= static_cast<Whole>(static_cast<Whole>(part[lane]) << (8 * sizeof(Part) * i));
  }
  forLanes(lanes, [&](unsigned lane) { d[lane] = result[lane]; });
}

template <class Whole, class Part> void unpackParts(Warp &warp, const Inst &inst, LaneMask lanes) {
  const Slot *slots = &warp.frame->function->slots[inst.index];
  const Whole *a = warp.at<Whole>(inst.a);
  for (unsigned i = 0; i < inst.count; ++i) {
    Part *part = warp.at<Part>(slots[i]);
    forLanes(lanes, [&](unsigned lane) { part[lane] = static_cast<Part>(a[lane] >> (8 * sizeof(Part) * i)); });
  }
}

using U128 = unsigned __int128;

template <bool kPack> Handler partsForm(unsigned whole, unsigned count) {
  auto form = []<class W, class P>() -> Handler { return kPack ? packParts<W, P> : unpackParts<W, P>; };
  if (whole == 32 && count == 2) return form.template operator()<uint32_t, uint16_t>();
  if (whole == 64 && count == 2) return form.template operator()<uint64_t, uint32_t>();
  if (whole == 64 && count == 4) return form.template operator()<uint64_t, uint16_t>();
  if (whole == 128 && count == 2) return form.template operator()<U128, uint64_t>();
  if (whole == 128 && count == 4) return form.template operator()<U128, uint32_t>();
  return nullptr;
}

/// What changes while a warp runs. inst.kind says which.
enum class Changing : uint8_t { Clock, Clock64, ClockHi, Timer, TimerLo, TimerHi };
constexpr std::string_view kChangingNames[] = {"%clock",       "%clock64",        "%clock_hi",
                                               "%globaltimer", "%globaltimer_lo", "%globaltimer_hi"};

void movChanging(Warp &warp, const Inst &inst, LaneMask lanes) {
  // A warp's own steps are its cycles, of 1 ns each: results do not depend on the machine.
  uint64_t now = warp.cta->launch->options.clock + warp.steps;
  auto *narrow = warp.at<uint32_t>(inst.dst);
  auto *wide = warp.at<uint64_t>(inst.dst);
  switch (static_cast<Changing>(inst.kind)) {
  case Changing::Clock:
  case Changing::TimerLo: forLanes(lanes, [&](unsigned lane) { narrow[lane] = static_cast<uint32_t>(now); }); break;
  case Changing::ClockHi:
  case Changing::TimerHi:
    forLanes(lanes, [&](unsigned lane) { narrow[lane] = static_cast<uint32_t>(now >> 32); });
    break;
  case Changing::Clock64:
  case Changing::Timer: forLanes(lanes, [&](unsigned lane) { wide[lane] = now; }); break;
  }
}

/// The address of a local variable: frames of calls lie one behind the other.
template <class T> void movLocal(Warp &warp, const Inst &inst, LaneMask lanes) {
  T *d = warp.at<T>(inst.dst);
  auto address = static_cast<T>(warp.frame->localBase + static_cast<uint64_t>(inst.imm));
  forLanes(lanes, [&](unsigned lane) { d[lane] = address; });
}

Success buildMovName(Builder &b, const syntax::Operand &from, unsigned bits) {
  for (size_t i = 0; i < std::size(kChangingNames); ++i)
    if (from.name == kChangingNames[i]) {
      bool isWide = i == static_cast<size_t>(Changing::Clock64) || i == static_cast<size_t>(Changing::Timer);
      if (bits != (isWide ? 64u : 32u)) return b.failType();
      b.inst.kind = static_cast<uint8_t>(i);
      return b.use(movChanging);
    }
  auto place = b.decoder().findVariable(b.source().scope, from.name);
  if (!place || b.registerBits(from)) return Failed{};
  if (place->space == Space::Local) {
    b.inst.imm = static_cast<int64_t>(place->address + from.bits);
    return b.use(bits == 32 ? movLocal<uint32_t> : bits == 64 ? movLocal<uint64_t> : nullptr);
  }
  if (place->space != Space::Param) return Failed{};
  if (place->isFrameParam) return b.fail("the address of a parameter of a function is not supported");
  b.inst.a = b.decoder().constant(place->address + from.bits, bits / 8);
  return b.use(bits == 64 ? mov<uint64_t> : bits == 32 ? mov<uint32_t> : nullptr);
}

Handler movForm(Type type) {
  switch (bitsOf(type)) {
  case 1: return movMask;
  case 16: return mov<uint16_t>;
  case 32: return mov<uint32_t>;
  case 64: return mov<uint64_t>;
  case 128: return mov<U128>;
  default: return nullptr;
  }
}

/// `mov.v2.u32 {a, b}, {c, d}` does not exist in PTX; `mov.b64 d, {a, b}` and `mov.b64 {a, b}, d` do.
Success buildMovParts(Builder &b) {
  bool isPack = b.operand(1).kind == syntax::Operand::Kind::Vector;
  if (isPack && b.operand(0).kind == syntax::Operand::Kind::Vector) return b.failType();
  const syntax::Operand &parts = b.operand(isPack ? 1 : 0);
  unsigned bits = bitsOf(b.type());
  b.inst.count = static_cast<uint8_t>(parts.elements.size());
  Handler handler = isPack ? partsForm<true>(bits, b.inst.count) : partsForm<false>(bits, b.inst.count);
  if (!handler) return b.failType();
  unsigned partBits = bits / b.inst.count;
  Type part = partBits == 16 ? Type::B16 : partBits == 32 ? Type::B32 : Type::B64;
  TC_TRY(std::vector<Slot> slots, b.slots(parts, part, !isPack));
  b.inst.index = b.keep(slots);
  if (isPack) {
    TC_TRY(b.inst.dst, b.destination(b.operand(0), bits));
  } else {
    TC_TRY(b.inst.a, b.source(b.operand(1), b.type()));
  }
  return b.use(handler);
}

// ---- Addresses ----

/// imm: the window that is added or taken away.
void cvtaTo(Warp &warp, const Inst &inst, LaneMask lanes) {
  auto *d = warp.at<uint64_t>(inst.dst);
  const auto *a = warp.at<uint64_t>(inst.a);
  auto window = static_cast<uint64_t>(inst.imm);
  forLanes(lanes, [&](unsigned lane) { d[lane] = a[lane] - window; });
}
void cvta(Warp &warp, const Inst &inst, LaneMask lanes) {
  auto *d = warp.at<uint64_t>(inst.dst);
  const auto *a = warp.at<uint64_t>(inst.a);
  auto window = static_cast<uint64_t>(inst.imm);
  forLanes(lanes, [&](unsigned lane) { d[lane] = a[lane] + window; });
}
/// From or to pointers of 32 bits.
void cvtaFromNarrow(Warp &warp, const Inst &inst, LaneMask lanes) {
  auto *d = warp.at<uint64_t>(inst.dst);
  const auto *a = warp.at<uint32_t>(inst.a);
  auto window = static_cast<uint64_t>(inst.imm);
  forLanes(lanes, [&](unsigned lane) { d[lane] = a[lane] + window; });
}

uint64_t windowOf(Builder &b) {
  for (std::string_view modifier : b.source().modifiers) {
    auto space = findSpace(modifier);
    if (space == Space::Shared) return kSharedWindow;
    if (space == Space::Local) return kLocalWindow;
    if (space == Space::Param) return kParamWindow;
  }
  return 0;
}

void isspacep(Warp &warp, const Inst &inst, LaneMask lanes) {
  const auto *a = warp.at<uint64_t>(inst.a);
  auto window = static_cast<uint64_t>(inst.imm);
  setMask(warp.mask(inst.dst), lanesWhere(lanes, [&](unsigned lane) { return (a[lane] & kWindowMask) == window; }),
          lanes);
}

}  // namespace

Success buildSetp(Builder &b) {
  if (b.types.size() != 1) return b.failType();
  TC_TRY_VOID(readCompareOperands(b, b.type()));
  syntax::Operand to = b.operand(0);
  if (!to.second.empty()) {
    syntax::Operand second{.kind = syntax::Operand::Kind::Name, .name = to.second};
    TC_TRY(b.inst.d, b.destination(second, 1));
    b.inst.mode = 1;
  }
  TC_TRY(b.inst.dst, b.destination(to, 1));
  return b.use(findCompare(b, b.type(), /*isSet=*/false));
}

Success buildSet(Builder &b) {
  if (b.types.size() != 2 || bitsOf(b.type(0)) != 32) return b.failType();
  TC_TRY_VOID(readCompareOperands(b, b.type(1)));
  TC_TRY(b.inst.dst, b.destination(b.operand(0), 32));
  b.inst.imm = b.type(0) == Type::F32 ? 0x3f800000 : 0xffffffff;
  return b.use(findCompare(b, b.type(1), /*isSet=*/true));
}

Success buildSelp(Builder &b) {
  switch (bitsOf(b.type())) {
  case 16: return b.use(selp<uint16_t>);
  case 32: return b.use(selp<uint32_t>);
  case 64: return b.use(selp<uint64_t>);
  default: return b.failType();
  }
}

Success buildSlct(Builder &b) {
  if (b.type(1) == Type::S32) return b.use(slctForm<int32_t>(bitsOf(b.type())));
  if (b.type(1) == Type::F32) return b.use(slctForm<float>(bitsOf(b.type())));
  return b.failType();
}

Success buildMov(Builder &b) {
  if (b.types.size() != 1 || b.numOperands() != 2) return b.failType();
  using Kind = syntax::Operand::Kind;
  if (b.operand(0).kind == Kind::Vector || b.operand(1).kind == Kind::Vector) return buildMovParts(b);
  unsigned bits = bitsOf(b.type());
  TC_TRY(b.inst.dst, b.destination(b.operand(0), bits));
  if (b.operand(1).kind == Kind::Name && buildMovName(b, b.operand(1), bits).ok()) return {};
  TC_TRY(b.inst.a, b.source(b.operand(1), b.type()));
  return b.use(movForm(b.type()));
}

Success buildCvta(Builder &b) {
  if (b.types.size() != 1 || b.numOperands() != 2) return b.failType();
  if (b.type() != Type::U64) return b.fail("generic addresses have 64 bits");
  b.inst.imm = static_cast<int64_t>(windowOf(b));
  TC_TRY(b.inst.dst, b.destination(b.operand(0), 64));
  if (!b.has("to") && b.registerBits(b.operand(1)) == 32) {
    TC_TRY(b.inst.a, b.source(b.operand(1), Type::U32));
    return b.use(cvtaFromNarrow);
  }
  TC_TRY(b.inst.a, b.source(b.operand(1), Type::U64));
  return b.use(b.has("to") ? cvtaTo : cvta);
}

Success buildIsspacep(Builder &b) {
  if (b.numOperands() != 2) return b.fail("operands are missing");
  b.inst.imm = static_cast<int64_t>(windowOf(b));
  TC_TRY(b.inst.dst, b.destination(b.operand(0), 1));
  TC_TRY(b.inst.a, b.source(b.operand(1), Type::U64));
  return b.use(isspacep);
}

}  // namespace tritonc::emulator
