# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# The pointer of a store has the full shape already.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    rows = tl.arange(0, 64)[:, None]
    tl.store(x_ptr + rows, tl.zeros((64, 32), tl.float32))

# CHECK:{{.*}}bad_broadcast_store.py:12:14: error: the pointer is a 64x1 tile of *fp32, but the store has the shape 64x32 [broadcast-shape]
# CHECK-NEXT:   12 |     tl.store(x_ptr + rows, tl.zeros((64, 32), tl.float32))
# CHECK-NEXT:      |              ^~~~~~~~~~~~
