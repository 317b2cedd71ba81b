# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 | FileCheck %s --implicit-check-not=error:

# What a statement that is refused would have assigned is not missed behind it.
import triton
import triton.language as tl


@triton.jit
def k(x):
    # CHECK: bad_statements.py:[[@LINE+1]]:5: error: a `try` statement in a kernel [unsupported-syntax]
    try:
        a = tl.load(x)
    except ValueError as problem:
        b = problem
    # CHECK: bad_statements.py:[[@LINE+1]]:5: error: a `with` statement in a kernel [unsupported-syntax]
    with a as c:
        d = 1
    # CHECK: bad_statements.py:[[@LINE+1]]:5: error: an `import` statement in a kernel [unsupported-syntax]
    import math
    # CHECK: bad_statements.py:[[@LINE+1]]:5: error: an `import` statement in a kernel [unsupported-syntax]
    from math import pi as e
    # CHECK: bad_statements.py:[[@LINE+1]]:5: error: a function in a kernel [unsupported-syntax]
    def f():
        pass
    # CHECK: bad_statements.py:[[@LINE+1]]:5: error: a class in a kernel [unsupported-syntax]
    class G:
        pass
    # CHECK: bad_statements.py:[[@LINE+1]]:5: error: a `match` statement in a kernel [unsupported-syntax]
    match a:
        case [h, *i]:
            j = 1
        case {"x": 1, **l} | m:
            pass
    tl.store(x, a + b + c + d + math.pi + e + f() + G() + h + i + j + l + m)
