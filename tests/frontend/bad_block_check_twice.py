# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# A dimension that is checked twice.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    p = tl.make_block_ptr(x_ptr, (n, n), (n, 1), (0, 0), (16, 16), (1, 0))
    tl.load(p, boundary_check=(1, 1))

# CHECK: bad_block_check_twice.py:{{[0-9]+}}:{{[0-9]+}}: error: dimension 1 is named twice [bad-argument]
