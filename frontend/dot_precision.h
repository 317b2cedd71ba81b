// `tl.dot` of fp32 factors by matrix units that know shorter floats only.
#pragma once

#include <functional>
#include <string_view>

#include "frontend/emitter.h"

namespace tritonc::frontend {

enum class DotPrecision : uint8_t { Tf32, Tf32x3, Ieee, Bf16x3, Bf16x6 };

/// What the source calls them, in the order of the enumeration.
inline constexpr std::string_view kDotPrecisions[] = {"tf32", "tf32x3", "ieee", "bf16x3", "bf16x6"};

struct DotFactors {
  RuntimeValue a, b;
};

/// A product of factors as the matrix units see them, added to the value.
using DotStep = std::function<RuntimeValue(const DotFactors &factors, const RuntimeValue &sum)>;

/// The product of fp32 factors as several of their parts, smallest terms first. The precision is one of those with an
/// `x`.
RuntimeValue productOfParts(Emitter &emitter, const DotFactors &factors, DotPrecision precision, const DotStep &dot,
                            const RuntimeValue &zero);

}  // namespace tritonc::frontend
