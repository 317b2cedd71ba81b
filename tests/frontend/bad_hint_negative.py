# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A hint of nothing.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    tl.store(x_ptr + tl.max_contiguous(n, 0), 1.0)

# CHECK:{{.*}}bad_hint_negative.py:11:43: error: `max_contiguous` of 0; it takes positive numbers [bad-argument]
# CHECK-NEXT:   11 |     tl.store(x_ptr + tl.max_contiguous(n, 0), 1.0)
# CHECK-NEXT:      |                                           ^
