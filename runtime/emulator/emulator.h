// The PTX emulator: PTX text with its KernelInfo in, effects on memory out (README.md).
//
//   StatusOr<std::shared_ptr<const Program>> program = load(ptx);
//   Memory memory;
//   uint64_t x = memory.add("x", bytes, /*granule=*/4);
//   LaunchResult result = launch(**program, memory, {97, 1, 1}, params);
//   for (const Fault &fault : result.faults) std::puts(fault.toString().c_str());
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/emulator/fault.h"
#include "runtime/emulator/memory.h"
#include "runtime/emulator/program.h"
#include "runtime/emulator/trace.h"
#include "tritonc/status.h"

namespace tritonc::emulator {

/// Reads and decodes PTX. A text without a `// tritonc.info: ` line gets the info of one warp and no shared memory,
/// and its first entry runs. Faults start with `line N: `.
StatusOr<std::shared_ptr<const Program>> load(std::string_view ptx);

struct Options {
  /// Out-of-bounds and misaligned accesses are always found.
  bool checkUninitialised = true;
  bool checkRaces = true;
  /// Threads of the host; 0: one for each core.
  unsigned threads = 0;
  /// Instructions of one warp before a launch counts as endless.
  uint64_t stepLimit = uint64_t{1} << 28;
  bool trace = false;
  /// Receives what `vprintf` prints; null: standard output. Called by one thread at a time.
  std::function<void(std::string_view)> print;
  /// What clocks show when the launch starts.
  uint64_t clock = 0;
};

struct LaunchResult {
  /// In the order of blocks; empty if all went well.
  std::vector<Fault> faults;
  Trace trace;
};

/// Runs the entry of the program. The grid counts programs: clusters of as many blocks as the info says. `params` holds
/// its parameters, each at the place that `Program::entry->params` names.
LaunchResult launch(const Program &program, Memory &memory, std::array<uint32_t, 3> grid,
                    std::span<const std::byte> params, const Options &options = {});

}  // namespace tritonc::emulator
