# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A text takes a few elements at once.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    y = tl.inline_asm_elementwise("mov.b32 $0, 1;", "=r", [], dtype=tl.int32, is_pure=True, pack=0)

# CHECK:{{.*}}bad_asm_pack.py:11:98: error: `pack` is 0; it takes 1 to 64 [bad-argument]
# CHECK-NEXT:   11 |     y = tl.inline_asm_elementwise("mov.b32 $0, 1;", "=r", [], dtype=tl.int32, is_pure=True, pack=0)
# CHECK-NEXT:      |                                                                                                  ^
