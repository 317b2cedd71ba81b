# RUN: expect-exit 1 tritonc compile %s -s "*fp32, *i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Integers do not convert to 8-bit floats.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n_ptr):
    tl.store(x_ptr, tl.load(n_ptr).to(tl.float8e5))

# CHECK:{{.*}}bad_cast.py:11:21: error: no conversion from i32 to fp8e5 [bad-cast]
# CHECK-NEXT:   11 |     tl.store(x_ptr, tl.load(n_ptr).to(tl.float8e5))
# CHECK-NEXT:      |                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
