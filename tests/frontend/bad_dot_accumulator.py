# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 | FileCheck %s

# An accumulator of another shape.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.dot(tl.zeros((16, 16), tl.float16), tl.zeros((16, 16), tl.float16), tl.zeros((16, 32), tl.float32))

# CHECK: bad_dot_accumulator.py:10:{{[0-9]+}}: error: the accumulator is a 16x32 tile of fp32, but the product is a 16x16 tile of fp32 [bad-operand]
