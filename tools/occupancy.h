// How many programs of a kernel fit on one multiprocessor.
#pragma once

#include <optional>
#include <string_view>

#include "tritonc/kernel_info.h"

namespace tritonc::tools {

struct Occupancy {
  uint32_t programs = 0;
  /// Warps that the multiprocessor can hold.
  uint32_t maxWarps = 0;
  /// What keeps one more program out: "registers", "shared memory", "warps" or "programs".
  std::string_view limit;
};

/// Nothing if the architecture or the number of registers is unknown. Limits: CUDA C++ Programming Guide, "Compute
/// Capabilities".
std::optional<Occupancy> computeOccupancy(const KernelInfo &info);

}  // namespace tritonc::tools
