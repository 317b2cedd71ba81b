# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 | FileCheck %s

# A type that no unit adds up in.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.dot(tl.zeros((16, 16), tl.float16), tl.zeros((16, 16), tl.float16), out_dtype=tl.bfloat16)

# CHECK: bad_dot_out_dtype.py:10:{{[0-9]+}}: error: `dot` gives no bf16; cast its fp32 [bad-argument]
