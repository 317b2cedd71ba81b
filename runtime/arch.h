// Which device can run code for which architecture.
#pragma once

#include <cstdint>
#include <string_view>

#include "tritonc/device.h"

namespace tritonc::detail {

enum class CodeForm : uint8_t { Cubin, Ptx };

/// Ok if a device of that capability can run code for `arch` (`sm_80`, `sm_90a`, `sm_100f`).
///
/// A cubin runs within its major version from its minor version on; PTX runs on everything newer. With suffix `a` both
/// run on exactly that version, with suffix `f` both run where the cubin would.
Status checkArch(std::string_view arch, CodeForm form, ComputeCapability device);

}  // namespace tritonc::detail
