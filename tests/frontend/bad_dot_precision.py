# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 | FileCheck %s

# A precision that does not exist.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.dot(tl.zeros((16, 16), tl.float32), tl.zeros((16, 16), tl.float32), input_precision="tf33")

# CHECK: bad_dot_precision.py:10:{{[0-9]+}}: error: input precision `tf33`; there are tf32, tf32x3, ieee, bf16x3, bf16x6 [bad-argument]
