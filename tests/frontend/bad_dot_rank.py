# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 | FileCheck %s

# Vectors.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.dot(tl.zeros((16,), tl.float16), tl.zeros((16,), tl.float16))

# CHECK: bad_dot_rank.py:10:{{[0-9]+}}: error: `dot` takes two matrices, or two stacks of matrices [bad-shape]
