# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A function of the host.
import triton
import triton.language as tl


def scale(x):
    return x * 2


@triton.jit
def k(x_ptr):
    tl.store(x_ptr, scale(tl.load(x_ptr)))

# CHECK:{{.*}}bad_host_function.py:15:21: error: `scale` is no `@triton.jit` function; a kernel cannot call it [host-only]
# CHECK-NEXT:   15 |     tl.store(x_ptr, scale(tl.load(x_ptr)))
# CHECK-NEXT:      |                     ^~~~~
# CHECK-NEXT:{{.*}}bad_host_function.py:9:5: note: defined here
# CHECK-NEXT:    9 | def scale(x):
# CHECK-NEXT:      |     ^~~~~
