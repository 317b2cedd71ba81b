# RUN: expect-exit 1 tritonc compile %s -k k -s "tensordesc<fp8e4b8[16, 16]>" --emit tile -o - 2>&1 | FileCheck %s

# A descriptor of elements that this hardware has not.
import triton
import triton.language as tl


@triton.jit
def k(desc):
    tl.static_assert(desc.block_shape[0] == 16)

# CHECK: <signature>:1:1: error: the type *fp8e4b8 is not supported yet [unsupported]
