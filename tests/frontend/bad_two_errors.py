# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Every faulty statement is reported, but not what follows from it.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    a = tl.arange(0, 3)
    b = a + 1
    if n > 2:
        c = missing
        tl.store(x_ptr, c)
    for i in range(n):
        a += b
    tl.store(x_ptr, n >> 0.5)

# CHECK:{{.*}}bad_two_errors.py:11:9: error: dimension 0 of the shape is 3, which is not a power of two [bad-shape]
# CHECK-NEXT:   11 |     a = tl.arange(0, 3)
# CHECK-NEXT:      |         ^~~~~~~~~~~~~~~
# CHECK-NEXT:{{.*}}bad_two_errors.py:14:13: error: `missing` is not defined [unknown-name]
# CHECK-NEXT:   14 |         c = missing
# CHECK-NEXT:      |             ^~~~~~~
# CHECK-NEXT:{{.*}}bad_two_errors.py:18:21: error: `>>` in fp32; it takes integers only [bad-operand]
# CHECK-NEXT:   18 |     tl.store(x_ptr, n >> 0.5)
# CHECK-NEXT:      |                     ^~~~~~~~
# CHECK-NEXT:{{.*}}bad_two_errors.py:18:21: note: `n` is a scalar of i32
# CHECK-NEXT:   18 |     tl.store(x_ptr, n >> 0.5)
# CHECK-NEXT:      |                     ^
