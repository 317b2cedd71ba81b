// CUDA's compatibility rules, checked before the driver so that the message can name both sides.
#include "runtime/arch.h"

#include <charconv>
#include <optional>
#include <string>

namespace tritonc::detail {
namespace {

struct Arch {
  ComputeCapability capability;
  /// `a`, `f` or 0.
  char suffix = 0;
};

std::optional<Arch> parseArch(std::string_view text) {
  constexpr std::string_view kPrefix = "sm_";
  if (!text.starts_with(kPrefix)) return std::nullopt;
  const char *end = text.data() + text.size();
  unsigned number = 0;
  auto [rest, error] = std::from_chars(text.data() + kPrefix.size(), end, number);
  if (error != std::errc() || number < 10 || number > 9999) return std::nullopt;
  Arch arch{{static_cast<int>(number / 10), static_cast<int>(number % 10)}, 0};
  if (rest == end) return arch;
  if (rest + 1 != end || (*rest != 'a' && *rest != 'f')) return std::nullopt;
  arch.suffix = *rest;
  return arch;
}

bool canRun(const Arch &arch, CodeForm form, ComputeCapability device) {
  if (arch.suffix == 'a') return device == arch.capability;
  if (form == CodeForm::Ptx && arch.suffix == 0 && device.major > arch.capability.major) return true;
  return device.major == arch.capability.major && device.minor >= arch.capability.minor;
}

}  // namespace

Status checkArch(std::string_view arch, CodeForm form, ComputeCapability device) {
  const std::optional<Arch> parsed = parseArch(arch);
  if (!parsed) return {StatusCode::ParseError, "the kernel names an unknown architecture: `" + std::string(arch) + "`"};
  if (canRun(*parsed, form, device)) return {};
  return {StatusCode::Unsupported, "the kernel was compiled for " + std::string(arch) + "; the device is sm_" +
                                       std::to_string(device.major) + std::to_string(device.minor)};
}

}  // namespace tritonc::detail
