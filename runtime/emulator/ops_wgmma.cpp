// wgmma: multiplications of a warpgroup, each warp its 16 rows of the 64, with factors from shared memory by descriptor
// or (A) from registers. D has 64 rows and N columns, the depth K takes 32 bytes.
//
// Element v of a lane, with g = lane / 4 and t = lane % 4, lies in row 16 * warp + g + 8 * (v / 2 % 2) and column
// 8 * (v / 4) + 2 * t + v % 2 of D; registers of A are dealt as those of mma.sync (ops_matrix.cpp).
#include "runtime/emulator/wgmma.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "runtime/emulator/builder.h"
#include "runtime/emulator/cta.h"
#include "runtime/emulator/decoder.h"
#include "runtime/emulator/dispatch.h"
#include "runtime/emulator/tensor_core.h"
#include "runtime/emulator/tensor_map.h"

namespace tritonc::emulator {
namespace {

constexpr unsigned kRowsOfWarp = 16, kMaxDepth = 32, kMaxColumns = 256, kRegistersOfA = 4, kWarpsOfGroup = 4;
constexpr uint32_t kPiece = 16;

enum WgmmaFlag : uint8_t {
  kNegatesA = 1,
  kNegatesB = 2,
  kTransposesA = 4,
  kTransposesB = 8,
  kRegistersA = 16,
  kSaturates = 32,
};

/// index: slots of D, then of A if it lies in registers. a, b: descriptors; c: scale-d. imm: N; count: K; mode, kind,
/// order: types of D, A and B; scope: WgmmaFlag.
struct Form {
  unsigned columns, depth, numD;
  Type d, a, b;

  explicit Form(const Inst &inst)
      : columns(static_cast<unsigned>(inst.imm)), depth(inst.count),
        numD(columns / (static_cast<Type>(inst.mode) == Type::F16 ? 4 : 2)), d(static_cast<Type>(inst.mode)),
        a(static_cast<Type>(inst.kind)), b(static_cast<Type>(inst.order)) {}
};

// ---- Factors in shared memory ----

/// A matrix descriptor.
struct Descriptor {
  uint32_t start, leading, stride;
  unsigned span;

  explicit Descriptor(uint64_t bits)
      : start(static_cast<uint32_t>(bits & 0x3fff) << 4), leading(static_cast<uint32_t>(bits >> 16 & 0x3fff) << 4),
        stride(static_cast<uint32_t>(bits >> 32 & 0x3fff) << 4), span(std::array{0u, 128u, 64u, 32u}[bits >> 62]) {}

