# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Bits of floats are not combined in memory.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.atomic_and(x_ptr, 1.0)

# CHECK:{{.*}}bad_atomic_float_bits.py:11:19: error: `atomic_and` on fp32; it takes integers of 32 or 64 bits [bad-argument]
# CHECK-NEXT:   11 |     tl.atomic_and(x_ptr, 1.0)
# CHECK-NEXT:      |                   ^~~~~
