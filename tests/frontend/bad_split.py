# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Only a dimension of size 2 is split.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    a, b = tl.split(tl.load(x_ptr + tl.arange(0, 16)))

# CHECK:{{.*}}bad_split.py:11:12: error: `split` of a tile of 16 fp32; its last dimension must have size 2 [bad-shape]
# CHECK-NEXT:   11 |     a, b = tl.split(tl.load(x_ptr + tl.arange(0, 16)))
# CHECK-NEXT:      |            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
