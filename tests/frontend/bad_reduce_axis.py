# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# An axis that the tile does not have, seen from the call of a library function.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 128))
    tl.store(x_ptr, tl.sum(x, axis=1))

# CHECK:{{.*}}bad_reduce_axis.py:12:21: error: axis 1 of a tile of 128 fp32 [bad-shape]
# CHECK-NEXT:   12 |     tl.store(x_ptr, tl.sum(x, axis=1))
# CHECK-NEXT:      |                     ^~~~~~~~~~~~~~~~~
