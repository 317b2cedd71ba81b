# RUN: expect-exit 1 tritonc compile %s -s "*fp32:16" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A parameter that the signature leaves out.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    tl.store(x_ptr, n)

# CHECK:{{.*}}bad_signature_missing.py:10:14: error: the signature says nothing about `n` [signature-count]
# CHECK-NEXT:   10 | def k(x_ptr, n):
# CHECK-NEXT:      |              ^
