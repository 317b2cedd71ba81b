# RUN: expect-exit 1 tritonc compile %s -k k -s "i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# No return inside a loop.
import triton
import triton.language as tl


@triton.jit
def k(n):
    while n > 0:
        if n == 3:
            return
        n -= 1

# CHECK:{{.*}}bad_while_return.py:13:13: error: a `return` inside a loop [return-in-loop]
# CHECK-NEXT:   13 |             return
# CHECK-NEXT:      |             ^~~~~~
