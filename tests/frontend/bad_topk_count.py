# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Of a power of two elements at most all.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    y = tl.topk(tl.load(x_ptr + tl.arange(0, 16)), 3)

# CHECK:{{.*}}bad_topk_count.py:11:9: error: static assertion failed: the 3 largest of 16; it takes a power of two up to that [static-assert]
# CHECK-NEXT:   11 |     y = tl.topk(tl.load(x_ptr + tl.arange(0, 16)), 3)
# CHECK-NEXT:      |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
