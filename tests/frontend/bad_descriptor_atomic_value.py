# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# A sum with another type.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    desc = tl.make_tensor_descriptor(x_ptr, [n, n], [n, 1], [16, 16])
    desc.atomic_add([0, 0], tl.zeros((16, 16), tl.float32))

# CHECK: bad_descriptor_atomic_value.py:{{[0-9]+}}:{{[0-9]+}}: error: the value is a 16x16 tile of fp32, but the descriptor is of fp16 [bad-operand]
