# RUN: expect-exit 1 tritonc compile %s -s "*fp32, *fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# The sum of two pointers.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, y_ptr):
    tl.store(x_ptr + y_ptr, 1.0)

# CHECK:{{.*}}bad_operand_pointers.py:11:14: error: `+` of a pointer and a pointer [bad-operand]
# CHECK-NEXT:   11 |     tl.store(x_ptr + y_ptr, 1.0)
# CHECK-NEXT:      |              ^~~~~~~~~~~~~
# CHECK-NEXT:{{.*}}bad_operand_pointers.py:11:14: note: `x_ptr` is a *fp32 pointer
# CHECK-NEXT:   11 |     tl.store(x_ptr + y_ptr, 1.0)
# CHECK-NEXT:      |              ^~~~~
# CHECK-NEXT:{{.*}}bad_operand_pointers.py:11:22: note: `y_ptr` is a *fp32 pointer
# CHECK-NEXT:   11 |     tl.store(x_ptr + y_ptr, 1.0)
# CHECK-NEXT:      |                      ^~~~~
