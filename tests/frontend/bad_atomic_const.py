# RUN: expect-exit 1 tritonc compile %s -k k -s "*ki32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Constant memory is not updated.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.atomic_max(x_ptr, 1)

# CHECK:{{.*}}bad_atomic_const.py:11:19: error: an atomic operation through a pointer to constant memory [const-pointer]
# CHECK-NEXT:   11 |     tl.atomic_max(x_ptr, 1)
# CHECK-NEXT:      |                   ^~~~~
