# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 | FileCheck %s

# The inner dimensions of a product differ.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.dot(tl.zeros((16, 32), tl.float16), tl.zeros((16, 16), tl.float16))

# CHECK: bad_dot_inner.py:10:{{[0-9]+}}: error: inner dimensions of `dot` differ: 32 and 16 [bad-shape]
