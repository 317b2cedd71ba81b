# RUN: expect-exit 1 tritonc compile %s -s "*u32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A negative number has no place beside an unsigned tensor.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.store(x_ptr, tl.load(x_ptr) + -1)

# CHECK:{{.*}}bad_operand_negative_for_unsigned.py:11:38: error: -1 is negative, but the operation is done in u32 [bad-operand]
# CHECK-NEXT:   11 |     tl.store(x_ptr, tl.load(x_ptr) + -1)
# CHECK-NEXT:      |                                      ^~
