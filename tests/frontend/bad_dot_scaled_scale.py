# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# A scale for 64 elements.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    a = tl.zeros((32, 64), tl.uint8)
    b = tl.zeros((64, 32), tl.uint8)
    s = tl.zeros((32, 2), tl.uint8)
    tl.dot_scaled(a, tl.zeros((32, 1), tl.uint8), "e4m3", b, s, "e4m3")

# CHECK: bad_dot_scaled_scale.py:{{[0-9]+}}:{{[0-9]+}}: error: static assertion failed: scales of (32, 1) for elements of (32, 64); a scale is for 32 or 16 elements along dimension 1 [static-assert]
