# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A function that the compiler cannot run.
import os

import triton
import triton.language as tl


@triton.constexpr_function
def size(n):
    return len(os.environ) * n


@triton.jit
def k(x_ptr):
    tl.store(x_ptr, size(2))

# CHECK:{{.*}}bad_constexpr_function_body.py:18:21: error: the compiler cannot run `size` with these arguments [host-only]
# CHECK-NEXT:   18 |     tl.store(x_ptr, size(2))
# CHECK-NEXT:      |                     ^~~~~~~
# CHECK-NEXT:{{.*}}bad_constexpr_function_body.py:12:5: note: defined here
# CHECK-NEXT:   12 | def size(n):
# CHECK-NEXT:      |     ^~~~
