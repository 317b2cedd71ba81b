# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A hint gives one number for each dimension.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    i = tl.arange(0, 16)[:, None] + tl.arange(0, 16)[None, :]
    tl.store(x_ptr + tl.multiple_of(i, 16), 1.0)

# CHECK:{{.*}}bad_hint_count.py:12:40: error: 1 value for a 16x16 tile of i32 [bad-argument]
# CHECK-NEXT:   12 |     tl.store(x_ptr + tl.multiple_of(i, 16), 1.0)
# CHECK-NEXT:      |                                        ^~
