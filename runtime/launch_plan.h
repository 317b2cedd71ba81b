// From the metadata of a kernel to what each launch needs: checks and conversions decided once, applied cheaply.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tritonc/kernel_info.h"
#include "tritonc/module.h"

namespace tritonc::detail {

enum class ParamKind : uint8_t { Pointer, Signed, Unsigned, Fp16, Bf16, Fp32, Fp64 };

/// How one argument is checked and converted.
struct ParamPlan {
  ParamKind kind;
  /// Width of an integer.
  uint8_t bits;
  /// Bits of a pointer or an integer that the compiler assumed to be zero.
  uint64_t zeroMask;
};

/// More parameters than this are refused at load, so that a launch packs into the stack.
inline constexpr size_t kMaxParams = 256;

/// Arguments as the driver wants them: a pointer to each value. Left uninitialised on purpose.
struct PackedArgs {
  std::array<uint64_t, kMaxParams> values;
  std::array<void *, kMaxParams> pointers;
};

/// Blocks to launch in each dimension.
using BlockGrid = std::array<unsigned, 3>;

struct LaunchPlan {
  unsigned threads = 0;
  unsigned sharedBytes = 0;
  std::array<unsigned, 3> cluster = {1, 1, 1};
  bool hasCluster = false;
  std::vector<ParamPlan> params;
};

/// `Unsupported` if the kernel needs what this runtime cannot give it.
StatusOr<LaunchPlan> planLaunch(const KernelInfo &info);

/// Checks the arguments and fills `packed`; a fault names the parameter and the value. Does not allocate on success.
Status packArgs(const LaunchPlan &plan, const KernelInfo &info, std::span<const Arg> args, PackedArgs &packed);

/// Programs to blocks: multiplies by the cluster and checks the limits of the hardware.
Status scaleGrid(const LaunchPlan &plan, const Grid &grid, BlockGrid &blocks);

/// A number rounded to nearest even in the 16-bit format with that many exponent bits.
uint16_t roundToHalf(double value, int exponentBits);

}  // namespace tritonc::detail
