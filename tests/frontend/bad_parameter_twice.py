# RUN: expect-exit 1 tritonc compile %s -s "*fp32, *fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# One name for two parameters.
import triton


@triton.jit
def k(x, x):
    pass

# CHECK:{{.*}}bad_parameter_twice.py:9:10: error: second parameter `x` [syntax]
# CHECK-NEXT:    9 | def k(x, x):
# CHECK-NEXT:      |          ^
