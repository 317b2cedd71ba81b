# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A loop changes the type of a name.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    acc = 0
    for i in range(n):
        acc += 1.5
    tl.store(x_ptr, acc)

# CHECK:{{.*}}bad_loop_carried.py:12:5: error: `acc` is a scalar of i32 before this loop, but a scalar of fp32 at the end of its body [loop-carried]
# CHECK-NEXT:   12 |     for i in range(n):
# CHECK-NEXT:      |     ^~~~~~~~~~~~~~~~~
