# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32, fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A seed is an integer.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, seed):
    tl.store(x_ptr, tl.rand(seed, 0))

# CHECK:{{.*}}bad_seed_float.py:11:21: error: static assertion failed: the seed is fp32; it takes an integer [static-assert]
# CHECK-NEXT:   11 |     tl.store(x_ptr, tl.rand(seed, 0))
# CHECK-NEXT:      |                     ^~~~~~~~~~~~~~~~
