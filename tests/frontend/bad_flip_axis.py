# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# There is no such dimension.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    y = tl.flip(tl.load(x_ptr + tl.arange(0, 16)), 1)

# CHECK:{{.*}}bad_flip_axis.py:11:9: error: static assertion failed: `flip` along dimension 1 of a tile with 1 [static-assert]
# CHECK-NEXT:   11 |     y = tl.flip(tl.load(x_ptr + tl.arange(0, 16)), 1)
# CHECK-NEXT:      |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
