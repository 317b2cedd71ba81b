# RUN: expect-exit 1 tritonc compile %s -s "*fp32, 100" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A static assertion that fails.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, BLOCK: tl.constexpr):
    tl.static_assert(BLOCK % 16 == 0, f"BLOCK is {BLOCK}")

# CHECK:{{.*}}bad_static_assert.py:11:22: error: static assertion failed: BLOCK is 100 [static-assert]
# CHECK-NEXT:   11 |     tl.static_assert(BLOCK % 16 == 0, f"BLOCK is {BLOCK}")
# CHECK-NEXT:      |                      ^~~~~~~~~~~~~~~
