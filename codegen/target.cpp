#include "codegen/target.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace tritonc::codegen {
namespace {

constexpr auto kCapabilities = std::to_array({80, 86, 89, 90});

// What LLVM 19 can write and we need at the least: bf16 arithmetic on sm_90 came with 7.8, the native f8 conversions of
// sm_89 with 8.1, and sm_90a with 8.0.
constexpr auto kPtxVersions = std::to_array({78, 80, 81, 82, 83, 84, 85});

int oldestPtxVersion(Target target) {
  switch (target.capability) {
  case 89: return 81;
  case 90: return 81;
  default: return 78;
  }
}

std::optional<int> toNumber(std::string_view text) {
  int value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<Target> parseTarget(std::string_view text) {
  for (std::string_view prefix : {"cuda:", "sm_"}) {
    if (!text.starts_with(prefix)) continue;
    text.remove_prefix(prefix.size());
    break;
  }
  if (text == "90a") return Target{90};
  std::optional<int> capability = toNumber(text);
  if (!capability || !std::ranges::binary_search(kCapabilities, *capability)) return std::nullopt;
  return Target{*capability};
}

std::string smName(Target target) {
  return fmt::format("sm_{}{}", target.capability, target.capability == 90 ? "a" : "");
}

std::span<const int> supportedCapabilities() { return kCapabilities; }

std::string supportedTargetsText() {
  auto allButLast = std::span(kCapabilities).first(kCapabilities.size() - 1);
  return fmt::format("{} and {}", fmt::join(allButLast, ", "), kCapabilities.back());
}

int defaultPtxVersion(Target) { return 84; }

std::optional<int> parsePtxVersion(std::string_view text, Target target) {
  std::string digits(text);
  if (digits.size() == 3 && digits[1] == '.') digits.erase(1, 1);
  std::optional<int> version = toNumber(digits);
  if (!version || *version < oldestPtxVersion(target) || !std::ranges::binary_search(kPtxVersions, *version))
    return std::nullopt;
  return version;
}

std::string ptxVersionText(int version) { return fmt::format("{}.{}", version / 10, version % 10); }

std::string supportedPtxVersionsText(Target target) {
  std::vector<std::string> texts;
  for (int version : kPtxVersions)
    if (version >= oldestPtxVersion(target)) texts.push_back(ptxVersionText(version));
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace tritonc::codegen
