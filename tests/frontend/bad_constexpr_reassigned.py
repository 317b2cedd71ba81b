# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A constexpr is assigned once.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    block: tl.constexpr = 128
    block: tl.constexpr = 256
    tl.store(x_ptr + tl.arange(0, block), 1.0)

# CHECK:{{.*}}bad_constexpr_reassigned.py:12:5: error: `block` is defined already; a `tl.constexpr` cannot be assigned again [constexpr-reassigned]
# CHECK-NEXT:   12 |     block: tl.constexpr = 256
# CHECK-NEXT:      |     ^~~~~
