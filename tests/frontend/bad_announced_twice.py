# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# An announced constant does not exist yet.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    size = 16
    size: tl.constexpr

# CHECK:{{.*}}bad_announced_twice.py:12:5: error: `size` is defined already; a `tl.constexpr` cannot be assigned again [constexpr-reassigned]
# CHECK-NEXT:   12 |     size: tl.constexpr
# CHECK-NEXT:      |     ^~~~
