# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A branch changes the type of a name.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    value = 0
    if n > 3:
        value = 1.5
    tl.store(x_ptr, value)

# CHECK:{{.*}}bad_if_join.py:12:5: error: `value` is a scalar of i32 before this `if`, but a scalar of fp32 behind its first branch [if-join]
# CHECK-NEXT:   12 |     if n > 3:
# CHECK-NEXT:      |     ^~~~~~~~
