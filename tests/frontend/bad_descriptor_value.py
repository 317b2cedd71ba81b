# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# A value that is smaller than the block.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    desc = tl.make_tensor_descriptor(x_ptr, [n, n], [n, 1], [16, 16])
    desc.store([0, 0], tl.zeros((16, 8), tl.float16))

# CHECK: bad_descriptor_value.py:{{[0-9]+}}:{{[0-9]+}}: error: the value is a 16x8 tile of fp16, but the block has the shape 16x16 [bad-shape]
