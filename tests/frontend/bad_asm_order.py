# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Outputs come first.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    y = tl.inline_asm_elementwise("mov.b32 $1, $0;", "r,=r", [1], dtype=tl.int32, is_pure=True, pack=1)

# CHECK:{{.*}}bad_asm_order.py:11:54: error: `=r` comes after an input; outputs are first [bad-argument]
# CHECK-NEXT:   11 |     y = tl.inline_asm_elementwise("mov.b32 $1, $0;", "r,=r", [1], dtype=tl.int32, is_pure=True, pack=1)
# CHECK-NEXT:      |                                                      ^~~~~~
