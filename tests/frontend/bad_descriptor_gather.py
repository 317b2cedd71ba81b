# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# Rows by number from a block of many rows.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    desc = tl.make_tensor_descriptor(x_ptr, [n, n], [n, 1], [16, 16])
    desc.gather(tl.arange(0, 16), 0)

# CHECK: bad_descriptor_gather.py:{{[0-9]+}}:{{[0-9]+}}: error: `gather` through a tensor descriptor of 16x16 fp16; it takes a block of one row and at least 16 columns [bad-shape]
