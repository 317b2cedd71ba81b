// Stand-ins on the CPU for the functions of libdevice, for the interpreter.
//
// Values are bits as in ir/evaluate.h. Functions that libdevice rounds exactly give the same bits here; the others are
// computed in f64 and rounded once, so that they differ from libdevice by its error, and in that it may flush
// subnormals of f32.
#pragma once

#include <cstdint>
#include <string_view>

namespace tritonc::ir {

using HostFunction = uint64_t (*)(const uint64_t *operands);

/// The stand-in for a symbol of ir/libdevice.def, or null if there is none.
HostFunction libdeviceHostFunction(std::string_view symbol);

}  // namespace tritonc::ir