  /// Where the element lies whose 16-byte piece is number `piece` along the contiguous axis, in line `line` of the
  /// other. `isTransposed`: rows (of M or N) are contiguous, lines go along K.
  uint32_t pieceAt(unsigned line, unsigned byte, bool isTransposed) const {
    uint32_t at = start;
    if (span == 0) {
      at += line % 8 * kPiece;
      at += isTransposed ? byte / kPiece * stride + line / 8 * leading : line / 8 * stride + byte / kPiece * leading;
      return at;
    }
    at += line % 8 * span + byte % span / kPiece * kPiece + line / 8 * stride;
    if (isTransposed) at += byte / span * leading;
    return swizzled(at, span);
  }
};

bool checkDescriptor(Warp &warp, const Inst &inst, Slot slot, uint64_t &bits) {
  const auto *values = warp.at<uint64_t>(slot);
  bits = values[0];
  if (std::any_of(values, values + kWarpSize, [&](uint64_t other) { return other != bits; })) {
    warp.fault(Check::BadOperand, "the lanes of the warp have different matrix descriptors");
    return false;
  }
  constexpr uint64_t kUnused =
      ~(uint64_t{0x3fff} | uint64_t{0x3fff} << 16 | uint64_t{0x3fff} << 32 | uint64_t{3} << 62);
  if (bits & kUnused) {
    warp.fault(Check::BadOperand,
               "the matrix descriptor {:#x} has bits that mean nothing, or a base offset, which is not "
               "supported",
               bits);
    return false;
  }
  (void)inst;
  return true;
}

/// Reads `rows` rows from `first` on, K-deep, into `into` and notes the pieces that they lie in.
bool readFactor(Warp &warp, uint64_t bits, Type type, unsigned first, unsigned rows, unsigned depth, bool isTransposed,
                bool isNegated, Factor *into, AsyncRead &read) {
  Descriptor descriptor(bits);
  unsigned bytes = bytesOf(type);
  const Cta &cta = *warp.cta;
  unsigned lines = isTransposed ? depth : rows, length = (isTransposed ? rows : depth) * bytes;
  unsigned firstLine = isTransposed ? 0 : first, firstByte = isTransposed ? first * bytes : 0;
  for (unsigned line = 0; line < lines; ++line)
    for (unsigned byte = 0; byte < length; byte += kPiece) {
      uint32_t at = descriptor.pieceAt(firstLine + line, firstByte + byte, isTransposed);
      if (at + kPiece > cta.shared.size()) {
        warp.fault(Check::OutOfBounds,
                   "the matrix descriptor {:#x} leads to byte {} of shared memory, of which there are {}", bits, at,
                   cta.shared.size());
        return false;
      }
      if (!read.segments.empty() && read.segments.back().offset + read.segments.back().bytes == at)
        read.segments.back().bytes += kPiece;
      else
        read.segments.push_back({at, kPiece});
      for (unsigned i = 0; i < kPiece / bytes; ++i) {
        uint32_t element = 0;
        std::memcpy(&element, cta.shared.data() + at + size_t{i} * bytes, bytes);
        unsigned along = byte / bytes + i, row = isTransposed ? along : line, k = isTransposed ? line : along;
        Factor &factor = into[size_t{row} * depth + k];
        factor = isInteger(type) ? Factor{.significand = type == Type::S8 ? static_cast<int8_t>(element)
                                                                          : static_cast<int32_t>(element)}
                                 : factorOf(element, type);
        if (isNegated) factor.significand = -factor.significand;
      }
    }
  return true;
}

/// A from the registers of the warp.
void readRegisters(Warp &warp, const Slot *slots, Type type, unsigned depth, bool isNegated, Factor *into) {
  unsigned bits = bitsOf(type), each = 32 / bits;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    for (unsigned r = 0; r < kRegistersOfA; ++r)
      for (unsigned e = 0; e < each; ++e) {
        uint32_t word = warp.at<uint32_t>(slots[r])[lane];
        uint32_t element = bits == 32 ? word : word >> (bits * e) & ((1u << bits) - 1);
        unsigned row = lane / 4 + 8 * (r % 2), k = each * (lane % 4) + e + 4 * each * (r / 2);
        Factor &factor = into[row * depth + k];
        factor = isInteger(type) ? Factor{.significand = type == Type::S8 ? static_cast<int8_t>(element)
                                                                          : static_cast<int32_t>(element)}
                                 : factorOf(element, type);
        if (isNegated) factor.significand = -factor.significand;
      }
}

// ---- The registers ----

const Slot *slotsOf(const Frame &frame, const Inst &inst) { return &frame.function->slots[inst.index]; }

template <class F> void forRegisters(const WgmmaUnderWay &one, F &&f) {
  Form form(*one.inst);
  const Slot *slots = slotsOf(*one.frame, *one.inst);
  unsigned numA = one.inst->scope & kRegistersA ? kRegistersOfA : 0;
  for (unsigned i = 0; i < form.numD; ++i) f(slots[i], kRegisterAdds);
  for (unsigned i = 0; i < numA; ++i) f(slots[form.numD + i], kRegisterFactor);
}

/// Constants are no registers.
uint8_t *flagsOf(Frame &frame, Slot slot) {
  if (slot.base() != static_cast<uint32_t>(SlotBase::Registers)) return nullptr;
  return &frame.registerFlags[registerIndex(slot)];
}

/// The multiplication under way that uses the register.
const WgmmaUnderWay *findUser(const Warp &warp, size_t index) {
  for (const WgmmaUnderWay &one : warp.wgmma.underWay) {
    bool isIt = false;
    forRegisters(one, [&](Slot slot, uint8_t) { isIt |= registerIndex(slot) == index && one.frame == warp.frame; });
    if (isIt) return &one;
  }
  return nullptr;
}

std::string textOf(const WgmmaUnderWay &one) { return placeText(*one.read.place); }

bool checkRegisters(Warp &warp, const WgmmaUnderWay &mine) {
  bool isGood = true;
  forRegisters(mine, [&](Slot slot, uint8_t use) {
    const uint8_t *flags = flagsOf(*warp.frame, slot);
    if (!flags || !isGood) return;
    if (*flags & kRegisterTouched) {
      isGood = false;
      return warp.fault(Check::WgmmaFence,
                        "register {} of {} was touched by another instruction after the last wgmma.fence",
                        registerIndex(slot), use == kRegisterAdds ? "the accumulator" : "A");
    }
    bool clashes = use == kRegisterAdds ? *flags & kRegisterFactor : *flags & kRegisterAdds;
    const WgmmaUnderWay *other = *flags & kRegisterAdds || clashes ? findUser(warp, registerIndex(slot)) : nullptr;
    if (!other) return;
    // Multiplications of one shape may add to the same registers one after the other.
    bool isSame = !clashes && Form(*other->inst).numD == Form(*mine.inst).numD && other->inst->imm == mine.inst->imm &&
                  slotsOf(*warp.frame, *other->inst)[0] == slotsOf(*warp.frame, *mine.inst)[0];
    if (isSame) return;
    isGood = false;
    warp.fault(Check::WgmmaRegisters, "a register of this is in use by {}, which nobody has waited for",
               textOf(*other));
  });
  return isGood;
}

/// Sets the flags of all that is under way anew.
void markRegisters(Warp &warp) {
  for (auto &frame : warp.frames)
    for (uint8_t &flags : frame->registerFlags) flags &= static_cast<uint8_t>(~(kRegisterAdds | kRegisterFactor));
  for (const WgmmaUnderWay &one : warp.wgmma.underWay)
    forRegisters(one, [&](Slot slot, uint8_t use) {
      if (uint8_t *flags = flagsOf(*one.frame, slot)) *flags |= use;
    });
}

// ---- The warpgroup ----

/// Counts the multiplication among those of the warpgroup.
bool joinWarpgroup(Warp &warp, const Warpgroup::Step &step, uint64_t &at) {
  Cta &cta = *warp.cta;
  uint32_t number = warp.index / kWarpsOfGroup, first = number * kWarpsOfGroup;
  if (first + kWarpsOfGroup > cta.warps.size() || first + kWarpsOfGroup > cta.launch->numWarps) {
    warp.fault(Check::Divergent, "a warpgroup has four warps, and this one has {}", cta.launch->numWarps - first);
    return false;
  }
  if (cta.warpgroups.size() <= number) cta.warpgroups.resize(number + 1);
  Warpgroup &group = cta.warpgroups[number];
  at = group.made[warp.index % kWarpsOfGroup]++;
  cta.wakeMbarrierWaiters(kWarpgroupWait);
  if (at - group.first < group.steps.size()) {
    if (group.steps[at - group.first] != step) {
      warp.fault(Check::Divergent, "another warp of the warpgroup executes another wgmma, or has other descriptors");
      return false;
    }
  } else {
    group.steps.push_back(step);
    for (uint32_t i = 0; i < kWarpsOfGroup; ++i)
      if (cta.warps[first + i]->isDone() && group.made[i] <= at) {
        warp.fault(Check::Divergent, "warp {} of the warpgroup should execute this too, but has exited", first + i);
        return false;
      }
  }
  for (; group.first < std::ranges::min(group.made); ++group.first) group.steps.pop_front();
  return true;
}

bool isWholeWarp(Warp &warp, LaneMask lanes) {
  if (!checkAligned(warp, lanes) || lanes == kAllLanes) return lanes == kAllLanes;
  warp.fault(Check::Divergent, "an aligned instruction of a warpgroup, of which some threads have exited");
  return false;
}

// ---- Performing ----

uint32_t addIntegers(const Factor *a, const Factor *b, unsigned depth, uint32_t accumulator, bool saturates) {
  int64_t sum = static_cast<int32_t>(accumulator);
  for (unsigned k = 0; k < depth; ++k) sum += int64_t{a[k].significand} * b[k].significand;
  if (saturates) sum = std::clamp<int64_t>(sum, INT32_MIN, INT32_MAX);
  return static_cast<uint32_t>(sum);
}

void compute(Warp &warp, const Inst &inst, const Factor *a, const Factor *b, bool keepsD) {
  Form form(inst);
  const Slot *slots = slotsOf(*warp.frame, inst);
  bool isHalf = form.d == Type::F16;
  for (unsigned v = 0; v < form.columns / 2; ++v)
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      unsigned row = lane / 4 + 8 * (v / 2 % 2), column = 8 * (v / 4) + 2 * (lane % 4) + v % 2;
      uint32_t &d = warp.at<uint32_t>(slots[isHalf ? v / 2 : v])[lane];
      unsigned shift = isHalf ? 16 * (v % 2) : 0;
      uint32_t mask = isHalf ? 0xffffu << shift : ~0u, old = keepsD ? (d & mask) >> shift : 0;
      const Factor *left = a + size_t{row} * form.depth, *right = b + size_t{column} * form.depth;
      uint32_t value = form.d == Type::S32
                           ? addIntegers(left, right, form.depth, old, inst.scope & kSaturates)
                           : multiplyAdd({left, form.depth}, {right, form.depth}, {form.a, form.b}, old, form.d);
      d = (d & ~mask) | value << shift;
    }
}

void multiply(Warp &warp, const Inst &inst, LaneMask lanes) {
  if (!isWholeWarp(warp, lanes)) return;
  LaneMask keeps = warp.mask(inst.c);
  if (keeps != 0 && keeps != kAllLanes)
    return warp.fault(Check::BadOperand, "the lanes of the warp do not agree whether to add to the accumulator");
  Form form(inst);
  bool hasRegistersA = inst.scope & kRegistersA;
  Warpgroup::Step step{.inst = &inst};
  uint64_t made = 0;
  if (!hasRegistersA && !checkDescriptor(warp, inst, inst.a, step.a)) return;
  if (!checkDescriptor(warp, inst, inst.b, step.b) || !joinWarpgroup(warp, step, made)) return;
  WgmmaUnderWay mine{.inst = &inst, .frame = warp.frame, .step = made};
  mine.read.place = &warp.frame->function->texts[warp.pc - 1];
  mine.read.group = warp.wgmma.group;
  if (!checkRegisters(warp, mine)) return;
  std::vector<Factor> a(size_t{kRowsOfWarp} * kMaxDepth), b(size_t{kMaxColumns} * kMaxDepth);
  if (hasRegistersA)
    readRegisters(warp, slotsOf(*warp.frame, inst) + form.numD, form.a, form.depth, inst.scope & kNegatesA, a.data());
  else if (!readFactor(warp, step.a, form.a, warp.index % kWarpsOfGroup * kRowsOfWarp, kRowsOfWarp, form.depth,
                       inst.scope & kTransposesA, inst.scope & kNegatesA, a.data(), mine.read))
    return;
  if (!readFactor(warp, step.b, form.b, 0, form.columns, form.depth, inst.scope & kTransposesB, inst.scope & kNegatesB,
                  b.data(), mine.read))
    return;
  if (!beginRead(warp, mine.read)) return;
  compute(warp, inst, a.data(), b.data(), keeps != 0);
  warp.wgmma.underWay.push_back(std::move(mine));
  markRegisters(warp);
}

void fenceRegisters(Warp &warp, const Inst &, LaneMask lanes) {
  if (!isWholeWarp(warp, lanes)) return;
  for (uint8_t &flags : warp.frame->registerFlags) flags &= static_cast<uint8_t>(~kRegisterTouched);
}

void commitGroup(Warp &warp, const Inst &, LaneMask lanes) {
  if (isWholeWarp(warp, lanes)) ++warp.wgmma.group;
}

/// Whether all warps of the warpgroup have made so many multiplications: otherwise the group waits for them.
bool awaitWarpgroup(Warp &warp, uint64_t steps) {
  const Warpgroup &group = warp.cta->warpgroups[warp.index / kWarpsOfGroup];
  if (std::ranges::min(group.made) >= steps) return true;
  warp.groups[warp.current].givesUp = false;
  warp.waitAtMbarrier(kWarpgroupWait);
  return false;
}

/// Ends the reads of shared memory by the warpgroup's first so many multiplications.
void endReads(Warp &warp, uint64_t steps) {
  uint32_t first = warp.index / kWarpsOfGroup * kWarpsOfGroup;
  bool endedAny = false;
  for (uint32_t i = first; i < first + kWarpsOfGroup; ++i)
    for (WgmmaUnderWay &one : warp.cta->warps[i]->wgmma.underWay) {
      if (one.step >= steps || std::exchange(one.hasRead, true)) continue;
      endRead(warp, one.read);
      endedAny = true;
    }
  Warpgroup &group = warp.cta->warpgroups[warp.index / kWarpsOfGroup];
  if (endedAny) group.ended[warp.index - first] = warp.cta->clock++;
  // Whoever waits knows that those reads are over.
  for (uint32_t i = 0; i < kWarpsOfGroup; ++i) {
    uint32_t &known = warp.known.over[first + i];
    known = std::max(known, group.ended[i]);
  }
}

/// imm: groups that may still be under way.
void waitGroup(Warp &warp, const Inst &inst, LaneMask lanes) {
  if (!isWholeWarp(warp, lanes)) return;
  WgmmaState &state = warp.wgmma;
  auto isOver = [&](const WgmmaUnderWay &one) {
    return one.read.group + static_cast<uint64_t>(inst.imm) < state.group;
  };
  auto firstLeft = std::ranges::find_if_not(state.underWay, isOver);
  if (firstLeft == state.underWay.begin()) return;
  uint64_t steps = std::prev(firstLeft)->step + 1;
  if (!awaitWarpgroup(warp, steps)) return;
  endReads(warp, steps);
  state.underWay.erase(state.underWay.begin(), firstLeft);
  markRegisters(warp);
}

// ---- Building ----

struct TypeRow {
  Type a, result;
  unsigned depth;
  /// Operands behind scale-d: the signs, and the transpositions of operands in shared memory.
  bool hasSigns, hasTransposes;
};
constexpr auto kTypeRows = std::to_array<TypeRow>({
    {Type::F16, Type::F32, 16, true, true},
    {Type::F16, Type::F16, 16, true, true},
    {Type::BF16, Type::F32, 16, true, true},
    {Type::TF32, Type::F32, 8, true, false},
    {Type::E4M3, Type::F32, 32, true, false},
    {Type::E4M3, Type::F16, 32, true, false},
    {Type::E5M2, Type::F32, 32, true, false},
    {Type::E5M2, Type::F16, 32, true, false},
    {Type::S8, Type::S32, 32, false, false},
    {Type::U8, Type::S32, 32, false, false},
});

/// Whether both may be the factors of one multiplication.
bool match(Type a, Type b) {
  bool areBytes = bitsOf(a) == 8 && bitsOf(b) == 8;
  return a == b || (areBytes && isFloat(a) == isFloat(b));
}

/// `m64n128k16`
bool readShape(const Builder &b, unsigned &columns, unsigned &depth) {
  for (std::string_view word : b.source().modifiers) {
    if (!word.starts_with("m64n")) continue;
    const char *at = word.data() + 4, *end = word.data() + word.size();
    auto first = std::from_chars(at, end, columns);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != 'k') return false;
    auto second = std::from_chars(first.ptr + 1, end, depth);
    return second.ec == std::errc() && second.ptr == end;
  }
  return false;
}

