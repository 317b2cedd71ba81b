# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# A value of another type than the elements.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    p = tl.make_block_ptr(x_ptr, (n, n), (n, 1), (0, 0), (16, 16), (1, 0))
    tl.store(p, tl.zeros((16, 16), tl.float32))

# CHECK: bad_block_value.py:{{[0-9]+}}:{{[0-9]+}}: error: a store of a 16x16 tile of fp32 through a block pointer of 16x16 fp16; it takes exactly that [bad-operand]
