// Where `tritonc run` runs a kernel. Every executor compiles each distinct kernel once and keeps it.
#pragma once

#include <memory>

#include "tools/launch_case.h"

namespace tritonc::tools {

/// Runs launches on one kind of device.
class Executor {
public:
  virtual ~Executor() = default;

  /// Compiles the kernel if need be, launches it, and leaves what it wrote in the arrays of `launch`. Faults are
  /// diagnostics of `context`.
  virtual Success run(ir::Context &context, LaunchCase &launch, TimeReport &times) = 0;
};

/// Tile IR on the CPU: before the passes, or after them.
enum class InterpretedStage : uint8_t { Lowered, Final };
std::unique_ptr<Executor> makeInterpreterExecutor(InterpretedStage stage);

/// The PTX of the kernel on the CPU.
struct EmulatorSettings {
  /// Prints what the launch did.
  bool trace = false;
  /// Threads of the host; 0: one for each core.
  unsigned threads = 0;
  /// Instructions of one warp; 0: the default.
  uint64_t stepLimit = 0;
};
std::unique_ptr<Executor> makeEmulatorExecutor(const EmulatorSettings &settings);

/// The first GPU of the machine; null, with the reason in `why`, if there is none to use.
std::unique_ptr<Executor> makeCudaExecutor(std::string &why);

}  // namespace tritonc::tools
