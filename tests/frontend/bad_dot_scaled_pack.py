# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# Only 4-bit elements are packed.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    a = tl.zeros((32, 64), tl.uint8)
    b = tl.zeros((64, 32), tl.uint8)
    s = tl.zeros((32, 2), tl.uint8)
    tl.dot_scaled(a, s, "e4m3", b, s, "e4m3", lhs_k_pack=False)

# CHECK: bad_dot_scaled_pack.py:{{[0-9]+}}:{{[0-9]+}}: error: static assertion failed: only e2m1 is packed along another dimension than the inner one [static-assert]
