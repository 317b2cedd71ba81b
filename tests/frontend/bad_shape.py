# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A dimension that is no power of two.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    offsets = tl.arange(0, 100)
    tl.store(x_ptr + offsets, 1.0)

# CHECK:{{.*}}bad_shape.py:11:15: error: dimension 0 of the shape is 100, which is not a power of two [bad-shape]
# CHECK-NEXT:   11 |     offsets = tl.arange(0, 100)
# CHECK-NEXT:      |               ^~~~~~~~~~~~~~~~~
