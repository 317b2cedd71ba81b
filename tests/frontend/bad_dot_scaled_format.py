# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# No such format.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    a = tl.zeros((32, 64), tl.uint8)
    b = tl.zeros((64, 32), tl.uint8)
    s = tl.zeros((32, 2), tl.uint8)
    tl.dot_scaled(a, s, "e3m2", b, s, "e4m3")

# CHECK: bad_dot_scaled_format.py:{{[0-9]+}}:{{[0-9]+}}: error: static assertion failed: format e3m2; there are e2m1, e4m3, e5m2, bf16 and fp16 [static-assert]
