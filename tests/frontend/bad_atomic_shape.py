# RUN: expect-exit 1 tritonc compile %s -k k -s "*i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# The pointer has the shape of the operation.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    i = tl.arange(0, 16)
    tl.atomic_add(x_ptr + i[:, None], i[None, :])

# CHECK:{{.*}}bad_atomic_shape.py:12:19: error: the pointer is a 16x1 tile of *i32, but the operation has the shape 16x16 [broadcast-shape]
# CHECK-NEXT:   12 |     tl.atomic_add(x_ptr + i[:, None], i[None, :])
# CHECK-NEXT:      |                   ^~~~~~~~~~~~~~~~~~
