# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# An offset of 64 bits.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    desc = tl.make_tensor_descriptor(x_ptr, [n, n], [n, 1], [16, 16])
    desc.load([0, m])

# CHECK: bad_descriptor_offset.py:{{[0-9]+}}:{{[0-9]+}}: error: element 1 of `offsets` is a scalar of i64; it takes 32 bits: add `.to(tl.int32)` [bad-argument]
