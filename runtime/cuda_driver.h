// The CUDA driver API as a table of function pointers, so that nothing links libcuda and tests can put a fake in its
// place. The few types and constants of the API that the table needs are declared here; cuda.h is not.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tritonc/status.h"

namespace tritonc::cuda {

/// CUresult.
enum class Result : int { Success = 0 };

using DeviceId = int;
using Address = uint64_t;
using Context = struct ContextHandle *;
using Module = struct ModuleHandle *;
using Function = struct FunctionHandle *;
using Stream = struct StreamHandle *;
using Event = struct EventHandle *;

/// CUdevice_attribute.
enum class DeviceAttribute : int {
  MultiprocessorCount = 16,
  ComputeCapabilityMajor = 75,
  ComputeCapabilityMinor = 76,
  MaxSharedBytesOptIn = 97,
};

/// CUfunction_attribute.
enum class FunctionAttribute : int { MaxDynamicSharedBytes = 8, NonPortableClusterSizeAllowed = 14 };

/// CUjit_option.
enum class JitOption : int { ErrorLogBuffer = 5, ErrorLogBufferSize = 6 };

/// CUstream_flags: no implicit order with the legacy default stream.
inline constexpr unsigned kStreamNonBlocking = 1;

/// CUlaunchAttribute, with the one member of its union that is used.
struct LaunchAttribute {
  static constexpr int kClusterDimension = 4;

  int id;
  char padding[4];
  unsigned cluster[3];
  char unused[64 - 3 * sizeof(unsigned)];
};
static_assert(sizeof(LaunchAttribute) == 72);

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned grid[3];
  unsigned block[3];
  unsigned sharedBytes;
  Stream stream;
  LaunchAttribute *attributes;
  unsigned attributeCount;
};
static_assert(sizeof(LaunchConfig) == 56);

/// Every entry point of cuda_driver.def.
struct Driver {
#define CUDA_FUNCTION(member, symbol, parameters) Result(*member) parameters = nullptr;
#include "runtime/cuda_driver.def"

  /// The status of a finished call: `call` says what was tried, as in "cannot allocate 64 bytes".
  Status status(Result result, const char *call) const {
    return result == Result::Success ? Status() : failure(result, call);
  }
  Status failure(Result result, const std::string &call) const;
};

/// Opens a driver library and looks every entry point up. `Unavailable` if that fails.
StatusOr<Driver> loadDriver(const char *library);

/// The driver of this machine, loaded and initialised once per process.
StatusOr<const Driver *> systemDriver();

/// Makes a context current for a scope and restores the caller's, if another one was current.
class ScopedContext {
public:
  ScopedContext(const Driver &driver, Context context) : driver_(driver) {
    Context current = nullptr;
    result_ = driver.contextCurrent(&current);
    if (result_ != Result::Success || current == context) return;
    result_ = driver.contextPush(context);
    pushed_ = result_ == Result::Success;
  }
  ~ScopedContext() {
    Context popped = nullptr;
    if (pushed_) driver_.contextPop(&popped);
  }
  ScopedContext(const ScopedContext &) = delete;
  ScopedContext &operator=(const ScopedContext &) = delete;

  Result result() const { return result_; }

private:
  const Driver &driver_;
  Result result_;
  bool pushed_ = false;
};

}  // namespace tritonc::cuda
