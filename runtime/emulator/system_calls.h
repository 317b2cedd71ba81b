// The functions that a driver provides to kernels: vprintf and __assertfail.
#pragma once

#include "runtime/emulator/program.h"

namespace tritonc::emulator {

/// The handler of a call to one of them; null if it is none, or the arguments do not fit. `inst.index` is the call's.
Handler findSystemCall(const CallSite &site);

}  // namespace tritonc::emulator
