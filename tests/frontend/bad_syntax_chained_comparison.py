# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Grammar that kernels do not have.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    if 0 < n < 4:
        tl.store(x_ptr, 1.0)

# CHECK:{{.*}}bad_syntax_chained_comparison.py:11:8: error: a chained comparison in a kernel [unsupported-syntax]
# CHECK-NEXT:   11 |     if 0 < n < 4:
# CHECK-NEXT:      |        ^~~~~~~~~
