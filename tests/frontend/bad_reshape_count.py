# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A reshape keeps the number of elements.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 16))
    y = x.reshape(4, 8)

# CHECK:{{.*}}bad_reshape_count.py:12:9: error: a tile of 16 fp32 reshaped to 4x8, which has 32 elements [bad-shape]
# CHECK-NEXT:   12 |     y = x.reshape(4, 8)
# CHECK-NEXT:      |         ^~~~~~~~~~~~~~~
