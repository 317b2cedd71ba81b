# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A call of what is no function.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.store(x_ptr, tl.float32(1))

# CHECK:{{.*}}bad_not_callable.py:11:21: error: a call of the type fp32 [not-callable]
# CHECK-NEXT:   11 |     tl.store(x_ptr, tl.float32(1))
# CHECK-NEXT:      |                     ^~~~~~~~~~
