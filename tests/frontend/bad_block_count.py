# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# Strides of another number of dimensions.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    p = tl.make_block_ptr(x_ptr, (n, n), (1,), (0, 0), (16, 16), (1, 0))

# CHECK: bad_block_count.py:{{[0-9]+}}:{{[0-9]+}}: error: `strides` has 1 elements, but the block has 2 dimensions [bad-shape]
