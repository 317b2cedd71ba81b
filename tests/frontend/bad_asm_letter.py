# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A constraint that is no register.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 16))
    y = tl.inline_asm_elementwise("mov.b32 $0, $1;", "=r,m", [x], dtype=tl.int32, is_pure=True, pack=1)

# CHECK:{{.*}}bad_asm_letter.py:12:54: error: `m` is none of `h`, `r`, `l`, `f` and `d`, nor the number of an output [bad-argument]
# CHECK-NEXT:   12 |     y = tl.inline_asm_elementwise("mov.b32 $0, $1;", "=r,m", [x], dtype=tl.int32, is_pure=True, pack=1)
# CHECK-NEXT:      |                                                      ^~~~~~
