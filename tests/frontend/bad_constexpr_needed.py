# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# The shape of a tile is known at compile time: an assignment makes a number a tensor.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    block = 128
    offsets = tl.arange(0, block)
    tl.store(x_ptr + offsets, 1.0)

# CHECK:{{.*}}bad_constexpr_needed.py:12:28: error: `end` of `arange` is a scalar of i32; it must be known at compile time [constexpr-needed]
# CHECK-NEXT:   12 |     offsets = tl.arange(0, block)
# CHECK-NEXT:      |                            ^~~~~
