# RUN: expect-exit 1 tritonc compile %s -k k -s "*i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A combine function has no effects.
import triton
import triton.language as tl


@triton.jit
def noisy(a, b):
    tl.device_print("a", a)
    return a + b


@triton.jit
def k(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 128))
    tl.store(x_ptr, tl.reduce(x, 0, noisy))

# CHECK:{{.*}}bad_combine_effect.py:18:37: error: the combine function contains `print`; it can only compute [bad-combine]
# CHECK-NEXT:   18 |     tl.store(x_ptr, tl.reduce(x, 0, noisy))
# CHECK-NEXT:      |                                     ^~~~~
# CHECK-NEXT:{{.*}}bad_combine_effect.py:11:5: note: here
# CHECK-NEXT:   11 |     tl.device_print("a", a)
# CHECK-NEXT:      |     ^~~~~~~~~~~~~~~~~~~~~~~
