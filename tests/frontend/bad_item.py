# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Only one element is an item.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 16)).item()

# CHECK:{{.*}}bad_item.py:11:9: error: `item` of a tile of 16 fp32; it takes one element [bad-shape]
# CHECK-NEXT:   11 |     x = tl.load(x_ptr + tl.arange(0, 16)).item()
# CHECK-NEXT:      |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
