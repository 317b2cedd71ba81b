# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A tile decides no branch.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 128))
    if x > 0:
        tl.store(x_ptr, 1.0)

# CHECK:{{.*}}bad_condition_type.py:12:8: error: the condition is a tile of 128 i1; a branch needs a scalar [condition-type]
# CHECK-NEXT:   12 |     if x > 0:
# CHECK-NEXT:      |        ^~~~~
