# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# The number of bins is that of a shape.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    y = tl.histogram(tl.arange(0, 16), 10)

# CHECK:{{.*}}bad_histogram_bins.py:11:40: error: dimension 0 of the shape is 10, which is not a power of two [bad-shape]
# CHECK-NEXT:   11 |     y = tl.histogram(tl.arange(0, 16), 10)
# CHECK-NEXT:      |                                        ^~
