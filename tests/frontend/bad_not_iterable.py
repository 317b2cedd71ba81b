# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A loop runs over ranges only.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    for x in (1, 2):
        tl.store(x_ptr, x)

# CHECK:{{.*}}bad_not_iterable.py:11:14: error: a loop over the constant (1, 2); it takes `range`, `tl.range` or `tl.static_range` [not-iterable]
# CHECK-NEXT:   11 |     for x in (1, 2):
# CHECK-NEXT:      |              ^~~~~~
