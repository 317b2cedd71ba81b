# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Only rows are sorted.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    i = tl.arange(0, 16)
    y = tl.sort(tl.load(x_ptr + i[:, None] * 16 + i[None, :]), dim=0)

# CHECK:{{.*}}bad_sort_dim.py:12:9: error: static assertion failed: `sort` along dimension 0; it takes the last one [static-assert]
# CHECK-NEXT:   12 |     y = tl.sort(tl.load(x_ptr + i[:, None] * 16 + i[None, :]), dim=0)
# CHECK-NEXT:      |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
