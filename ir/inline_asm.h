// Inline assembler: text with `$0`, `$1`, ... for registers, outputs first, applied to `pack` elements at once.
//
// A list of constraints says which registers there are, outputs first: "=r,=&r,r,l,0". `=` marks an output, `&` one
// that is written before all inputs have been read, a number an input in the register of that output. Elements below 32
// bits share registers, the first in the low bits, as far as `pack` has elements: four bytes with a pack of four, two
// halves with a pack of two or more, and one of either alone. `~{...}` names what the text changes otherwise.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/op.h"

namespace tritonc::ir {

/// A register of 16, 32 or 64 bits.
struct AsmRegister {
  /// `h`, `r`, `l`, `f` or `d`, as PTX files name them.
  char letter;
  /// The output whose register an input starts in.
  std::optional<unsigned> tiedTo;

  unsigned bits() const;
};

struct AsmRegisters {
  std::vector<AsmRegister> outputs;
  std::vector<AsmRegister> inputs;
};

/// The registers of a list; what is wrong with it is put in `problem`.
std::optional<AsmRegisters> parseAsmConstraints(std::string_view constraints, std::string &problem);

/// What the text refers to that does not exist: `$N` and `${N}` are registers, `$$` is a dollar sign, `${:uid}` is a
/// number that no other copy of the text has. Empty if all is well.
std::string asmTextProblem(std::string_view text, size_t numRegisters);

/// The text with what `name(i)` returns for each register and `uid` for the number.
std::string substituteAsm(std::string_view text, const std::function<std::string(unsigned)> &name,
                          std::string_view uid);

/// How `pack` elements of a type lie in registers; a truth value is a byte.
struct AsmPacking {
  AsmPacking(Type type, unsigned pack);
  unsigned elemBits;
  unsigned elementsPerRegister;
  unsigned registers;
};

/// Registers that `pack` elements of each type take, each with the number of bits that count in it.
std::vector<unsigned> asmRegisterBits(std::span<const Type> types, unsigned pack);
std::vector<unsigned> asmOperandBits(const Op &op);
std::vector<unsigned> asmResultBits(const Op &op);

/// Why the registers cannot hold values of these widths; empty if they can.
std::string asmMismatch(const std::vector<AsmRegister> &registers, const std::vector<unsigned> &bits,
                        std::string_view what);

/// The most elements that one text may take.
inline constexpr int64_t kMaxAsmPack = 64;

}  // namespace tritonc::ir
