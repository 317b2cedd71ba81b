# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A recursion that does not end.
import triton
import triton.language as tl


@triton.jit
def again(x):
    return again(x)


@triton.jit
def k(x_ptr):
    tl.store(x_ptr, again(1.0))

# CHECK:{{.*}}bad_recursion.py:11:12: error: 100 calls inside each other; does the recursion end? [recursion-depth]
# CHECK-NEXT:   11 |     return again(x)
# CHECK-NEXT:      |            ^~~~~~~~
# CHECK-NEXT:{{.*}}bad_recursion.py:11:12: note: called from here
# CHECK-NEXT:   11 |     return again(x)
# CHECK-NEXT:      |            ^~~~~~~~
# CHECK-NEXT:{{.*}}bad_recursion.py:11:12: note: called from here
# CHECK-NEXT:   11 |     return again(x)
# CHECK-NEXT:      |            ^~~~~~~~
# CHECK-NEXT:{{.*}}bad_recursion.py:11:12: note: called from here
# CHECK-NEXT:   11 |     return again(x)
# CHECK-NEXT:      |            ^~~~~~~~
# CHECK-NEXT:{{.*}}bad_recursion.py:11:12: note: called from here
# CHECK-NEXT:   11 |     return again(x)
# CHECK-NEXT:      |            ^~~~~~~~
# CHECK-NEXT:note: 91 calls in between
# CHECK-NEXT:{{.*}}bad_recursion.py:11:12: note: called from here
# CHECK-NEXT:   11 |     return again(x)
# CHECK-NEXT:      |            ^~~~~~~~
# CHECK-NEXT:{{.*}}bad_recursion.py:11:12: note: called from here
# CHECK-NEXT:   11 |     return again(x)
# CHECK-NEXT:      |            ^~~~~~~~
# CHECK-NEXT:{{.*}}bad_recursion.py:11:12: note: called from here
# CHECK-NEXT:   11 |     return again(x)
# CHECK-NEXT:      |            ^~~~~~~~
# CHECK-NEXT:{{.*}}bad_recursion.py:16:21: note: called from here
# CHECK-NEXT:   16 |     tl.store(x_ptr, again(1.0))
# CHECK-NEXT:      |                     ^~~~~~~~~~
