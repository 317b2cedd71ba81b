# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# No overload takes these types; the message lists those that exist.
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def k(x_ptr):
    tl.store(x_ptr, libdevice.pow(tl.load(x_ptr), 2))

# CHECK:{{.*}}bad_libdevice_overload.py:12:21: error: `pow` of (fp16, i32); it takes (fp32, i32) or (fp64, i32) or (fp32, fp32) or (fp64, fp64) [no-overload]
# CHECK-NEXT:   12 |     tl.store(x_ptr, libdevice.pow(tl.load(x_ptr), 2))
# CHECK-NEXT:      |                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
