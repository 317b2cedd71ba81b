# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A text without a result.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.inline_asm_elementwise("membar.gl;", "", [], dtype=(), is_pure=False, pack=1)

# CHECK:{{.*}}bad_asm_results.py:11:59: error: no results; `inline_asm_elementwise` gives at least one [bad-argument]
# CHECK-NEXT:   11 |     tl.inline_asm_elementwise("membar.gl;", "", [], dtype=(), is_pure=False, pack=1)
# CHECK-NEXT:      |                                                           ^~
