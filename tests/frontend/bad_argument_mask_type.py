# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A mask that is no i1.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    offsets = tl.arange(0, 128)
    x = tl.load(x_ptr + offsets, mask=offsets)
    tl.store(x_ptr + offsets, x)

# CHECK:{{.*}}bad_argument_mask_type.py:12:39: error: the mask is a tile of 128 i32; it takes i1 [bad-argument]
# CHECK-NEXT:   12 |     x = tl.load(x_ptr + offsets, mask=offsets)
# CHECK-NEXT:      |                                       ^~~~~~~
