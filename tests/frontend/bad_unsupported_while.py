# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# `while` has no lowering yet.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    while n > 0:
        n = n - 1

# CHECK:{{.*}}bad_unsupported_while.py:11:5: error: `while` is not supported yet [unsupported]
# CHECK-NEXT:   11 |     while n > 0:
# CHECK-NEXT:      |     ^~~~~~~~~~~
