# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# A pointer is no descriptor.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    tl.load_tensor_descriptor(x_ptr, [0])

# CHECK: bad_descriptor_of_pointer.py:{{[0-9]+}}:{{[0-9]+}}: error: `load_tensor_descriptor` of a *fp16 pointer; it takes a tensor descriptor [bad-argument]
