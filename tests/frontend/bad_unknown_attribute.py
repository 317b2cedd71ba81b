# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A function that the language lacks.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.store(x_ptr, tl.full_like(1.0))

# CHECK:{{.*}}bad_unknown_attribute.py:11:24: error: the module has no `full_like` [unknown-attribute]
# CHECK-NEXT:   11 |     tl.store(x_ptr, tl.full_like(1.0))
# CHECK-NEXT:      |                        ^~~~~~~~~
