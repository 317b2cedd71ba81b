# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Integer division of floats.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    x = tl.load(x_ptr + tl.arange(0, 128))
    tl.store(x_ptr + tl.arange(0, 128), x // n)

# CHECK:{{.*}}bad_operand_float_division.py:12:41: error: `//` in fp32; it takes integers only [bad-operand]
# CHECK-NEXT:   12 |     tl.store(x_ptr + tl.arange(0, 128), x // n)
# CHECK-NEXT:      |                                         ^~~~~~
# CHECK-NEXT:{{.*}}bad_operand_float_division.py:12:41: note: `x` is a tile of 128 fp32
# CHECK-NEXT:   12 |     tl.store(x_ptr + tl.arange(0, 128), x // n)
# CHECK-NEXT:      |                                         ^
# CHECK-NEXT:{{.*}}bad_operand_float_division.py:12:46: note: `n` is a scalar of i32
# CHECK-NEXT:   12 |     tl.store(x_ptr + tl.arange(0, 128), x // n)
# CHECK-NEXT:      |                                              ^
