# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# The part of a constant that only the host can compute.
import os

import triton
import triton.language as tl

SCALE = tl.constexpr(2 * int(os.cpu_count()))


@triton.jit
def k(x_ptr):
    tl.store(x_ptr, SCALE)

# CHECK:{{.*}}bad_host_expression.py:15:21: error: `SCALE` belongs to the host; a kernel cannot use it [host-only]
# CHECK-NEXT:   15 |     tl.store(x_ptr, SCALE)
# CHECK-NEXT:      |                     ^~~~~
# CHECK-NEXT:{{.*}}bad_host_expression.py:10:30: note: the compiler cannot compute `os.cpu_count()`
# CHECK-NEXT:   10 | SCALE = tl.constexpr(2 * int(os.cpu_count()))
# CHECK-NEXT:      |                              ^~~~~~~~~~~~~~
