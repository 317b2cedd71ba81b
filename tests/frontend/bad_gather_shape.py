# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Source and index differ along the axis only.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    i = tl.arange(0, 16)
    x = tl.load(x_ptr + i[:, None] * 16 + i[None, :])
    y = tl.gather(x, tl.zeros((8, 32), tl.int32), 0)

# CHECK:{{.*}}bad_gather_shape.py:13:9: error: `gather` along axis 0 of a 16x16 tile of fp32 by a 8x32 tile of i32; other sizes must be equal [bad-shape]
# CHECK-NEXT:   13 |     y = tl.gather(x, tl.zeros((8, 32), tl.int32), 0)
# CHECK-NEXT:      |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
