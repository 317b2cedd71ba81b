# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 | FileCheck %s

# Stacks of two and of four matrices.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.dot(tl.zeros((2, 16, 16), tl.float16), tl.zeros((4, 16, 16), tl.float16))

# CHECK: bad_dot_stacks.py:10:{{[0-9]+}}: error: `dot` takes two stacks of as many matrices [bad-shape]
