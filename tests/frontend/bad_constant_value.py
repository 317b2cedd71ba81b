# RUN: expect-exit 1 tritonc compile %s -s "*fp32" -c BLOCK=SIZE --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A constant that the compiler cannot compute.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, BLOCK: tl.constexpr):
    tl.store(x_ptr + tl.arange(0, BLOCK), 1.0)

# CHECK:<constant BLOCK>:1:1: error: `SIZE` is neither a type nor a value that the compiler can compute [bad-constant]
# CHECK-NEXT:    1 | SIZE
# CHECK-NEXT:      | ^~~~
