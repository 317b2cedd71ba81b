# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# An extreme of halves.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    desc = tl.make_tensor_descriptor(x_ptr, [n, n], [n, 1], [16, 16])
    desc.atomic_max([0, 0], tl.zeros((16, 16), tl.float16))

# CHECK: bad_descriptor_atomic.py:{{[0-9]+}}:{{[0-9]+}}: error: `atomic_max` on fp16; it takes integers of 32 or 64 bits [bad-argument]
