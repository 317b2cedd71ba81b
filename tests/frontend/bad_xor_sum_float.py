# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Bits of floats are not combined.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.store(x_ptr, tl.xor_sum(tl.load(x_ptr + tl.arange(0, 128))))

# CHECK:{{.*}}bad_xor_sum_float.py:11:21: error: static assertion failed: `xor_sum` of fp32; it takes integers [static-assert]
# CHECK-NEXT:   11 |     tl.store(x_ptr, tl.xor_sum(tl.load(x_ptr + tl.arange(0, 128))))
# CHECK-NEXT:      |                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
