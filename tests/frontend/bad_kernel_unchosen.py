# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Two kernels, and none is chosen.
import triton
import triton.language as tl


@triton.jit
def first(x_ptr):
    tl.store(x_ptr, 1.0)


@triton.jit
def second(x_ptr):
    tl.store(x_ptr, 2.0)

# CHECK:tritonc: error: {{.*}}bad_kernel_unchosen.py has 2 kernels; choose one with -k: first, second [kernel-not-found]
