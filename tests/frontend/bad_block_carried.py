# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# A loop that changes the shape of a block.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    p = tl.make_block_ptr(x_ptr, (n, n), (n, 1), (0, 0), (16, 16), (1, 0))
    for i in range(n):
        p = tl.make_block_ptr(x_ptr, (n, n), (n, 1), (0, 0), (16, 32), (1, 0))

# CHECK: bad_block_carried.py:{{[0-9]+}}:{{[0-9]+}}: error: `p` is a block pointer of 16x16 fp16 before this loop, but a block pointer of 16x32 fp16 at the end of its body [loop-carried]
