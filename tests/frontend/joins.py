# RUN: tritonc compile %s -k joined -s "*fp32, i32" --emit tile -o - | FileCheck %s --check-prefix=JOIN
# RUN: tritonc compile %s -k tuples -s "*fp32, i32" --emit tile -o - | FileCheck %s --check-prefix=TUPLE
# RUN: tritonc compile %s -k expression -s "*fp32, i32" --emit tile -o - | FileCheck %s --check-prefix=EXPR
# RUN: tritonc compile %s -k logic -s "*fp32, i32" --emit tile -o - | FileCheck %s --check-prefix=LOGIC
import triton
import triton.language as tl


# What a branch changes is a result of the `if`; what both define first is one, too; the rest is not.
# JOIN-LABEL: kernel @joined
# JOIN:         %which, %x = if %{{.*}} : i32, tile<64xf32> {
# JOIN:           yield 1:i32, %{{.*}}
# JOIN-NEXT:    } {
# JOIN-NEXT:      %[[ONE:.*]] = broadcast 1.0 : tile<64xf32>
# JOIN-NEXT:      yield 2:i32, %[[ONE]]
# JOIN-NEXT:    }
@triton.jit
def joined(x_ptr, n):
    offsets = tl.arange(0, 64)
    x = tl.full((64,), 1.0, tl.float32)
    same = 5.0
    if n > 3:
        x = tl.load(x_ptr + offsets)
        same = same
        which = 1
    else:
        which = 2
    tl.store(x_ptr + offsets, x + same + which)


# Tuples join element by element.
# TUPLE-LABEL: kernel @tuples
# TUPLE:         if %{{.*}} : f32 {
# TUPLE:         for {{.*}} : f32
@triton.jit
def tuples(x_ptr, n):
    pair = (1.0, n)
    if n > 3:
        pair = (2.0, n)
    for i in range(n):
        pair = (pair[0] + 1.0, pair[1])
    tl.store(x_ptr, pair[0] + pair[1])


# EXPR-LABEL: kernel @expression
# EXPR:         %[[R:.*]] = if %{{.*}} : f32 {
# EXPR-NEXT:      %[[X:.*]] = load %x_ptr : f32
# EXPR-NEXT:      yield %[[X]]
# EXPR-NEXT:    } {
# EXPR-NEXT:      yield 0.0
@triton.jit
def expression(x_ptr, n):
    tl.store(x_ptr, tl.load(x_ptr) if n > 3 else 0.0)


# Constants decide `and` and `or` before their other side is looked at; runtime values are combined.
# LOGIC-LABEL: kernel @logic
# LOGIC:         %[[A:.*]] = cmp.slt 1{{.*}}, %n : i1
# LOGIC-NEXT:    %[[B:.*]] = cmp.slt %n, 9{{.*}} : i1
# LOGIC-NEXT:    andi %[[A]], %[[B]] : i1
@triton.jit
def logic(x_ptr, n):
    if n is None and tl.undefined:
        tl.undefined()
    if (n > 1) and True and (n < 9):
        tl.store(x_ptr, 1.0)
