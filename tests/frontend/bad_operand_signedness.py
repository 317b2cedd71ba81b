# RUN: expect-exit 1 tritonc compile %s -s "*i32, u32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Integer division of two signednesses.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    x = tl.load(x_ptr)
    tl.store(x_ptr, x % n)

# CHECK:{{.*}}bad_operand_signedness.py:12:21: error: i32 and u32 differ in signedness [bad-operand]
# CHECK-NEXT:   12 |     tl.store(x_ptr, x % n)
# CHECK-NEXT:      |                     ^~~~~
# CHECK-NEXT:{{.*}}bad_operand_signedness.py:12:21: note: `x` is a scalar of i32
# CHECK-NEXT:   12 |     tl.store(x_ptr, x % n)
# CHECK-NEXT:      |                     ^
# CHECK-NEXT:{{.*}}bad_operand_signedness.py:12:25: note: `n` is a scalar of u32
# CHECK-NEXT:   12 |     tl.store(x_ptr, x % n)
# CHECK-NEXT:      |                         ^
