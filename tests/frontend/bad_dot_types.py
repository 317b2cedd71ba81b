# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 | FileCheck %s

# Matrices of two types.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.dot(tl.zeros((16, 16), tl.float16), tl.zeros((16, 16), tl.bfloat16))

# CHECK: bad_dot_types.py:10:{{[0-9]+}}: error: `dot` of fp16 and bf16; it takes two of int8, fp16, bf16, fp32 or fp64, or of 8-bit floats [bad-operand]
