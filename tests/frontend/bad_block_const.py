# RUN: expect-exit 1 tritonc compile %s -k k -s "*kfp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# A store to constant memory.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    p = tl.make_block_ptr(x_ptr, (n, n), (n, 1), (0, 0), (16, 16), (1, 0))
    tl.store(p, tl.zeros((16, 16), tl.float16))

# CHECK: bad_block_const.py:{{[0-9]+}}:{{[0-9]+}}: error: a store through a pointer to constant memory [const-pointer]
