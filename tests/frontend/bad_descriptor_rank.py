# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# More dimensions than a descriptor has.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    tl.make_tensor_descriptor(x_ptr, [n] * 6, [n] * 5 + [1], [1] * 5 + [16])

# CHECK: bad_descriptor_rank.py:{{[0-9]+}}:{{[0-9]+}}: error: a block of 6 dimensions; `make_tensor_descriptor` takes 1 to 5 [bad-shape]
