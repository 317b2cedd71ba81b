# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A function that runs at compile time takes constants.
import triton
import triton.language as tl


@triton.constexpr_function
def double(n):
    return 2 * n


@triton.jit
def k(x_ptr, n):
    tl.store(x_ptr, double(n))

# CHECK:{{.*}}bad_constexpr_function.py:16:28: error: an argument of the `constexpr_function` `double` is a scalar of i32 [constexpr-needed]
# CHECK-NEXT:   16 |     tl.store(x_ptr, double(n))
# CHECK-NEXT:      |                            ^
