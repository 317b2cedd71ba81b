# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 | FileCheck %s --implicit-check-not=error:

# What raises an exception in Python is an error, also where a `constexpr_function` does not use the value.
import triton
import triton.language as tl


@triton.constexpr_function
def sized(n):
    # CHECK: bad_exceptions.py:[[@LINE+1]]:12: error: `in` of the constant 1 and the string 'text' [bad-operand]
    return 1 in "text"


@triton.constexpr_function
def first(n):
    # CHECK: bad_exceptions.py:[[@LINE+2]]:13: error: division by zero [bad-operand]
    # CHECK: bad_exceptions.py:25:23: note: called from here
    pair = (n // 0, 4)
    return pair[1]


@triton.jit
def k(x_ptr):
    a: tl.constexpr = sized(4)
    b: tl.constexpr = first(4)
    # CHECK: bad_exceptions.py:[[@LINE+1]]:27: error: `values` of `max` is the constant (5,); it takes two values or a sequence [bad-argument]
    c: tl.constexpr = max(5)
    # CHECK: bad_exceptions.py:[[@LINE+1]]:29: error: `value` of `float` is the string '1__0'; it takes a number or the text of one [bad-argument]
    d: tl.constexpr = float("1__0")
    # CHECK: bad_exceptions.py:[[@LINE+1]]:23: error: the integer is too large for a float [bad-operand]
    e: tl.constexpr = (10**400) ** -1
