# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# An index is an integer.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 16))
    y = tl.gather(x, x, 0)

# CHECK:{{.*}}bad_gather_index.py:12:22: error: the index is a tile of 16 fp32; it takes integers [bad-argument]
# CHECK-NEXT:   12 |     y = tl.gather(x, x, 0)
# CHECK-NEXT:      |                      ^
