# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A name that one branch assigns is gone behind the `if`.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    if n > 3:
        value = 1.0
    tl.store(x_ptr, value)

# CHECK:{{.*}}bad_undefined_in_one_branch.py:13:21: error: `value` is not defined here [unknown-name]
# CHECK-NEXT:   13 |     tl.store(x_ptr, value)
# CHECK-NEXT:      |                     ^~~~~
# CHECK-NEXT:{{.*}}bad_undefined_in_one_branch.py:11:5: note: assigned in one branch only
# CHECK-NEXT:   11 |     if n > 3:
# CHECK-NEXT:      |     ^~~~~~~~
