// From syntax to a program: places registers, literals, variables and parameters, and decodes each instruction.
#pragma once

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/support/result.h"
#include "runtime/emulator/program.h"
#include "runtime/emulator/syntax.h"
#include "tritonc/status.h"

namespace tritonc::emulator {

/// Decodes the functions of the module into the program, and chooses the entry by `program.info`'s symbol.
Status decode(const syntax::Module &module, Program &program);

/// Where a variable lies: an offset in shared, local or parameter memory, or a device address.
struct VariablePlace {
  Space space = Space::Global;
  uint64_t address = 0;
  uint64_t bytes = 0;
  /// A parameter or call argument of a function, or a parameter of the entry.
  bool isFrameParam = false;
};

/// What an instruction does to the flow of control.
struct Flow {
  bool isBranch = false;
  bool isEnd = false;
  bool isConditional = false;
  /// A call that not all lanes may take part in: those others wait behind it.
  bool isCall = false;
  std::vector<uint32_t> targets;
};

/// Fills `meetings` of the function, and marks meeting points (control_flow.cpp).
void findMeetings(Function &function, const std::vector<Flow> &flows);

class ModuleDecoder;

class FunctionDecoder {
public:
  FunctionDecoder(ModuleDecoder &module, const syntax::Function &source, Function &function)
      : module_(module), source_(source), function_(function) {}

  Success run();

  Function &function() { return function_; }
  const syntax::Function &source() const { return source_; }
  /// Reports a fault in a line of the text.
  template <class... Args> Failed fail(uint32_t line, fmt::format_string<Args...> format, Args &&...args) {
    return failText(line, fmt::format(format, std::forward<Args>(args)...));
  }

  /// The number of the register; nothing if the name is something else.
  std::optional<uint32_t> findRegister(uint32_t scope, std::string_view name) const;
  Type registerType(uint32_t number) const { return source_.registers[number]; }
  Slot registerSlot(uint32_t number) const { return slots_[number]; }
  /// A slot of `bytes` a lane (0: a predicate) in which every lane has the value.
  Slot constant(uint64_t value, unsigned bytes);
  /// The current instruction uses the slot.
  void touch(Slot slot);
  /// A slot that nobody reads.
  Slot sink();
  std::optional<VariablePlace> findVariable(uint32_t scope, std::string_view name) const;
  std::optional<uint32_t> findLabel(uint32_t scope, std::string_view name) const;
  const Function *findFunction(std::string_view name) const;
  Flow &flow() { return flows_.back(); }

private:
  Failed failText(uint32_t line, const std::string &what);
  void placeRegisters();
  Success placeVariables();

  ModuleDecoder &module_;
  const syntax::Function &source_;
  Function &function_;
  std::vector<Slot> slots_;
  std::vector<VariablePlace> places_;
  std::map<std::pair<uint64_t, unsigned>, Slot> constants_;
  std::vector<Flow> flows_;
  uint32_t sinkOffset_ = 0;
};

class ModuleDecoder {
public:
  ModuleDecoder(const syntax::Module &module, Program &program) : module_(module), program_(program) {}

  Status run();
  template <class... Args> Failed fail(uint32_t line, fmt::format_string<Args...> format, Args &&...args) {
    return failText(line, fmt::format(format, std::forward<Args>(args)...));
  }
  Failed failText(uint32_t line, const std::string &what);

  /// Places a variable that all functions share.
  Result<VariablePlace> place(const syntax::Variable &variable);
  Result<VariablePlace> placeInFunction(const syntax::Variable &variable);
  std::optional<VariablePlace> findVariable(std::string_view name) const;
  const Function *findFunction(std::string_view name) const;

private:
  Success placeVariables();
  Success declareFunctions();
  Success chooseEntry();
  Success resolveInitials();

  const syntax::Module &module_;
  Program &program_;
  Status status_;
  std::unordered_map<std::string_view, VariablePlace> places_;
  std::unordered_map<std::string_view, Function *> functions_;
  std::vector<std::pair<Function *, const syntax::Function *>> bodies_;
  uint64_t nextAddress_ = kModuleBase;
  /// Where the next variable of a function lies in shared memory.
  uint32_t functionShared_ = 0;
  std::vector<std::pair<size_t, const syntax::Variable *>> initials_;
};

}  // namespace tritonc::emulator
