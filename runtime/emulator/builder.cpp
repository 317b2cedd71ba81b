#include "runtime/emulator/builder.h"

#include <algorithm>
#include <array>
#include <bit>

#include "runtime/emulator/decoder.h"

namespace tritonc::emulator {
namespace {

using syntax::Operand;

constexpr auto kInstructions = std::to_array<InstructionInfo>({
#define INSTRUCTION(opcode, build, operands, modifiers) {opcode, build, operands, modifiers},
#include "runtime/emulator/instructions.def"
});

struct SpecialInfo {
  std::string_view spelling;
  unsigned bits;
};

constexpr auto kSpecials = std::to_array<SpecialInfo>({
#define SPECIAL(Name, spelling, bits) {spelling, bits},
#include "runtime/emulator/specials.def"
});

/// Calls `f` for each part of a list until it returns false; returns whether it never did.
template <class F> bool forEachPart(std::string_view list, char separator, F &&f) {
  while (!list.empty()) {
    size_t end = std::min(list.find(separator), list.size());
    if (!f(list.substr(0, end))) return false;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return true;
}

/// In registers, 8 bits take 16.
unsigned registerBits(Type type) { return type == Type::Pred ? 1 : std::max(16u, bitsOf(type)); }

uint64_t literalBits(const Operand &operand, Type type) {
  if (operand.kind == Operand::Kind::Integer) return operand.bits;
  if (operand.kind == Operand::Kind::Single)
    return type == Type::F64
               ? std::bit_cast<uint64_t>(double{std::bit_cast<float>(static_cast<uint32_t>(operand.bits))})
               : operand.bits;
  if (type == Type::F32) return std::bit_cast<uint32_t>(static_cast<float>(std::bit_cast<double>(operand.bits)));
  return operand.bits;
}

bool isLiteral(const Operand &operand) {
  return operand.kind == Operand::Kind::Integer || operand.kind == Operand::Kind::Single ||
         operand.kind == Operand::Kind::Double;
}

}  // namespace

bool Builder::has(std::string_view modifier) const {
  return std::ranges::find(source_.modifiers, modifier) != source_.modifiers.end();
}

std::optional<Round> Builder::rounding() const {
  if (has("rn") || has("rni")) return Round::NearestEven;
  if (has("rna")) return Round::NearestAway;
  if (has("rz") || has("rzi")) return Round::Zero;
  if (has("rm") || has("rmi")) return Round::Down;
  if (has("rp") || has("rpi")) return Round::Up;
  return std::nullopt;
}

Failed Builder::failText(const std::string &what) {
  std::string opcode(source_.opcode);
  for (std::string_view modifier : source_.modifiers) opcode.append(".").append(modifier);
  return decoder_.fail(source_.line, "`{}`: {}", opcode, what);
}

Failed Builder::failType() { return fail("this form of the instruction is not supported"); }

Success Builder::use(Handler handler) {
  if (!handler) return failType();
  inst.handler = handler;
  return {};
}

Success Builder::run() {
  auto row = std::ranges::find(kInstructions, source_.opcode, &InstructionInfo::opcode);
  if (row == kInstructions.end()) return decoder_.fail(source_.line, "unknown instruction `{}`", source_.opcode);
  TC_TRY_VOID(checkModifiers(*row));
  if (!source_.guard.empty()) {
    auto guard = decoder_.findRegister(source_.scope, source_.guard);
    if (!guard || decoder_.registerType(*guard) != Type::Pred) return fail("`{}` is not a predicate", source_.guard);
    inst.guard = registerSlot(*guard);
    inst.flags |= kGuarded | (source_.isGuardNegated ? kGuardNegated : 0);
  }
  if (row->operands != "*") TC_TRY_VOID(readOperands(*row));
  return row->build(*this);
}

Success Builder::checkModifiers(const InstructionInfo &row) {
  for (std::string_view modifier : source_.modifiers) {
    bool isKnown = !forEachPart(row.modifiers, ' ', [&](std::string_view known) {
      return known.ends_with('*') ? !modifier.starts_with(known.substr(0, known.size() - 1)) : known != modifier;
    });
    auto type = findType(modifier);
    if (type) types.push_back(*type);
    if (!isKnown && !type) return fail("unknown modifier `.{}`", modifier);
  }
  return {};
}

Success Builder::readOperands(const InstructionInfo &row) {
  size_t index = 0;
  bool isGood = forEachPart(row.operands, ',', [&](std::string_view part) {
    if (index >= numOperands()) {
      fail("operands are missing");
      return false;
    }
    Type type = Type::B32;
    std::string_view typeName = part.size() > 2 ? part.substr(2) : std::string_view();
    if (auto named = findType(typeName)) {
      type = *named;
    } else {
      size_t which = typeName == "1" ? 1 : 0;
      if (which >= types.size()) {
        fail("the type is missing");
        return false;
      }
      type = types[which];
    }
    const Operand &text = operand(index++);
    auto slot = part[0] == 'd' ? destination(text, emulator::registerBits(type)) : source(text, type);
    if (!slot) return false;
    Slot &into = part[0] == 'd'   ? inst.dst
                 : part[0] == 'a' ? inst.a
                 : part[0] == 'b' ? inst.b
                 : part[0] == 'c' ? inst.c
                                  : inst.d;
    into = *slot;
    return true;
  });
  if (!isGood) return Failed{};
  if (index < numOperands()) return fail("too many operands");
  return {};
}

// ---- Operands ----

unsigned Builder::registerBits(const Operand &operand) const {
  if (operand.kind != Operand::Kind::Name) return 0;
  auto number = decoder_.findRegister(source_.scope, operand.name);
  return number ? emulator::registerBits(decoder_.registerType(*number)) : 0;
}

Slot Builder::registerSlot(uint32_t number) {
  Slot slot = decoder_.registerSlot(number);
  decoder_.touch(slot);
  return slot;
}

Result<Slot> Builder::destination(const Operand &operand, unsigned bits, bool mayBeWider) {
  if (operand.kind == Operand::Kind::Sink) return decoder_.sink();
  auto number = operand.kind == Operand::Kind::Name ? decoder_.findRegister(source_.scope, operand.name) : std::nullopt;
  if (!number) return fail("`{}` is not a register", operand.name);
  unsigned has = emulator::registerBits(decoder_.registerType(*number));
  if (has < std::max(bits, bits == 1 ? 1u : 16u) || (has != std::max(bits, bits == 1 ? 1u : 16u) && !mayBeWider) ||
      (bits == 1) != (has == 1))
    return fail("`{}` has {} bits, the instruction writes {}", operand.name, has, bits);
  return registerSlot(*number);
}

Result<Slot> Builder::source(const Operand &operand, Type type, bool mayBeWider) {
  unsigned bits = emulator::registerBits(type), bytes = type == Type::Pred ? 0 : bits / 8;
  if (isLiteral(operand)) return decoder_.constant(literalBits(operand, type), bytes);
  if (operand.kind != Operand::Kind::Name) return fail("expected a register or a literal");
  if (operand.isNegated) return fail("`!` is not allowed here");
  if (auto number = decoder_.findRegister(source_.scope, operand.name)) {
    unsigned has = emulator::registerBits(decoder_.registerType(*number));
    if (has < bits || (has != bits && !mayBeWider) || (bits == 1) != (has == 1))
      return fail("`{}` has {} bits, the instruction reads {}", operand.name, has, bits);
    return registerSlot(*number);
  }
  auto special = std::ranges::find(kSpecials, operand.name, &SpecialInfo::spelling);
  if (special != kSpecials.end()) {
    if (bits > 64 || bits < special->bits) return fail("`{}` is wider than the type", operand.name);
    // 64 bits of a special register of 32 would read two lanes.
    if (bits != special->bits) return fail("`{}` has 32 bits", operand.name);
    return Slot(SlotBase::Specials,
                static_cast<uint32_t>((special - kSpecials.begin()) * kWarpSize * sizeof(uint64_t)));
  }
  if (operand.name == "WARP_SZ") return decoder_.constant(kWarpSize, bytes);
  auto place = decoder_.findVariable(source_.scope, operand.name);
  if (place && (place->space == Space::Shared || place->space == Space::Global || place->space == Space::Const))
    return decoder_.constant(place->address + operand.bits, bytes);
  return fail("unknown name `{}`", operand.name);
}

Result<std::vector<Slot>> Builder::slots(const Operand &operand, Type type, bool isDestination) {
  std::vector<Slot> result;
  auto add = [&](const Operand &element) -> Success {
    auto slot = isDestination ? destination(element, emulator::registerBits(type), /*mayBeWider=*/true)
                              : source(element, type, /*mayBeWider=*/true);
    if (!slot) return Failed{};
    result.push_back(*slot);
    return {};
  };
  if (operand.kind != Operand::Kind::Vector) {
    TC_TRY_VOID(add(operand));
    return result;
  }
  for (const Operand &element : operand.elements) TC_TRY_VOID(add(element));
  return result;
}

uint32_t Builder::keep(const std::vector<Slot> &slots) {
  std::vector<Slot> &kept = decoder_.function().slots;
  auto index = static_cast<uint32_t>(kept.size());
  kept.insert(kept.end(), slots.begin(), slots.end());
  return index;
}

Success Builder::address(const Operand &operand, std::optional<Space> &space) {
  if (operand.kind != Operand::Kind::Address) return fail("expected an address");
  inst.imm = static_cast<int64_t>(operand.bits);
  inst.mode = kBase64;
  if (operand.name.empty()) {
    inst.a = decoder_.constant(0, 8);
    return {};
  }
  if (auto number = decoder_.findRegister(source_.scope, operand.name)) {
    unsigned bits = emulator::registerBits(decoder_.registerType(*number));
    if (bits != 32 && bits != 64) return fail("an address has 32 or 64 bits");
    inst.a = registerSlot(*number);
    inst.mode = bits == 32 ? kBase32 : kBase64;
    return {};
  }
  auto place = decoder_.findVariable(source_.scope, operand.name);
  if (!place) return fail("unknown name `{}`", operand.name);
  inst.a = decoder_.constant(0, 8);
  inst.imm += static_cast<int64_t>(place->address);
  if (place->space == Space::Local) inst.mode = kFrameLocal;
  if (!space) space = place->space;
  if (*space != place->space && !(place->space == Space::Const && *space == Space::Global))
    return fail("`{}` lies in `.{}` memory", operand.name, name(place->space));
  return {};
}

Result<uint32_t> Builder::keepAddress(const Operand &operand, std::optional<Space> space) {
  Inst before = inst;
  TC_TRY_VOID(address(operand, space));
  std::vector<AddressParts> &kept = decoder_.function().addresses;
  kept.push_back({inst.a, inst.mode, space.value_or(Space::Generic), inst.imm});
  inst = before;
  return static_cast<uint32_t>(kept.size() - 1);
}

std::optional<ParamBytes> Builder::frameParam(const Operand &operand) {
  if (operand.name.empty()) return std::nullopt;
  auto place = decoder_.findVariable(source_.scope, operand.name);
  if (!place || !place->isFrameParam) return std::nullopt;
  if (operand.bits > place->bytes) return ParamBytes{0, 0};
  return ParamBytes{static_cast<uint32_t>(place->address + operand.bits),
                    static_cast<uint32_t>(place->bytes - operand.bits)};
}

Result<uint32_t> Builder::label(const Operand &operand) {
  auto target = operand.kind == Operand::Kind::Name ? decoder_.findLabel(source_.scope, operand.name) : std::nullopt;
  if (!target) return fail("there is no label `{}`", operand.name);
  return *target;
}

}  // namespace tritonc::emulator
