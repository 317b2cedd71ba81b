# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 | FileCheck %s

# An empty tuple stays empty however often it is repeated; a long one is refused, not built.
import triton
import triton.language as tl


@triton.jit
def k(p):
    tl.static_assert(len(() * 10**18) == 0)
    tl.static_assert(len((1, 2) * 10**18) == 0)

# CHECK-NOT: :10:
# CHECK: bad_sequence_length.py:11:{{[0-9]+}}: error: the result is longer than 1048576
