// Turns one parsed instruction into a decoded one: what instructions.def's builders work with.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/support/result.h"
#include "runtime/emulator/lanes.h"
#include "runtime/emulator/numbers.h"
#include "runtime/emulator/program.h"
#include "runtime/emulator/syntax.h"

namespace tritonc::emulator {

class FunctionDecoder;

/// A row of instructions.def.
struct InstructionInfo;

class Builder {
public:
  Builder(FunctionDecoder &decoder, const syntax::Instruction &source) : decoder_(decoder), source_(source) {}

  /// Finds the row, checks the modifiers, reads the operands that the row describes, and builds.
  Success run();

  Inst inst;
  /// The modifiers that are types, in order.
  std::vector<Type> types;

  const syntax::Instruction &source() const { return source_; }
  bool has(std::string_view modifier) const;
  /// `.rn` and its like; nothing if there is none.
  std::optional<Round> rounding() const;
  Type type(size_t index = 0) const { return types[index]; }

  /// A type was needed that the instruction does not have, or one that nobody implements.
  Failed failType();
  template <class... Args> Failed fail(fmt::format_string<Args...> format, Args &&...args) {
    return failText(fmt::format(format, std::forward<Args>(args)...));
  }

  size_t numOperands() const { return source_.operands.size(); }
  const syntax::Operand &operand(size_t index) const { return source_.operands[index]; }
  /// A register to write. A register wider than `bits` only if `mayBeWider`; `_` gives a slot that nobody reads.
  Result<Slot> destination(const syntax::Operand &operand, unsigned bits, bool mayBeWider = false);
  /// A register or literal as a value of the type.
  Result<Slot> source(const syntax::Operand &operand, Type type, bool mayBeWider = false);
  /// The registers of `{a, b}`, or the one operand.
  Result<std::vector<Slot>> slots(const syntax::Operand &operand, Type type, bool isDestination);
  /// Keeps slots for the handler: returns their index.
  uint32_t keep(const std::vector<Slot> &slots);
  /// Bits of the register that an operand names; 0 for a literal.
  unsigned registerBits(const syntax::Operand &operand) const;
  /// Base register into `inst.a`, offset into `inst.imm`, and in `inst.mode` how to combine them.
  Success address(const syntax::Operand &operand, std::optional<Space> &space);
  /// Keeps the address for the handler: returns its index in `Function::addresses`. `space`: what it must lie in;
  /// nothing for a generic address.
  Result<uint32_t> keepAddress(const syntax::Operand &operand, std::optional<Space> space);
  /// The place of a parameter or call argument that an address names; nothing if it names something else.
  std::optional<ParamBytes> frameParam(const syntax::Operand &operand);
  Result<uint32_t> label(const syntax::Operand &operand);

  Success use(Handler handler);
  FunctionDecoder &decoder() { return decoder_; }

private:
  Failed failText(const std::string &what);
  /// The slot of a register that the instruction uses.
  Slot registerSlot(uint32_t number);
  Success checkModifiers(const InstructionInfo &row);
  Success readOperands(const InstructionInfo &row);

  FunctionDecoder &decoder_;
  const syntax::Instruction &source_;
};

using Build = Success (*)(Builder &);

struct InstructionInfo {
  std::string_view opcode;
  Build build;
  std::string_view operands;
  std::string_view modifiers;
};

/// How the parts of an address add up (`Inst::mode`).
enum AddressMode : uint8_t { kBase64 = 0, kBase32 = 1, kFrameLocal = 2 };

// Forms of `cp` and `barrier` that have files of their own.
Success buildCpBulk(Builder &b);
Success buildCpTensor(Builder &b);
Success buildClusterBarrier(Builder &b);

#define INSTRUCTION(opcode, build, operands, modifiers) Success build(Builder &);
#include "runtime/emulator/instructions.def"

}  // namespace tritonc::emulator
