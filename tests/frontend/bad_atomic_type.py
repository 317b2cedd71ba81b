# RUN: expect-exit 1 tritonc compile %s -k k -s "*i8" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A type that has no atomic addition.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.atomic_add(x_ptr, 1)

# CHECK:{{.*}}bad_atomic_type.py:11:19: error: `atomic_add` on i8; it takes integers of 32 or 64 bits and floats of 16 to 64 bits [bad-argument]
# CHECK-NEXT:   11 |     tl.atomic_add(x_ptr, 1)
# CHECK-NEXT:      |                   ^~~~~
