# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Integers are counted.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 16))
    y = tl.histogram(x, 16)

# CHECK:{{.*}}bad_histogram_floats.py:12:22: error: `histogram` of a tile of 16 fp32; it takes integers in one dimension [bad-argument]
# CHECK-NEXT:   12 |     y = tl.histogram(x, 16)
# CHECK-NEXT:      |                      ^