/// An immediate among two that are allowed: true if it is the second.
Result<bool> readChoice(Builder &b, const syntax::Operand &operand, int64_t no, int64_t yes) {
  auto value = static_cast<int64_t>(operand.bits);
  if (operand.kind == syntax::Operand::Kind::Integer && (value == no || value == yes)) return value == yes;
  return b.fail("an operand must be {} or {}", no, yes);
}

Success readSigns(Builder &b, const TypeRow &row, bool hasRegistersA) {
  size_t numTransposes = row.hasTransposes ? (hasRegistersA ? 1 : 2) : 0;
  size_t expected = 4 + (row.hasSigns ? 2 : 0) + numTransposes;
  if (b.numOperands() != expected) return b.fail("{} operands instead of {}", b.numOperands(), expected);
  if (row.hasSigns) {
    TC_TRY(bool negatesA, readChoice(b, b.operand(4), 1, -1));
    TC_TRY(bool negatesB, readChoice(b, b.operand(5), 1, -1));
    b.inst.scope |= (negatesA ? kNegatesA : 0) | (negatesB ? kNegatesB : 0);
  }
  if (numTransposes == 2) {
    TC_TRY(bool transposesA, readChoice(b, b.operand(6), 0, 1));
    b.inst.scope |= transposesA ? kTransposesA : 0;
  }
  if (numTransposes == 0) return {};
  TC_TRY(bool transposesB, readChoice(b, b.operand(b.numOperands() - 1), 0, 1));
  b.inst.scope |= transposesB ? kTransposesB : 0;
  return {};
}

