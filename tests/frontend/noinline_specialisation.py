# RUN: tritonc compile %s -k k -s "*fp32" -I %S/Inputs --emit tile -o - | FileCheck %s

# A noinline function has one body for each function that it is given, also where two have the same name.
import act_down
import act_up
import triton
import triton.language as tl


@triton.jit(noinline=True)
def apply(f, x):
    return f(x)


# CHECK-LABEL: kernel @k
# CHECK: call @apply,
# CHECK: call @apply_1,
# CHECK: call @apply,
# CHECK-LABEL: func @apply(
# CHECK: addf %{{.*}}, 1.0
# CHECK-LABEL: func @apply_1(
# CHECK: subf %{{.*}}, 1.0
# CHECK-NOT: func
@triton.jit
def k(p):
    tl.store(p, apply(act_up.act, tl.load(p)))
    tl.store(p + 1, apply(act_down.act, tl.load(p + 1)))
    tl.store(p + 2, apply(act_up.act, tl.load(p + 2)))
