// KernelInfo: what a compiled kernel says about itself. The compiler writes it, the loader reads it (docs/abi.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tritonc/status.h"

namespace tritonc {

/// The version of the kernel ABI that this library writes and reads.
inline constexpr uint32_t kKernelAbi = 1;
/// The ELF section of a cubin that holds the JSON.
inline constexpr std::string_view kInfoSection = ".tritonc.info";
/// The start of the one line of PTX that holds the JSON.
inline constexpr std::string_view kInfoComment = "// tritonc.info: ";

/// One parameter of the kernel's entry point, in source order.
struct KernelParam {
  std::string name;
  /// Spelled as in a signature: `*fp32`, `i32`, `fp16`, `tensordesc<fp16[64,64]>`.
  std::string type;
  /// The compiler assumed that the value is a multiple of this power of two; 1 assumes nothing.
  uint32_t divisible = 1;

  friend bool operator==(const KernelParam &, const KernelParam &) = default;
};

/// How a host encodes the tensor map of one descriptor parameter.
struct TensorMapInfo {
  std::string param;
  /// Elements of one transfer in each dimension, outermost first.
  std::vector<uint32_t> box;
  /// Values of CUtensorMapSwizzle and CUtensorMapDataType.
  uint32_t swizzle = 0;
  uint32_t elemType = 0;
  /// Bytes of one element.
  uint32_t elemSize = 0;

  friend bool operator==(const TensorMapInfo &, const TensorMapInfo &) = default;
};

/// The facts a host needs to launch a kernel and a person wants to see.
struct KernelInfo {
  uint32_t abi = kKernelAbi;
  /// The function's name in the source; the entry symbol is `symbol()`.
  std::string name;
  /// Of the compiler.
  std::string version;
  std::string sourceHash;
  /// `sm_80`, `sm_90a`.
  std::string arch;
  std::string ptxVersion;
  /// All threads of the CTA divided by 32.
  uint32_t warps = 4;
  uint32_t stages = 1;
  std::array<uint32_t, 3> cluster = {1, 1, 1};
  /// Dynamic shared memory.
  uint32_t sharedBytes = 0;
  /// Global scratch memory of one program.
  uint64_t scratchBytes = 0;
  uint32_t scratchAlign = 128;
  /// Unknown until the kernel has been assembled.
  std::optional<uint32_t> registers;
  std::optional<uint32_t> spillBytes;
  std::vector<KernelParam> params;
  /// Name and Python literal of every constant parameter, in source order.
  std::vector<std::pair<std::string, std::string>> constants;
  std::vector<TensorMapInfo> tensorMaps;

  /// The name of the entry point in PTX and cubin: dots become underscores, and what PTX has no name for is spelled
  /// with `$` (docs/abi.md).
  std::string symbol() const;
  /// The literal of a constant, or null.
  const std::string *findConstant(std::string_view constant) const;

  /// One line of JSON, keys in the fixed order of docs/abi.md.
  std::string toJson() const;
  /// Unknown keys are ignored; a missing or mistyped one is an error that names it.
  static StatusOr<KernelInfo> fromJson(std::string_view json);
  /// From the bytes of a cubin or of PTX text.
  static StatusOr<KernelInfo> fromArtifact(std::span<const std::byte> bytes);

  friend bool operator==(const KernelInfo &, const KernelInfo &) = default;
};

}  // namespace tritonc
