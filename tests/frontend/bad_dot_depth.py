# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 | FileCheck %s

# Too little along the inner dimension.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.dot(tl.zeros((16, 8), tl.float16), tl.zeros((8, 16), tl.float16))

# CHECK: bad_dot_depth.py:10:{{[0-9]+}}: error: `dot` over 8 elements of fp16; the inner dimension has at least 16 [bad-shape]
