# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A function that has no lowering yet.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 128))
    tl.store(x_ptr + tl.arange(0, 128), tl.sort(x))

# CHECK:{{.*}}bad_unsupported_builtin.py:12:41: error: `sort` is not supported yet [unsupported]
# CHECK-NEXT:   12 |     tl.store(x_ptr + tl.arange(0, 128), tl.sort(x))
# CHECK-NEXT:      |                                         ^~~~~~~~~~
