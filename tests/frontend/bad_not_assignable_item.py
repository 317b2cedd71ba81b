# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Tensors have no assignable elements.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    x = tl.zeros((128,), tl.float32)
    x[0] = 1.0

# CHECK:{{.*}}bad_not_assignable_item.py:12:5: error: an assignment to a subscript; a kernel assigns names only [not-assignable]
# CHECK-NEXT:   12 |     x[0] = 1.0
# CHECK-NEXT:      |     ^~~~
