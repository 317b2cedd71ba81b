#include "tools/occupancy.h"

#include <algorithm>
#include <array>

namespace tritonc::tools {
namespace {

struct Multiprocessor {
  std::string_view arch;
  uint32_t maxWarps;
  uint32_t maxPrograms;
  uint32_t sharedBytes;
};

constexpr auto kMultiprocessors = std::to_array<Multiprocessor>({
    {"sm_80", 64, 32, 164 * 1024},
    {"sm_86", 48, 16, 100 * 1024},
    {"sm_89", 48, 24, 100 * 1024},
    {"sm_90a", 64, 32, 228 * 1024},
});

constexpr uint32_t kRegisters = 65536;
/// Registers are handed out to a warp in units of this many.
constexpr uint32_t kRegisterUnit = 256;
/// Shared memory that the system keeps for each program, and the unit in which it is handed out.
constexpr uint32_t kReservedShared = 1024;
constexpr uint32_t kSharedUnit = 128;

/// In 64 bits: the numbers come from a file, and rounding up any 32-bit one must not wrap.
constexpr uint64_t roundUp(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

}  // namespace

std::optional<Occupancy> computeOccupancy(const KernelInfo &info) {
  auto sm = std::ranges::find(kMultiprocessors, info.arch, &Multiprocessor::arch);
  if (sm == kMultiprocessors.end() || !info.registers || info.warps == 0) return std::nullopt;
  uint64_t registersPerWarp = roundUp(uint64_t{std::max(*info.registers, 1u)} * 32, kRegisterUnit);
  uint64_t sharedPerProgram = roundUp(info.sharedBytes, kSharedUnit) + kReservedShared;
  struct Bound {
    std::string_view name;
    uint64_t programs;
  };
  auto bounds = std::to_array<Bound>({
      {"warps", sm->maxWarps / info.warps},
      {"programs", sm->maxPrograms},
      {"registers", kRegisters / registersPerWarp / info.warps},
      {"shared memory", sm->sharedBytes / sharedPerProgram},
  });
  auto tightest = std::ranges::min_element(bounds, {}, &Bound::programs);
  return Occupancy{static_cast<uint32_t>(tightest->programs), sm->maxWarps, tightest->name};
}

}  // namespace tritonc::tools
