# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# 64 bits do not fit a register of 32.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    i = tl.arange(0, 16).to(tl.int64)
    y = tl.inline_asm_elementwise("mov.b32 $0, $1;", "=r,r", [i], dtype=tl.int32, is_pure=True, pack=1)

# CHECK:{{.*}}bad_asm_width.py:12:54: error: input 0 has 64 bits, more than a register `r` holds [bad-argument]
# CHECK-NEXT:   12 |     y = tl.inline_asm_elementwise("mov.b32 $0, $1;", "=r,r", [i], dtype=tl.int32, is_pure=True, pack=1)
# CHECK-NEXT:      |                                                      ^~~~~~
