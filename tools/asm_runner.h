// Inline assembler in interpreted kernels: the PTX emulator executes the text as a kernel of its own.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "ir/interpret.h"
#include "runtime/emulator/emulator.h"

namespace tritonc::tools {

class AsmRunner {
public:
  /// Memory of the interpreted kernel at the address where it sees it.
  void addBuffer(const std::string &name, uint64_t address, std::span<std::byte> bytes) {
    memory_.addAt(name, address, bytes);
  }

  /// Fills the outputs; returns what is wrong with the text or what it does, or nothing.
  std::string run(ir::AsmRun &run);

private:
  emulator::Memory memory_;
  /// Clocks go on from one text to the next.
  uint64_t clock_ = 0;
  /// By PTX text.
  std::map<std::string, std::shared_ptr<const emulator::Program>> programs_;
};

}  // namespace tritonc::tools
