# RUN: expect-exit 1 tritonc compile %s -s "*fp32:16, i32, 4" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# More entries than parameters.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    tl.store(x_ptr, n)

# CHECK:<signature>:1:16: error: 3 entries, but `k` has 2 parameters [signature-count]
# CHECK-NEXT:    1 | *fp32:16, i32, 4
# CHECK-NEXT:      |                ^
# CHECK-NEXT:{{.*}}bad_signature_count.py:10:5: note: declared here
# CHECK-NEXT:   10 | def k(x_ptr, n):
# CHECK-NEXT:      |     ^
