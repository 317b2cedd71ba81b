# RUN: expect-exit 1 tritonc compile %s -k k -s "fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A float is no condition.
import triton
import triton.language as tl


@triton.jit
def k(x):
    tl.device_assert(x, "x is set")

# CHECK:{{.*}}bad_assert_type.py:11:22: error: the condition is a scalar of fp32; an assertion takes integers [bad-argument]
# CHECK-NEXT:   11 |     tl.device_assert(x, "x is set")
# CHECK-NEXT:      |                      ^
