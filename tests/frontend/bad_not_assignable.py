# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A string is no value of a plain variable.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    mode = "fast"
    tl.store(x_ptr, 1.0)

# CHECK:{{.*}}bad_not_assignable.py:11:12: error: the string 'fast' cannot be assigned to a plain variable; annotate it with `tl.constexpr` [not-assignable]
# CHECK-NEXT:   11 |     mode = "fast"
# CHECK-NEXT:      |            ^~~~~~
