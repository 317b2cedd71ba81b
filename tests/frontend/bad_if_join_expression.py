# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Both sides of a conditional expression have one type.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    tl.store(x_ptr, 1 if n > 3 else 2.0)

# CHECK:{{.*}}bad_if_join_expression.py:11:21: error: the sides of a conditional expression differ in type [if-join]
# CHECK-NEXT:   11 |     tl.store(x_ptr, 1 if n > 3 else 2.0)
# CHECK-NEXT:      |                     ^~~~~~~~~~~~~~~~~~~
# CHECK-NEXT:{{.*}}bad_if_join_expression.py:11:21: note: `1` is a scalar of i32
# CHECK-NEXT:   11 |     tl.store(x_ptr, 1 if n > 3 else 2.0)
# CHECK-NEXT:      |                     ^
# CHECK-NEXT:{{.*}}bad_if_join_expression.py:11:37: note: `2.0` is a scalar of fp32
# CHECK-NEXT:   11 |     tl.store(x_ptr, 1 if n > 3 else 2.0)
# CHECK-NEXT:      |                                     ^~~
