# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A function that has no lowering yet.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.static_assert(x_ptr.dtype != tl.block_type(tl.float32, [128]))

# CHECK:{{.*}}bad_unsupported_builtin.py:11:37: error: `block_type` is not supported yet [unsupported]
# CHECK-NEXT:   11 |     tl.static_assert(x_ptr.dtype != tl.block_type(tl.float32, [128]))
# CHECK-NEXT:      |                                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
