# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Four bytes are one register, but four words are four.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 16)).to(tl.int8)
    y = tl.inline_asm_elementwise("mov.b32 $0, $1;", "=r,r", [x], dtype=tl.int32, is_pure=True, pack=4)

# CHECK:{{.*}}bad_asm_outputs.py:12:54: error: the elements take 4 output registers, but the constraints name 1 [bad-argument]
# CHECK-NEXT:   12 |     y = tl.inline_asm_elementwise("mov.b32 $0, $1;", "=r,r", [x], dtype=tl.int32, is_pure=True, pack=4)
# CHECK-NEXT:      |                                                      ^~~~~~
