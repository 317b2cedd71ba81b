# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# Rows of less than 16 bytes.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    tl.make_tensor_descriptor(x_ptr, [n, n], [n, 1], [16, 4])

# CHECK: bad_descriptor_row.py:{{[0-9]+}}:{{[0-9]+}}: error: the last dimension of the block has 8 bytes; it has at least 16 [bad-shape]
