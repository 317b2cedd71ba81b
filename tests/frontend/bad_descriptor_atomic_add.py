# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp64, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# A sum of doubles.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    desc = tl.make_tensor_descriptor(x_ptr, [n, n], [n, 1], [16, 16])
    desc.atomic_add([0, 0], tl.zeros((16, 16), tl.float64))

# CHECK: bad_descriptor_atomic_add.py:{{[0-9]+}}:{{[0-9]+}}: error: `atomic_add` on fp64; it takes integers of 32 or 64 bits and floats of 16 or 32 bits [bad-argument]
