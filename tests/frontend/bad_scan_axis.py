# RUN: expect-exit 1 tritonc compile %s -k k -s "*i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A scan runs along one axis.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    i = tl.arange(0, 128)
    tl.store(x_ptr + i, tl.cumsum(tl.load(x_ptr + i), None))

# CHECK:{{.*}}bad_scan_axis.py:12:25: error: the axis is None; it takes an integer known at compile time [bad-argument]
# CHECK-NEXT:   12 |     tl.store(x_ptr + i, tl.cumsum(tl.load(x_ptr + i), None))
# CHECK-NEXT:      |                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
