# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# A descriptor is no pointer.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    desc = tl.make_tensor_descriptor(x_ptr, [n, n], [n, 1], [16, 16])
    tl.load(desc)

# CHECK: bad_descriptor_pointer.py:{{[0-9]+}}:{{[0-9]+}}: error: `load` through a tensor descriptor of 16x16 fp16; it takes a pointer or a tile of pointers [bad-argument]
