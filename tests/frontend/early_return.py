# RUN: tritonc compile %s -k guard -s "*fp32, i32" --emit tile -o - | FileCheck %s --check-prefix=GUARD
# RUN: tritonc compile %s -k nested -s "*fp32, i32" --emit tile -o - | FileCheck %s --check-prefix=NESTED
# RUN: tritonc compile %s -k helper -s "*fp32, i32" --emit tile -o - | FileCheck %s --check-prefix=HELPER
# RUN: tritonc compile %s -k decided -s "*fp32, 4" --emit tile -o - | FileCheck %s --check-prefix=DECIDED
import triton
import triton.language as tl


# Behind a branch that returns, the rest of the function stands in the other branch.
# GUARD-LABEL: kernel @guard
# GUARD:         %[[C:.*]] = cmp.slt 3:i32, %n : i1
# GUARD-NEXT:    if %[[C]] {
# GUARD-NEXT:      yield
# GUARD-NEXT:    } {
# GUARD-NEXT:      store %x_ptr, 1.0
# GUARD-NEXT:      yield
# GUARD-NEXT:    }
# GUARD-NEXT:    return
@triton.jit
def guard(x_ptr, n):
    if n > 3:
        return
    tl.store(x_ptr, 1.0)


# A branch that may return yields whether it did, and the rest is skipped then.
# NESTED-LABEL: kernel @nested
# NESTED:         %[[RETURNED:.*]] = if %{{.*}} : i1 {
# NESTED:           %[[INNER:.*]] = if %{{.*}} : i1 {
# NESTED-NEXT:        store %x_ptr, 1.0
# NESTED-NEXT:        yield true
# NESTED-NEXT:      } {
# NESTED-NEXT:        store %x_ptr, 2.0
# NESTED-NEXT:        yield false
# NESTED-NEXT:      }
# NESTED-NEXT:      yield %[[INNER]]
# NESTED-NEXT:    } {
# NESTED-NEXT:      yield false
# NESTED-NEXT:    }
# NESTED-NEXT:    if %[[RETURNED]] {
# NESTED-NEXT:      yield
# NESTED-NEXT:    } {
# NESTED-NEXT:      store %x_ptr, 3.0
@triton.jit
def nested(x_ptr, n):
    if n > 3:
        if n > 5:
            tl.store(x_ptr, 1.0)
            return
        tl.store(x_ptr, 2.0)
    tl.store(x_ptr, 3.0)


@triton.jit
def clipped(x, n):
    if n > 3:
        return 3.0
    y = x + 1.0
    return y


# The results of both ways out join.
# HELPER-LABEL: kernel @helper
# HELPER:         %[[RESULT:.*]] = if %{{.*}} : f32 {
# HELPER-NEXT:      yield 3.0
# HELPER-NEXT:    } {
# HELPER-NEXT:      %y = addf %{{.*}}, 1.0 : f32
# HELPER-NEXT:      yield %y
# HELPER-NEXT:    }
# HELPER-NEXT:    store %x_ptr, %[[RESULT]]
@triton.jit
def helper(x_ptr, n):
    tl.store(x_ptr, clipped(tl.load(x_ptr), n))


# A branch that is decided at compile time ends the function; the rest is not even checked.
# DECIDED-LABEL: kernel @decided
# DECIDED-NEXT:    store %x_ptr, 1.0
# DECIDED-NEXT:    return
@triton.jit
def decided(x_ptr, N: tl.constexpr):
    if N > 3:
        tl.store(x_ptr, 1.0)
        return
    tl.undefined_name()
