# RUN: expect-exit 1 tritonc compile %s -s "i32, *i32" --emit tile -o - 2>&1 | FileCheck %s --implicit-check-not=error:

# What is true and false: only i1 for `and`, `or` and `not` of tensors, only bool, int and None for an `if` at compile time.
import triton
import triton.language as tl


@triton.jit
def k(n, x_ptr):
    # CHECK: bad_truth.py:[[@LINE+1]]:13: error: `not` of a scalar of i32; compare it with 0 first [bad-operand]
    a = not n
    # CHECK: bad_truth.py:[[@LINE+1]]:18: error: `or` of a scalar of i32; compare it with 0 first [bad-operand]
    b = n > 0 or n
    # Constants do not hide a fault on their left.
    # CHECK: bad_truth.py:[[@LINE+1]]:10: error: `*` of None and the constant 2 [bad-operand]
    c = (None * 2) and False
    if n:
        tl.store(x_ptr, 1)
    # CHECK: bad_truth.py:[[@LINE+1]]:8: error: the condition is the string 'text'; it takes a bool, an int or None [condition-type]
    if "text":
        tl.store(x_ptr, 2)
    # CHECK: bad_truth.py:[[@LINE+1]]:8: error: the condition is the constant 1.5; it takes a bool, an int or None [condition-type]
    if 1.5:
        tl.store(x_ptr, 3)
    # CHECK: bad_truth.py:[[@LINE+1]]:22: error: the condition of `static_assert` is the constant 1; it takes a bool known at compile time [constexpr-needed]
    tl.static_assert(1)
    # CHECK: bad_truth.py:[[@LINE+1]]:11: error: the condition of a `while` is the constant 1; it takes a scalar that the kernel computes [condition-type]
    while 1:
        tl.store(x_ptr, 4)
