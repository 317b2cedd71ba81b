# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# An offset of 64 bits.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    p = tl.make_block_ptr(x_ptr, (n,), (1,), (m,), (16,), (0,))

# CHECK: bad_block_offset.py:{{[0-9]+}}:{{[0-9]+}}: error: element 0 of `offsets` is a scalar of i64; it takes 32 bits: add `.to(tl.int32)` [bad-argument]
