# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# An order that names a dimension twice.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    p = tl.make_block_ptr(x_ptr, (n, n), (n, 1), (0, 0), (16, 16), (1, 1))

# CHECK: bad_block_order.py:{{[0-9]+}}:{{[0-9]+}}: error: `order` is (1, 1); it takes a permutation of 0 to 1 [bad-argument]
