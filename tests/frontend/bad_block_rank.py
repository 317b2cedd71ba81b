# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# A block without dimensions.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    p = tl.make_block_ptr(x_ptr, (), (), (), (), ())

# CHECK: bad_block_rank.py:{{[0-9]+}}:{{[0-9]+}}: error: a block of 0 dimensions; `make_block_ptr` takes 1 to 8 [bad-shape]
