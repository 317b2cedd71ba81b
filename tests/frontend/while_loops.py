# RUN: tritonc compile %s -k spin -s "*i32" --emit tile -o - | FileCheck %s --check-prefix=SPIN
# RUN: tritonc compile %s -k countdown -s "*i32, i32" --emit tile -o - | FileCheck %s --check-prefix=COUNTDOWN
# RUN: tritonc compile %s -k named -s "*i32" --emit tile -o - | FileCheck %s --check-prefix=NAMED
# RUN: tritonc compile %s -k one_element -s "*i32" --emit tile -o - | FileCheck %s --check-prefix=ELEMENT
import triton
import triton.language as tl


# A lock: nothing is carried.
# SPIN-LABEL: kernel @spin
# SPIN-NEXT:    while {
# SPIN-NEXT:      %[[V0:.*]] = atomic_cas %lock_ptr, 0, 1 : i32
# SPIN-NEXT:      %[[V1:.*]] = cmp.eq %[[V0]], 1:i32 : i1
# SPIN-NEXT:      condition %[[V1]]
# SPIN-NEXT:    } {
# SPIN-NEXT:      yield
# SPIN-NEXT:    }
# SPIN-NEXT:    barrier
# SPIN-NEXT:    %{{.*}} = atomic_rmw xchg, %lock_ptr, 0 : i32
@triton.jit
def spin(lock_ptr):
    while tl.atomic_cas(lock_ptr, 0, 1) == 1:
        pass
    tl.debug_barrier()
    tl.atomic_xchg(lock_ptr, 0)


# Only what changes is carried: `scale` is assigned, but keeps its value.
# COUNTDOWN-LABEL: kernel @countdown
# COUNTDOWN-NEXT:    %[[N:.*]] = while %{{.*}} : i32 (%[[N_TEST:.*]]: i32) {
# COUNTDOWN-NEXT:      %[[V0:.*]] = cmp.slt 0:i32, %[[N_TEST]] : i1
# COUNTDOWN-NEXT:      condition %[[V0]], %[[N_TEST]]
# COUNTDOWN-NEXT:    } (%[[N_BODY:.*]]: i32) {
# COUNTDOWN-NEXT:      %[[V1:.*]] = addptr %x_ptr, %[[N_BODY]] : ptr<i32>
# COUNTDOWN-NEXT:      store %[[V1]], 2:i32
# COUNTDOWN-NEXT:      %[[N_NEXT:.*]] = subi %[[N_BODY]], 2 : i32
# COUNTDOWN-NEXT:      yield %[[N_NEXT]]
# COUNTDOWN-NEXT:    }
# COUNTDOWN-NEXT:    store %x_ptr, %[[N]]
@triton.jit
def countdown(x_ptr, n):
    scale = 2
    while n > 0:
        scale = scale
        tl.store(x_ptr + n, scale)
        n -= scale
    tl.store(x_ptr, n)


# A name of the condition goes on to the body and behind the loop.
# NAMED-LABEL: kernel @named
# NAMED-NEXT:    %{{.*}}, %[[X:.*]] = while 0 : i32, i32 (%[[K_TEST:.*]]: i32) {
# NAMED-NEXT:      %[[V0:.*]] = addptr %x_ptr, %[[K_TEST]] : ptr<i32>
# NAMED-NEXT:      %[[X_TEST:.*]] = load %[[V0]] : i32
# NAMED-NEXT:      %[[V1:.*]] = cmp.slt 0:i32, %[[X_TEST]] : i1
# NAMED-NEXT:      condition %[[V1]], %[[K_TEST]], %[[X_TEST]]
# NAMED-NEXT:    } (%[[K_BODY:.*]]: i32, %[[X_BODY:.*]]: i32) {
# NAMED-NEXT:      %[[K_NEXT:.*]] = addi %[[K_BODY]], %[[X_BODY]] : i32
# NAMED-NEXT:      yield %[[K_NEXT]]
# NAMED-NEXT:    }
# NAMED-NEXT:    store %x_ptr, %[[X]]
@triton.jit
def named(x_ptr):
    k = 0
    while tl.condition((x := tl.load(x_ptr + k)) > 0, disable_licm=True):
        k += x
    tl.store(x_ptr, x)


# A tile of one element is a condition, too.
# ELEMENT-LABEL: kernel @one_element
# ELEMENT:         %{{.*}} = while %{{.*}} : tile<1xi32> (%[[X_TEST:.*]]: tile<1xi32>) {
# ELEMENT-NEXT:      %[[V2:.*]] = cmp.slt 0:i32, %[[X_TEST]] : tile<1xi1>
# ELEMENT-NEXT:      %[[V3:.*]] = reduce 0, %[[V2]] : i1 (%[[V4:.*]]: i1, %{{.*}}: i1) {
# ELEMENT-NEXT:        yield %[[V4]]
# ELEMENT:           condition %[[V3]], %[[X_TEST]]
# ELEMENT-NEXT:    } (%[[X_BODY:.*]]: tile<1xi32>) {
# ELEMENT-NEXT:      %[[X_NEXT:.*]] = subi %[[X_BODY]], 1 : tile<1xi32>
# ELEMENT-NEXT:      yield %[[X_NEXT]]
# ELEMENT-NEXT:    }
@triton.jit
def one_element(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 1))
    while x > 0:
        x -= 1
