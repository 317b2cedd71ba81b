# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# No such padding.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    p = tl.make_block_ptr(x_ptr, (n, n), (n, 1), (0, 0), (16, 16), (1, 0))
    tl.load(p, boundary_check=(1,), padding_option="one")

# CHECK: bad_block_padding_name.py:{{[0-9]+}}:{{[0-9]+}}: error: `padding_option` of `load` is 'one'; it takes one of '', 'zero', 'nan' [bad-argument]
