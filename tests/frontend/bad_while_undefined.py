# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A name of the body is not known behind the loop.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    while n > 0:
        last = n
        n -= 1
    tl.store(x_ptr, last)

# CHECK:{{.*}}bad_while_undefined.py:14:21: error: `last` is not defined here [unknown-name]
# CHECK-NEXT:   14 |     tl.store(x_ptr, last)
# CHECK-NEXT:      |                     ^~~~
# CHECK-NEXT:{{.*}}bad_while_undefined.py:11:5: note: assigned in the body of this loop only
# CHECK-NEXT:   11 |     while n > 0:
# CHECK-NEXT:      |     ^~~~~~~~~~~
