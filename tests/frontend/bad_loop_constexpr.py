# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# What is known at compile time cannot change in a loop.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    best = None
    for i in range(n):
        best = i
    tl.store(x_ptr, 1.0)

# CHECK:{{.*}}bad_loop_constexpr.py:12:5: error: `best` is None before this loop, but its body assigns a scalar of i32 [loop-carried]
# CHECK-NEXT:   12 |     for i in range(n):
# CHECK-NEXT:      |     ^~~~~~~~~~~~~~~~~
