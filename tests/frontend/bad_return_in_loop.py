# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A loop is left at its end only.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    for i in range(n):
        if i > 3:
            return
        tl.store(x_ptr + i, 1.0)

# CHECK:{{.*}}bad_return_in_loop.py:13:13: error: a `return` inside a loop [return-in-loop]
# CHECK-NEXT:   13 |             return
# CHECK-NEXT:      |             ^~~~~~
