# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# Bounds of a plain pointer.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    tl.load(x_ptr + tl.arange(0, 16), boundary_check=(0,))

# CHECK: bad_block_bounds_of_pointer.py:{{[0-9]+}}:{{[0-9]+}}: error: `boundary_check` without a block pointer [bad-argument]
