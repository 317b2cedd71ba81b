# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# The signature and the annotation of a parameter name two types.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n: tl.int64):
    tl.store(x_ptr, n)

# CHECK:<signature>:1:8: error: `n` is declared i64, not i32 [bad-signature]
# CHECK-NEXT:    1 | *fp32, i32
# CHECK-NEXT:      |        ^~~
# CHECK-NEXT:{{.*}}bad_annotation_type.py:10:17: note: declared here
# CHECK-NEXT:   10 | def k(x_ptr, n: tl.int64):
# CHECK-NEXT:      |                 ^~~~~~~~
