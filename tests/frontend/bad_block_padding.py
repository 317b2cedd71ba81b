# RUN: expect-exit 1 tritonc compile %s -k k -s "*i32, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# A NaN for integers.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    p = tl.make_block_ptr(x_ptr, (n, n), (n, 1), (0, 0), (16, 16), (1, 0))
    tl.load(p, boundary_check=(1,), padding_option="nan")

# CHECK: bad_block_padding.py:{{[0-9]+}}:{{[0-9]+}}: error: `nan` for elements of i32 [bad-argument]
