# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A name that only the body of a loop assigns is gone behind it, even if the loop certainly runs.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    for i in range(4):
        last = i
    tl.store(x_ptr, last)

# CHECK:{{.*}}bad_undefined_after_loop.py:13:21: error: `last` is not defined here [unknown-name]
# CHECK-NEXT:   13 |     tl.store(x_ptr, last)
# CHECK-NEXT:      |                     ^~~~
# CHECK-NEXT:{{.*}}bad_undefined_after_loop.py:11:5: note: assigned in the body of this loop only
# CHECK-NEXT:   11 |     for i in range(4):
# CHECK-NEXT:      |     ^~~~~~~~~~~~~~~~~
