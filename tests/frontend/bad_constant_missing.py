# RUN: expect-exit 1 tritonc compile %s -s "x_ptr=*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A constant without a value.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, BLOCK: tl.constexpr):
    tl.store(x_ptr + tl.arange(0, BLOCK), 1.0)

# CHECK:{{.*}}bad_constant_missing.py:10:14: error: no value for the constant `BLOCK`; give it in the signature or with `-c BLOCK=VALUE` [missing-constant]
# CHECK-NEXT:   10 | def k(x_ptr, BLOCK: tl.constexpr):
# CHECK-NEXT:      |              ^~~~~~~~~~~~~~~~~~~
