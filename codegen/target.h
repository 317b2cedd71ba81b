// What code is generated for: a compute capability and a version of PTX.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tritonc::codegen {

struct Target {
  /// 10 * major + minor: one of `supportedCapabilities()`.
  int capability = 90;

  friend bool operator==(Target, Target) = default;
};

/// Reads `cuda:90`, `sm_90a`, `sm_90`, `90a` or `90`. Hopper always means the feature set of sm_90a.
std::optional<Target> parseTarget(std::string_view text);

/// The name that PTX and ptxas use: `sm_80`, `sm_90a`.
std::string smName(Target target);

/// In ascending order.
std::span<const int> supportedCapabilities();
/// `80, 86, 89 and 90`, for messages.
std::string supportedTargetsText();

/// 10 * major + minor of the PTX version to use unless the user asks for another: old enough for the ptxas of
/// CUDA 12.4.
int defaultPtxVersion(Target target);
/// Reads `8.5` or `85`; none if this compiler cannot write that version for the target.
std::optional<int> parsePtxVersion(std::string_view text, Target target);
/// `8.4`.
std::string ptxVersionText(int version);
/// `7.8, 8.0, ..., 8.5`: the versions that can be written for the target, for messages.
std::string supportedPtxVersionsText(Target target);

}  // namespace tritonc::codegen
