// PTX as it is written: what the parser makes of a text, and the decoder turns into a program.
//
// Names are views into the text, which must outlive the module.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/emulator/types.h"

namespace tritonc::emulator::syntax {

/// Where the compiler says that code comes from: a line of file `file` of `Module::files`; 0 is no line.
struct SourceLine {
  uint32_t file = 0;
  uint32_t line = 0;
};

struct Operand {
  enum class Kind : uint8_t {
    /// A register, special register, variable, label or function.
    Name,
    Integer,
    /// A literal of 64 bits, `0d...` or decimal.
    Double,
    /// `0f...`.
    Single,
    /// `[name + offset]`, `[offset]`.
    Address,
    /// `{a, b}`, and a list in parentheses of `call`.
    Vector,
    /// `_`
    Sink,
  };
  Kind kind = Kind::Sink;
  /// `!name`
  bool isNegated = false;
  std::string_view name = {};
  /// The second name of `p|q`.
  std::string_view second = {};
  /// Literals: the value or the bits of the number. Addresses and names: what is added.
  uint64_t bits = 0;
  std::vector<Operand> elements = {};
};

struct Instruction {
  uint32_t line = 0;
  SourceLine source = {};
  uint32_t scope = 0;
  /// The register of `@guard`, empty if there is none.
  std::string_view guard = {};
  bool isGuardNegated = false;
  /// `ld` of `ld.global.v2.f32`, and the rest in order.
  std::string_view opcode = {};
  std::vector<std::string_view> modifiers = {};
  std::vector<Operand> operands = {};
};

/// Memory that has a name: of the module, of a function, or a parameter.
struct Variable {
  std::string_view name = {};
  Space space = Space::Global;
  uint32_t line = 0;
  uint64_t bytes = 0;
  uint32_t align = 1;
  /// `name[]` of an external declaration.
  bool isUnsized = false;
  /// What the variable starts with, at most `bytes` long; the rest is zero.
  std::vector<uint8_t> initial = {};
  bool hasInitial = false;
  /// Places of `initial` that hold the address of another variable.
  std::vector<std::pair<uint32_t, std::string_view>> addresses = {};
};

/// `.reg .b32 %r<10>`: the names are the prefix and a number.
struct RegisterRange {
  uint32_t count = 0;
  /// The number of the first one.
  uint32_t first = 0;
};

struct Symbol {
  enum class Kind : uint8_t { Register, Registers, Variable, Label };
  Kind kind = Kind::Register;
  /// A register's number, or the index into `Function::ranges` of a range of them; an index into `variables`; the
  /// index of the instruction behind a label.
  uint32_t index = 0;
};

/// A block in braces. Names of outer blocks are visible in inner ones.
struct Scope {
  uint32_t parent = 0;
  std::unordered_map<std::string_view, Symbol> names = {};
};

/// `table: .branchtargets A, B;`
struct BranchTargets {
  std::string_view name = {};
  std::vector<std::string_view> labels = {};
};

struct Function {
  std::string_view name = {};
  uint32_t line = 0;
  bool isEntry = false;
  bool hasBody = false;
  std::vector<Variable> results = {};
  std::vector<Variable> params = {};
  /// Of every register, by its number.
  std::vector<Type> registers = {};
  std::vector<RegisterRange> ranges = {};
  std::vector<Variable> variables = {};
  std::vector<Scope> scopes = {};
  std::vector<BranchTargets> branchTargets = {};
  std::vector<Instruction> body = {};

  /// The innermost symbol of the name that `scope` sees. A register out of a range is found as a register.
  std::optional<Symbol> find(uint32_t scope, std::string_view symbol) const;
};

struct Module {
  std::string_view version = {};
  std::string_view target = {};
  /// By the number of `.file`.
  std::unordered_map<uint32_t, std::string> files = {};
  std::vector<Variable> variables = {};
  std::vector<Function> functions = {};
};

}  // namespace tritonc::emulator::syntax
