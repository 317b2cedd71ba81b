# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A mask has as many elements as there are numbers.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    y = tl.histogram(tl.arange(0, 16), 16, mask=tl.arange(0, 8) > 3)

# CHECK:{{.*}}bad_histogram_mask.py:11:49: error: the mask of `histogram` is a tile of 8 i1; it takes one truth value for each number [bad-argument]
# CHECK-NEXT:   11 |     y = tl.histogram(tl.arange(0, 16), 16, mask=tl.arange(0, 8) > 3)
# CHECK-NEXT:      |                                                 ^~~~~~~~~~~~~~~~~~~
# CHECK-NEXT:{{.*}}bad_histogram_mask.py:11:22: note: `tl.arange(0, 16)` is a tile of 16 i32
# CHECK-NEXT:   11 |     y = tl.histogram(tl.arange(0, 16), 16, mask=tl.arange(0, 8) > 3)
# CHECK-NEXT:      |                      ^~~~~~~~~~~~~~~~
# CHECK-NEXT:{{.*}}bad_histogram_mask.py:11:49: note: `tl.arange(0, 8) > 3` is a tile of 8 i1
# CHECK-NEXT:   11 |     y = tl.histogram(tl.arange(0, 16), 16, mask=tl.arange(0, 8) > 3)
# CHECK-NEXT:      |                                                 ^~~~~~~~~~~~~~~~~~~
