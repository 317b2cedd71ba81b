# RUN: expect-exit 1 tritonc compile %s -s "x=*fp32:16, m=i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A name that is no parameter.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    tl.store(x_ptr, n)

# CHECK:<signature>:1:1: error: `k` has no parameter `x` [signature-count]
# CHECK-NEXT:    1 | x=*fp32:16, m=i32
# CHECK-NEXT:      | ^
