# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A position needs an axis.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    value, index = tl.max(tl.load(x_ptr + tl.arange(0, 128)), return_indices=True)

# CHECK:{{.*}}bad_max_index_axis.py:11:20: error: the axis is None; it takes an integer known at compile time [bad-argument]
# CHECK-NEXT:   11 |     value, index = tl.max(tl.load(x_ptr + tl.arange(0, 128)), return_indices=True)
# CHECK-NEXT:      |                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
