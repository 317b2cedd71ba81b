# RUN: expect-exit 1 tritonc compile %s -k add_kernal -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A kernel that the file does not have.
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr):
    tl.store(x_ptr, 1.0)

# CHECK:tritonc: error: {{.*}}bad_kernel_name.py has no kernel `add_kernal`; did you mean `add_kernel`? [kernel-not-found]
