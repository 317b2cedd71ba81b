# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A condition that never changes.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    while True:
        tl.store(x_ptr, 1.0)

# CHECK:{{.*}}bad_while_constant.py:11:11: error: the condition of a `while` is the constant True; it takes a scalar that the kernel computes [condition-type]
# CHECK-NEXT:   11 |     while True:
# CHECK-NEXT:      |           ^~~~
