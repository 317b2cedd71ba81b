# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# One dimension has no transposition.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 16))
    y = x.T

# CHECK:{{.*}}bad_trans_rank.py:12:11: error: a tile of 16 fp32 transposed; it takes two dimensions or more [bad-shape]
# CHECK-NEXT:   12 |     y = x.T
# CHECK-NEXT:      |           ^
