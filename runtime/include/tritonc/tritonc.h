// The public API of tritonc: load compiled kernels and launch them.
#pragma once

// IWYU pragma: begin_exports
#include "tritonc/device.h"
#include "tritonc/helpers.h"
#include "tritonc/kernel_info.h"
#include "tritonc/module.h"
#include "tritonc/status.h"
// IWYU pragma: end_exports
