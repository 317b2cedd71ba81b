# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# Inner dimensions that differ once they are unpacked.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    a = tl.zeros((32, 64), tl.uint8)
    b = tl.zeros((64, 32), tl.uint8)
    s = tl.zeros((32, 2), tl.uint8)
    tl.dot_scaled(a, None, "e2m1", b, s, "e4m3")

# CHECK: bad_dot_scaled_inner.py:{{[0-9]+}}:{{[0-9]+}}: error: static assertion failed: inner dimensions of `dot_scaled` differ: 128 and 64 [static-assert]
