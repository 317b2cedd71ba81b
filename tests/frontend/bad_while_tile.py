# RUN: expect-exit 1 tritonc compile %s -k k -s "*i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A condition of many elements.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 16))
    while x > 0:
        x -= 1

# CHECK:{{.*}}bad_while_tile.py:12:11: error: the condition is a tile of 16 i1; a branch needs a scalar [condition-type]
# CHECK-NEXT:   12 |     while x > 0:
# CHECK-NEXT:      |           ^~~~~
