# RUN: expect-exit 1 tritonc compile %s -s "*fp32:8, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A hint that does not exist.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    tl.store(x_ptr, n)

# CHECK:<signature>:1:7: error: hint `8`; it is 16 (the value is a multiple of 16) or 1 (the value is 1) [bad-signature]
# CHECK-NEXT:    1 | *fp32:8, i32
# CHECK-NEXT:      |       ^
