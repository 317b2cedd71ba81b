# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# A check of a dimension that is not there.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    p = tl.make_block_ptr(x_ptr, (n, n), (n, 1), (0, 0), (16, 16), (1, 0))
    tl.load(p, boundary_check=(2,))

# CHECK: bad_block_check.py:{{[0-9]+}}:{{[0-9]+}}: error: dimension 2 of a block of 2 dimensions [bad-shape]
