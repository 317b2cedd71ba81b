# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# As many names as values.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    a, b = 1, 2, 3
    tl.store(x_ptr, a)

# CHECK:{{.*}}bad_unpack.py:11:5: error: 2 names for 3 values [unpack-count]
# CHECK-NEXT:   11 |     a, b = 1, 2, 3
# CHECK-NEXT:      |     ^~~~
