# RUN: expect-exit 1 tritonc compile %s -s "*kfp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A store to constant memory.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.store(x_ptr, 1.0)

# CHECK:{{.*}}bad_const_pointer.py:11:14: error: a store through a pointer to constant memory [const-pointer]
# CHECK-NEXT:   11 |     tl.store(x_ptr, 1.0)
# CHECK-NEXT:      |              ^~~~~
