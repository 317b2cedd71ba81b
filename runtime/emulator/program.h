// A decoded program: what the emulator executes.
//
// The value of a register in the 32 lanes of a warp lies side by side: a slot is an offset to 32 values of 2, 4, 8 or
// 16 bytes, or to a mask of one bit a lane for predicates. A literal is a slot too, with 32 equal values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/emulator/syntax.h"
#include "tritonc/kernel_info.h"

namespace tritonc::emulator {

inline constexpr unsigned kWarpSize = 32;
/// One bit a lane.
using LaneMask = uint32_t;
inline constexpr LaneMask kAllLanes = 0xffffffff;

struct Warp;
struct Inst;

/// Performs an instruction in the lanes of the mask, which is not empty.
using Handler = void (*)(Warp &warp, const Inst &inst, LaneMask lanes);

/// The blocks of bytes that slots lie in.
enum class SlotBase : uint8_t { Registers, Constants, Specials };

/// A base in the two upper bits, an offset in bytes below.
struct Slot {
  static constexpr unsigned kShift = 30;
  uint32_t bits = 0;

  Slot() = default;
  Slot(SlotBase base, uint32_t offset) : bits(static_cast<uint32_t>(base) << kShift | offset) {}
  uint32_t base() const { return bits >> kShift; }
  uint32_t offset() const { return bits & ((1u << kShift) - 1); }
  friend bool operator==(const Slot &, const Slot &) = default;
};

enum InstFlag : uint8_t {
  kGuarded = 1,
  kGuardNegated = 2,
  /// Lanes that were parted may meet before this instruction.
  kMeetingPoint = 4,
  /// The predicate operand `c` is negated.
  kNegatesC = 8,
  /// A wgmma.mma_async, which looks after its registers itself.
  kWgmma = 0x20,
};

/// A decoded instruction. What the fields mean beyond their names is the handler's affair.
struct Inst {
  Handler handler = nullptr;
  Slot dst, a, b, c, d;
  Slot guard;
  uint8_t flags = 0;
  uint8_t count = 1;
  uint8_t kind = 0;
  uint8_t mode = 0;
  /// Of memory accesses: Order and Scope (race.h).
  uint8_t order = 0;
  uint8_t scope = 0;
  /// An index: of a branch's target, of slots in `Function::slots`, of a call.
  uint32_t index = 0;
  int64_t imm = 0;
};
static_assert(sizeof(Inst) == 56, "the hot structure of the emulator");

inline constexpr uint32_t kNoInst = UINT32_MAX;

/// What error messages and traces say about an instruction.
struct InstText {
  uint32_t line = 0;
  syntax::SourceLine source;
  /// `ld.global.v2.f32`
  std::string opcode;
};

/// An address of an instruction that has several: base, AddressMode (builder.h) and offset.
struct AddressParts {
  Slot base;
  uint8_t mode = 0;
  Space space = Space::Generic;
  int64_t offset = 0;
};

/// A part of the bytes that a function's parameters and call arguments take in each lane.
struct ParamBytes {
  uint32_t offset = 0;
  uint32_t bytes = 0;
};

struct Function;

struct CallSite {
  const Function *callee = nullptr;
  std::string_view calleeName;
  std::vector<ParamBytes> arguments;
  std::vector<ParamBytes> results;
};

struct Function {
  std::string name;
  std::vector<Inst> code;
  std::vector<InstText> texts;
  /// The instruction before which lanes that part at a branch meet again, or kNoInst; by the index of the branch.
  std::vector<uint32_t> meetings;
  std::vector<std::byte> constants;
  std::vector<Slot> slots;
  std::vector<AddressParts> addresses;
  /// Of functions with wgmma: the registers that instruction i touches are those from `touchedFrom[i]` on, up to
  /// `touchedFrom[i + 1]`, as wgmma.h numbers them.
  std::vector<uint32_t> touched;
  std::vector<uint32_t> touchedFrom;
  bool usesWgmma = false;
  std::vector<CallSite> calls;
  std::vector<std::vector<uint32_t>> branchTables;
  uint32_t registerBytes = 0;
  bool hasBody = false;
  bool isEntry = false;
  uint32_t entryParamBytes = 0;
  /// In each lane.
  uint32_t localBytes = 0;
  uint32_t frameParamBytes = 0;
  std::vector<ParamBytes> params;
  std::vector<ParamBytes> results;
};

/// A variable of the module in global or constant memory.
struct ModuleVariable {
  std::string name;
  uint64_t address = 0;
  std::vector<uint8_t> bytes;
  bool isConst = false;
};

/// Addresses of generic pointers into windows, and of what a module brings along.
inline constexpr uint64_t kSharedWindow = uint64_t{1} << 56;
inline constexpr uint64_t kLocalWindow = uint64_t{2} << 56;
inline constexpr uint64_t kParamWindow = uint64_t{3} << 56;
inline constexpr uint64_t kWindowMask = ~((uint64_t{1} << 56) - 1);
inline constexpr uint64_t kModuleBase = 0x500000000000;

struct Program {
  /// Keeps the text alive that names point into.
  std::string text;
  KernelInfo info;
  std::unordered_map<uint32_t, std::string> files;
  std::vector<std::unique_ptr<Function>> functions;
  const Function *entry = nullptr;
  std::vector<ModuleVariable> variables;
  /// Shared memory of variables with a size; dynamic shared memory comes behind it.
  uint32_t staticSharedBytes = 0;
};

}  // namespace tritonc::emulator
