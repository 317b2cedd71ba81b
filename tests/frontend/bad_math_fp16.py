# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Functions of `tl` take fp32 and fp64.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.store(x_ptr, tl.log(tl.load(x_ptr)))

# CHECK:{{.*}}bad_math_fp16.py:11:28: error: `log` of a scalar of fp16; it takes fp32 or fp64 [bad-argument]
# CHECK-NEXT:   11 |     tl.store(x_ptr, tl.log(tl.load(x_ptr)))
# CHECK-NEXT:      |                            ^~~~~~~~~~~~~~
