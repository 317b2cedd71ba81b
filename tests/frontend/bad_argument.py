# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A value that a parameter of a builtin does not take.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.store(x_ptr, tl.load(x_ptr, cache_modifier=".wb"))

# CHECK:{{.*}}bad_argument.py:11:51: error: `cache_modifier` of `load` is '.wb'; it takes one of '', '.ca', '.cg', '.cv', '.cs' [bad-argument]
# CHECK-NEXT:   11 |     tl.store(x_ptr, tl.load(x_ptr, cache_modifier=".wb"))
# CHECK-NEXT:      |                                                   ^~~~~
