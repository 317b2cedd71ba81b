# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# The text names a register that there is not.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    y = tl.inline_asm_elementwise("mov.b32 $0, $2;", "=r,r", [1], dtype=tl.int32, is_pure=True, pack=1)

# CHECK:{{.*}}bad_asm_register.py:11:35: error: `$2` is named, but the constraints give 2 registers [bad-argument]
# CHECK-NEXT:   11 |     y = tl.inline_asm_elementwise("mov.b32 $0, $2;", "=r,r", [1], dtype=tl.int32, is_pure=True, pack=1)
# CHECK-NEXT:      |                                   ^~~~~~~~~~~~~~~~~
