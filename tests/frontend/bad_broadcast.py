# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Shapes that do not broadcast.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    rows = tl.arange(0, 64)[:, None]
    cols = tl.arange(0, 32)[:, None]
    tl.store(x_ptr + rows + cols, 1.0)

# CHECK:{{.*}}bad_broadcast.py:13:29: error: shapes differ in dimension 0: 64 and 32 [broadcast-shape]
# CHECK-NEXT:   13 |     tl.store(x_ptr + rows + cols, 1.0)
# CHECK-NEXT:      |              ~~~~~~~~~~~~   ^~~~
# CHECK-NEXT:{{.*}}bad_broadcast.py:13:14: note: `x_ptr + rows` is a 64x1 tile of *fp32
# CHECK-NEXT:   13 |     tl.store(x_ptr + rows + cols, 1.0)
# CHECK-NEXT:      |              ^~~~~~~~~~~~
# CHECK-NEXT:{{.*}}bad_broadcast.py:13:29: note: `cols` is a 32x1 tile of i32
# CHECK-NEXT:   13 |     tl.store(x_ptr + rows + cols, 1.0)
# CHECK-NEXT:      |                             ^~~~
