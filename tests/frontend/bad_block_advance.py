# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# Only block pointers advance.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    tl.advance(x_ptr, (1,))

# CHECK: bad_block_advance.py:{{[0-9]+}}:{{[0-9]+}}: error: `advance` of a *fp16 pointer; it takes a block pointer [bad-argument]
