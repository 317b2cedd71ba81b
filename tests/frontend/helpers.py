# RUN: tritonc compile %s -k constants -s "*fp32" --emit tile -o - | FileCheck %s --check-prefix=CONST
# RUN: tritonc compile %s -k functions -s "*fp32" --emit tile -o - | FileCheck %s --check-prefix=FN
# RUN: tritonc compile %s -k recursive -s "*i32" --emit tile -o - | FileCheck %s --check-prefix=REC
# RUN: tritonc compile %s -k separate -s "*fp32, fp32" --emit tile -o - | FileCheck %s --check-prefix=NOINLINE
import triton
import triton.language as tl

STEPS = tl.constexpr(3)


@triton.jit
def scaled(x, factor, offset: tl.constexpr = 1):
    if offset == 0:
        return x * factor
    return x * factor + offset


# A literal stays a constant in the helper, and arguments go by position, name and default.
# CONST-LABEL: kernel @constants
# CONST:         %[[P:.*]] = mulf %{{.*}}, 2.0 : f32
# CONST-NEXT:    store %x_ptr, %[[P]]
# CONST:         %[[Q:.*]] = mulf %{{.*}}, 3.0 : f32
# CONST-NEXT:    %[[R:.*]] = addf %[[Q]], 1.0 : f32
# CONST-NEXT:    store %x_ptr, %[[R]]
@triton.jit
def constants(x_ptr):
    tl.store(x_ptr, scaled(tl.load(x_ptr), 2, offset=0))
    tl.store(x_ptr, scaled(factor=STEPS, x=tl.load(x_ptr)))


@triton.jit
def twice(f, x):
    return f(f(x, 2), 2)


# Functions are arguments, and a method is a function of its object.
# FN-LABEL: kernel @functions
# FN:         mulf
# FN:         mulf
# FN:         negf
# FN-NEXT:    exp
@triton.jit
def functions(x_ptr):
    x = tl.load(x_ptr)
    tl.store(x_ptr, twice(scaled, x))
    tl.store(x_ptr, x.sigmoid())


@triton.jit
def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)


# Recursion on constants ends at compile time.
# REC-LABEL: kernel @recursive
# REC-NEXT:    store %x_ptr, 120
@triton.jit
def recursive(x_ptr):
    tl.store(x_ptr, factorial(5))


@triton.jit(noinline=True)
def apart(x, y, k: tl.constexpr):
    return x + y, x * k


# A `noinline` helper is a function of the module, one for each set of types and constants.
# NOINLINE-LABEL: kernel @separate
# NOINLINE:         %a, %b = call @apart{{.*}} : f32, f32
# NOINLINE:         %c, %d = call @apart{{,? }}{{.*}} : f32, f32
# NOINLINE:         %e, %f = call @apart_1{{.*}} : f32, f32
# NOINLINE-LABEL: func @apart(
# NOINLINE-LABEL: func @apart_1(
@triton.jit
def separate(x_ptr, y):
    a, b = apart(y, tl.load(x_ptr), 2)
    c, d = apart(y, a, 2)
    e, f = apart(y, b, 3)
    tl.store(x_ptr, a + b + c + d + e + f)
