# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A loop with a condition keeps the types of what it carries.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    acc = 0
    while n > 0:
        acc += tl.load(x_ptr + n)
        n -= 1
    tl.store(x_ptr, acc)

# CHECK:{{.*}}bad_while_carried.py:12:5: error: `acc` is a scalar of i32 before this loop, but a scalar of fp32 at the end of its body [loop-carried]
# CHECK-NEXT:   12 |     while n > 0:
# CHECK-NEXT:      |     ^~~~~~~~~~~
