# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# `and` takes i1 only.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    if n and m:
        tl.store(x_ptr, 1.0)

# CHECK:{{.*}}bad_operand_and_of_ints.py:11:8: error: `and` of a scalar of i32; compare it with 0 first [bad-operand]
# CHECK-NEXT:   11 |     if n and m:
# CHECK-NEXT:      |        ^
