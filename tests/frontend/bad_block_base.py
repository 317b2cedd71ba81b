# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# A block pointer from a tile of pointers.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    p = tl.make_block_ptr(x_ptr + tl.arange(0, 16), (n,), (1,), (0,), (16,), (0,))

# CHECK: bad_block_base.py:{{[0-9]+}}:{{[0-9]+}}: error: the base of `make_block_ptr` is a tile of 16 *fp16; it takes a scalar pointer [bad-argument]