Success buildMultiply(Builder &b) {
  unsigned columns = 0, depth = 0;
  if (b.types.size() != 3 || b.numOperands() < 4 || !b.has("aligned") || !readShape(b, columns, depth))
    return b.failType();
  auto row = std::ranges::find_if(
      kTypeRows, [&](const TypeRow &known) { return known.a == b.type(1) && known.result == b.type(0); });
  bool isGood = row != kTypeRows.end() && row->depth == depth && match(b.type(1), b.type(2)) && columns % 8 == 0 &&
                columns >= 8 && columns <= kMaxColumns;
  // Integers have fewer widths.
  if (isGood && b.type(0) == Type::S32) isGood = columns <= 32 || columns % 16 == 0;
  if (!isGood) return b.failType();
  b.inst.mode = static_cast<uint8_t>(b.type(0));
  b.inst.kind = static_cast<uint8_t>(b.type(1));
  b.inst.order = static_cast<uint8_t>(b.type(2));
  b.inst.count = static_cast<uint8_t>(depth);
  b.inst.imm = columns;
  bool hasRegistersA = b.operand(1).kind == syntax::Operand::Kind::Vector;
  b.inst.scope = static_cast<uint8_t>((hasRegistersA ? kRegistersA : 0) | (b.has("satfinite") ? kSaturates : 0));
  TC_TRY(std::vector<Slot> slots, b.slots(b.operand(0), Type::B32, /*isDestination=*/true));
  if (slots.size() != Form(b.inst).numD) return b.fail("D has {} registers, not {}", slots.size(), Form(b.inst).numD);
  if (hasRegistersA) {
    TC_TRY(std::vector<Slot> more, b.slots(b.operand(1), Type::B32, /*isDestination=*/false));
    if (more.size() != kRegistersOfA) return b.fail("A has {} registers, not 4", more.size());
    slots.insert(slots.end(), more.begin(), more.end());
  } else {
    TC_TRY(b.inst.a, b.source(b.operand(1), Type::B64));
  }
  b.inst.index = b.keep(slots);
  TC_TRY(b.inst.b, b.source(b.operand(2), Type::B64));
  TC_TRY(b.inst.c, b.source(b.operand(3), Type::Pred));
  TC_TRY_VOID(readSigns(b, *row, hasRegistersA));
  b.inst.flags |= kWgmma;
  return b.use(multiply);
}

}  // namespace

