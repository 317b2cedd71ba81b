// The checked launch, without the driver: argument conversion and grid limits.
#include "runtime/launch_plan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <string>

namespace tritonc::detail {
namespace {

enum class Fault : uint8_t { None, Kind, Range, Divisibility };

struct ScalarType {
  std::string_view name;
  ParamKind kind;
  uint8_t bits;
};

constexpr auto kScalarTypes = std::to_array<ScalarType>({
    {"i1", ParamKind::Unsigned, 1},
    {"i8", ParamKind::Signed, 8},
    {"i16", ParamKind::Signed, 16},
    {"i32", ParamKind::Signed, 32},
    {"i64", ParamKind::Signed, 64},
    {"u1", ParamKind::Unsigned, 1},
    {"u8", ParamKind::Unsigned, 8},
    {"u16", ParamKind::Unsigned, 16},
    {"u32", ParamKind::Unsigned, 32},
    {"u64", ParamKind::Unsigned, 64},
    {"fp16", ParamKind::Fp16, 16},
    {"bf16", ParamKind::Bf16, 16},
    {"fp32", ParamKind::Fp32, 32},
    {"fp64", ParamKind::Fp64, 64},
});

constexpr int kFp16ExponentBits = 5;
constexpr int kBf16ExponentBits = 8;
/// Of CUDA, for every device that we compile for.
constexpr BlockGrid kMaxBlocks = {0x7fffffff, 65535, 65535};

std::string quoted(std::string_view text) { return std::string(1, '`').append(text).append("`"); }

StatusOr<ParamPlan> planParam(const KernelParam &param) {
  if (param.type.starts_with('*')) return ParamPlan{ParamKind::Pointer, 64, param.divisible - 1u};
  for (const ScalarType &type : kScalarTypes) {
    if (param.type != type.name) continue;
    const bool isInteger = type.kind == ParamKind::Signed || type.kind == ParamKind::Unsigned;
    return ParamPlan{type.kind, type.bits, isInteger ? param.divisible - 1u : 0u};
  }
  return Status(StatusCode::Unsupported,
                "parameter " + quoted(param.name) + " has type " + quoted(param.type) + ", which cannot be passed yet");
}

/// Whether an integer argument has the same value in `bits` bits.
bool fitsInteger(const ParamPlan &plan, const Arg &arg) {
  const auto value = static_cast<int64_t>(arg.bits());
  const bool isNegative = arg.kind() == Arg::Kind::Signed && value < 0;
  const int unused = 64 - plan.bits;
  if (plan.kind == ParamKind::Unsigned) return !isNegative && (arg.bits() << unused) >> unused == arg.bits();
  const bool isHuge = arg.kind() == Arg::Kind::Unsigned && value < 0;
  return !isHuge && static_cast<int64_t>(arg.bits() << unused) >> unused == value;
}

Fault encodeFloat(const ParamPlan &plan, const Arg &arg, uint64_t &out) {
  const auto value = std::bit_cast<double>(arg.bits());
  bool isFinite = true;
  switch (plan.kind) {
  case ParamKind::Fp16:
    out = roundToHalf(value, kFp16ExponentBits);
    isFinite = (out & 0x7c00) != 0x7c00;
    break;
  case ParamKind::Bf16:
    out = roundToHalf(value, kBf16ExponentBits);
    isFinite = (out & 0x7f80) != 0x7f80;
    break;
  case ParamKind::Fp32:
    out = std::bit_cast<uint32_t>(static_cast<float>(value));
    isFinite = std::isfinite(static_cast<float>(value));
    break;
  case ParamKind::Fp64: out = arg.bits(); return Fault::None;
  case ParamKind::Pointer:
  case ParamKind::Signed:
  case ParamKind::Unsigned: return Fault::Kind;
  }
  return isFinite || !std::isfinite(value) ? Fault::None : Fault::Range;
}

Fault encode(const ParamPlan &plan, const Arg &arg, uint64_t &out) {
  switch (arg.kind()) {
  case Arg::Kind::Pointer:
    if (plan.kind != ParamKind::Pointer) return Fault::Kind;
    break;
  case Arg::Kind::Signed:
  case Arg::Kind::Unsigned:
    if (plan.kind != ParamKind::Signed && plan.kind != ParamKind::Unsigned) return Fault::Kind;
    if (!fitsInteger(plan, arg)) return Fault::Range;
    break;
  case Arg::Kind::Float: return encodeFloat(plan, arg, out);
  }
  out = arg.bits();
  return (out & plan.zeroMask) == 0 ? Fault::None : Fault::Divisibility;
}

/// The value as a person would write it, with what kind of value it is.
std::string describe(const Arg &arg) {
  std::array<char, 40> text;
  switch (arg.kind()) {
  case Arg::Kind::Pointer:
    std::snprintf(text.data(), text.size(), "pointer 0x%llx", static_cast<unsigned long long>(arg.bits()));
    break;
  case Arg::Kind::Signed:
    std::snprintf(text.data(), text.size(), "integer %lld", static_cast<long long>(arg.bits()));
    break;
  case Arg::Kind::Unsigned:
    std::snprintf(text.data(), text.size(), "integer %llu", static_cast<unsigned long long>(arg.bits()));
    break;
  case Arg::Kind::Float:
    std::snprintf(text.data(), text.size(), "number %.9g", std::bit_cast<double>(arg.bits()));
    break;
  }
  return text.data();
}

Status faultStatus(Fault fault, const KernelParam &param, const Arg &arg) {
  std::string text = "parameter " + quoted(param.name) + ": the " + describe(arg);
  switch (fault) {
  case Fault::None: return {};
  case Fault::Kind: text += " is not a value of type " + quoted(param.type); break;
  case Fault::Range: text += " does not fit type " + quoted(param.type); break;
  case Fault::Divisibility:
    text += " is not a multiple of " + std::to_string(param.divisible) + ", which the kernel was compiled to assume";
    break;
  }
  return {StatusCode::InvalidArgument, std::move(text)};
}

Status countStatus(const KernelInfo &info, size_t given) {
  std::string names;
  for (const KernelParam &param : info.params) names += (names.empty() ? "" : ", ") + param.name + ": " + param.type;
  return {StatusCode::InvalidArgument, "kernel " + quoted(info.name) + " takes " + std::to_string(info.params.size()) +
                                           " arguments (" + names + "), " + std::to_string(given) + " were given"};
}

Status gridStatus(size_t dimension, int64_t given, int64_t limit) {
  std::string text = std::string("grid dimension ") + "xyz"[dimension] + " is " + std::to_string(given);
  if (given >= 0) text += "; the limit is " + std::to_string(limit);
  return {StatusCode::InvalidArgument, std::move(text)};
}

}  // namespace

StatusOr<LaunchPlan> planLaunch(const KernelInfo &info) {
  const std::string kernel = "kernel " + quoted(info.name);
  if (info.scratchBytes != 0)
    return Status(StatusCode::Unsupported, kernel + " needs " + std::to_string(info.scratchBytes) +
                                               " bytes of scratch memory per program, which cannot be provided yet");
  if (info.params.size() > kMaxParams)
    return Status(StatusCode::Unsupported, kernel + " has " + std::to_string(info.params.size()) +
                                               " parameters; the limit is " + std::to_string(kMaxParams));
  LaunchPlan plan;
  plan.threads = info.warps * 32;
  plan.sharedBytes = info.sharedBytes;
  plan.cluster = info.cluster;
  plan.hasCluster = std::any_of(info.cluster.begin(), info.cluster.end(), [](unsigned size) { return size != 1; });
  for (const KernelParam &param : info.params) {
    StatusOr<ParamPlan> paramPlan = planParam(param);
    if (!paramPlan.ok()) return Status(paramPlan.status().code(), kernel + ": " + paramPlan.status().text());
    plan.params.push_back(*paramPlan);
  }
  return plan;
}

Status packArgs(const LaunchPlan &plan, const KernelInfo &info, std::span<const Arg> args, PackedArgs &packed) {
  if (args.size() != plan.params.size()) [[unlikely]]
    return countStatus(info, args.size());
  for (size_t i = 0; i < args.size(); ++i) {
    const Fault fault = encode(plan.params[i], args[i], packed.values[i]);
    if (fault != Fault::None) [[unlikely]]
      return faultStatus(fault, info.params[i], args[i]);
    packed.pointers[i] = &packed.values[i];
  }
  return {};
}

Status scaleGrid(const LaunchPlan &plan, const Grid &grid, BlockGrid &blocks) {
  for (size_t i = 0; i < blocks.size(); ++i) {
    const int64_t limit = kMaxBlocks[i] / plan.cluster[i];
    if (grid.size[i] < 0 || grid.size[i] > limit) [[unlikely]]
      return gridStatus(i, grid.size[i], limit);
    blocks[i] = static_cast<unsigned>(grid.size[i]) * plan.cluster[i];
  }
  return {};
}

uint16_t roundToHalf(double value, int exponentBits) {
  const int mantissaBits = 15 - exponentBits;
  const auto bits = std::bit_cast<uint64_t>(value);
  const auto sign = static_cast<uint16_t>(bits >> 63 << 15);
  const auto infinity = static_cast<uint16_t>(((1u << exponentBits) - 1) << mantissaBits);
  if (std::isnan(value)) return static_cast<uint16_t>(sign | infinity | 1u << (mantissaBits - 1));
  if (std::isinf(value)) return sign | infinity;

  const int biased = static_cast<int>(bits >> 52 & 0x7ff);
  // A subnormal double is far below half of the smallest number of either format.
  if (biased == 0) return sign;
  const int smallest = 2 - (1 << (exponentBits - 1));
  const int exponent = biased - 1023;
  const int dropped = 52 - mantissaBits + std::max(0, smallest - exponent);
  if (dropped > 53) return sign;

  const uint64_t significand = (bits & ((uint64_t{1} << 52) - 1)) | uint64_t{1} << 52;
  const uint64_t half = uint64_t{1} << (dropped - 1);
  const uint64_t rest = significand & (2 * half - 1);
  uint64_t rounded = significand >> dropped;
  if (rest > half || (rest == half && (rounded & 1) != 0)) ++rounded;
  // The implicit bit of `rounded` adds the last one to the exponent field, and so does a carry.
  rounded += static_cast<uint64_t>(std::max(0, exponent - smallest)) << mantissaBits;
  return static_cast<uint16_t>(sign | std::min<uint64_t>(rounded, infinity));
}

}  // namespace tritonc::detail
