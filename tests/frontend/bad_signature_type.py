# RUN: expect-exit 1 tritonc compile %s -s "*fp31:16, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A type that does not exist.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    tl.store(x_ptr, n)

# CHECK:<signature>:1:1: error: unknown type `*fp31`; did you mean `fp32`? [bad-signature]
# CHECK-NEXT:    1 | *fp31:16, i32
# CHECK-NEXT:      | ^~~~~
