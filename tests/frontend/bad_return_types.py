# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# All returns of a function agree.
import triton
import triton.language as tl


@triton.jit
def pick(x, n):
    if n > 3:
        return x
    return 1


@triton.jit
def k(x_ptr, n):
    tl.store(x_ptr, pick(tl.load(x_ptr), n))

# CHECK:{{.*}}bad_return_types.py:11:5: error: one branch of this `if` returns a scalar of fp32, the other a scalar of i32 [return-mismatch]
# CHECK-NEXT:   11 |     if n > 3:
# CHECK-NEXT:      |     ^~~~~~~~
# CHECK-NEXT:{{.*}}bad_return_types.py:18:21: note: called from here
# CHECK-NEXT:   18 |     tl.store(x_ptr, pick(tl.load(x_ptr), n))
# CHECK-NEXT:      |                     ^~~~~~~~~~~~~~~~~~~~~~~
