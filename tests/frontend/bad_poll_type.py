# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Only integers are waited for.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    y = tl.atomic_poll(x_ptr, 1.0)

# CHECK:{{.*}}bad_poll_type.py:11:9: error: static assertion failed: `atomic_poll` of fp32; it takes integers of 16, 32 or 64 bits [static-assert]
# CHECK-NEXT:   11 |     y = tl.atomic_poll(x_ptr, 1.0)
# CHECK-NEXT:      |         ^~~~~~~~~~~~~~~~~~~~~~~~~~
