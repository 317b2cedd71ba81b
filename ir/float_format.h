// Floating-point formats as data: exact conversion between their bits and `double`.
//
// The one place that knows the encodings; folding, the interpreter, the printer and the front end all go through it.
#pragma once

#include "ir/attrs.h"
#include "ir/type.h"

namespace tritonc::ir {

/// The value of the low bits, exactly: every format is a subset of f64.
double decodeFloat(ScalarKind kind, uint64_t bits);

/// The bits of the value in the format, rounded as asked. Too large a value becomes infinity, or the largest finite
/// value for the 8-bit formats and when rounding toward zero; a NaN becomes the format's quiet NaN.
uint64_t encodeFloat(ScalarKind kind, double value, Rounding round = Rounding::NearestEven);

}  // namespace tritonc::ir
