# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# A stride that is a float.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    p = tl.make_block_ptr(x_ptr, (n,), (1.0,), (0,), (16,), (0,))

# CHECK: bad_block_element.py:{{[0-9]+}}:{{[0-9]+}}: error: element 0 of `strides` is the constant 1.0; it takes an integer scalar [bad-argument]
