# RUN: expect-exit 1 tritonc compile %s -k k -s "*i64, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# What is compared has the type of the pointee.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    tl.atomic_cas(x_ptr, n, 1)

# CHECK:{{.*}}bad_atomic_cas_type.py:11:26: error: `cmp` is a scalar of i32, but the pointer is to i64 [bad-argument]
# CHECK-NEXT:   11 |     tl.atomic_cas(x_ptr, n, 1)
# CHECK-NEXT:      |                          ^
