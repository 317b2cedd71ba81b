# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A parameter that a helper lacks.
import triton
import triton.language as tl


@triton.jit
def scale(x, factor):
    return x * factor


@triton.jit
def k(x_ptr):
    tl.store(x_ptr, scale(tl.load(x_ptr), by=2.0))

# CHECK:{{.*}}bad_call_arguments.py:16:21: error: `scale` is missing its argument `factor` [call-arguments]
# CHECK-NEXT:   16 |     tl.store(x_ptr, scale(tl.load(x_ptr), by=2.0))
# CHECK-NEXT:      |                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# CHECK-NEXT:{{.*}}bad_call_arguments.py:10:14: note: declared here
# CHECK-NEXT:   10 | def scale(x, factor):
# CHECK-NEXT:      |              ^~~~~~