bool watchRegisters(Warp &warp, const Inst &inst) {
  if (inst.flags & kWgmma) return true;
  const Function &function = *warp.frame->function;
  size_t at = static_cast<size_t>(&inst - function.code.data());
  for (uint32_t i = function.touchedFrom[at]; i < function.touchedFrom[at + 1]; ++i) {
    uint8_t &flags = warp.frame->registerFlags[function.touched[i]];
    if (flags & (kRegisterAdds | kRegisterFactor)) {
      const WgmmaUnderWay *user = findUser(warp, function.touched[i]);
      warp.fault(Check::WgmmaRegisters, "this touches a register of {} of {}, which nobody has waited for",
                 flags & kRegisterAdds ? "the accumulator" : "A", user ? textOf(*user) : "a wgmma");
      return false;
    }
    flags |= kRegisterTouched;
  }
  return true;
}

bool checkWarpgroupExit(Warp &warp) {
  if (!warp.wgmma.underWay.empty()) {
    warp.fault(Check::Outstanding, "the warp exits while {} is under way: wgmma.wait_group is missing",
               textOf(warp.wgmma.underWay.front()));
    return false;
  }
  size_t number = warp.index / kWarpsOfGroup;
  if (number >= warp.cta->warpgroups.size()) return true;
  const Warpgroup &group = warp.cta->warpgroups[number];
  uint64_t missing = group.made[warp.index % kWarpsOfGroup];
  if (missing >= group.first + group.steps.size()) return true;
  const Inst *inst = group.steps[missing - group.first].inst;
  std::string place = "a wgmma";
  for (const auto &function : warp.cta->launch->program.functions)
    if (!function->code.empty() && inst >= function->code.data() && inst <= &function->code.back())
      place = placeText(function->texts[static_cast<size_t>(inst - function->code.data())]);
  warp.fault(Check::Divergent, "the warp exits without {}, which others of its warpgroup execute", place);
  return false;
}

Success buildWgmma(Builder &b) {
  if (b.has("mma_async")) return buildMultiply(b);
  if (!b.has("aligned")) return b.failType();
  if (b.has("fence")) return b.use(fenceRegisters);
  if (b.has("commit_group")) return b.use(commitGroup);
  if (!b.has("wait_group") || b.numOperands() != 1) return b.failType();
  b.inst.imm = static_cast<int64_t>(b.operand(0).bits);
  return b.use(waitGroup);
}

}  // namespace tritonc::emulator
