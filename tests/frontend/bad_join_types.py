# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Joined tiles have one type.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    i = tl.arange(0, 16)
    pair = tl.join(tl.load(x_ptr + i), i)

# CHECK:{{.*}}bad_join_types.py:12:12: error: `join` of fp32 and i32 [bad-operand]
# CHECK-NEXT:   12 |     pair = tl.join(tl.load(x_ptr + i), i)
# CHECK-NEXT:      |            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# CHECK-NEXT:{{.*}}bad_join_types.py:12:20: note: `tl.load(x_ptr + i)` is a tile of 16 fp32
# CHECK-NEXT:   12 |     pair = tl.join(tl.load(x_ptr + i), i)
# CHECK-NEXT:      |                    ^~~~~~~~~~~~~~~~~~
# CHECK-NEXT:{{.*}}bad_join_types.py:12:40: note: `i` is a tile of 16 i32
# CHECK-NEXT:   12 |     pair = tl.join(tl.load(x_ptr + i), i)
# CHECK-NEXT:      |                                        ^
