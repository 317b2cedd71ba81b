// What a launch did, counted by instruction and added up by opcode and source line.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/emulator/program.h"

namespace tritonc::emulator {

/// Of one instruction of the text.
struct TraceCounts {
  /// Warps and threads that executed it.
  uint64_t warps = 0;
  uint64_t threads = 0;
  /// Global memory: pieces of 32 bytes, the sum over all warps.
  uint64_t sectors = 0;
  /// Shared memory: passes that its 32 banks take, and how many without conflicts would do.
  uint64_t passes = 0;
  uint64_t idealPasses = 0;
};

class Trace {
public:
  void count(const Function &function, uint32_t pc, LaneMask lanes);
  void countSectors(const Function &function, uint32_t pc, uint64_t sectors);
  void countPasses(const Function &function, uint32_t pc, uint64_t passes, uint64_t ideal);
  void add(const Trace &other);

  /// One line for each opcode, most frequent first, then one for each source line with memory accesses.
  std::string toText(const Program &program) const;

private:
  TraceCounts &at(const Function &function, uint32_t pc);
  std::unordered_map<const Function *, std::vector<TraceCounts>> counts_;
};

}  // namespace tritonc::emulator
