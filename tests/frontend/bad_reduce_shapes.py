# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Tiles that are folded together have one shape.
import triton
import triton.language as tl


@triton.jit
def both(a, b, c, d):
    return a + c, b + d


@triton.jit
def k(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 128))
    tl.reduce((x, tl.arange(0, 64)), 0, both)

# CHECK:{{.*}}bad_reduce_shapes.py:17:15: error: `reduce` of a tile of 128 fp32 and a tile of 64 i32; it takes tiles of one shape [bad-shape]
# CHECK-NEXT:   17 |     tl.reduce((x, tl.arange(0, 64)), 0, both)
# CHECK-NEXT:      |               ^~~~~~~~~~~~~~~~~~~~~
