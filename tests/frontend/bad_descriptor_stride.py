# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# Elements that are not neighbours.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    tl.make_tensor_descriptor(x_ptr, [n, n], [1, n], [16, 16])

# CHECK: bad_descriptor_stride.py:{{[0-9]+}}:{{[0-9]+}}: error: the last stride of a tensor descriptor is a scalar of i32; it takes the constant 1 [bad-argument]
