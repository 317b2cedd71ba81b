# RUN: expect-exit 1 tritonc compile %s -s "*i8, *u32, *fp8e4nv" --emit tile -o - 2>&1 | FileCheck %s --implicit-check-not=error:

# Numbers beside tensors: what operators refuse and comparisons take, and the other way round.
import triton
import triton.language as tl


@triton.jit
def k(i8_ptr, u_ptr, f8_ptr):
    i8, u, f8 = tl.load(i8_ptr), tl.load(u_ptr), tl.load(f8_ptr)
    # CHECK: bad_number_operands.py:[[@LINE+1]]:14: error: 300 does not fit i8 [bad-operand]
    a = i8 + 300
    b = i8 < 300
    c = u > -1
    d = f8 * 1.0
    # CHECK: bad_number_operands.py:[[@LINE+1]]:9: error: no type holds both fp8e4nv and i32 [bad-operand]
    e = f8 < 1
    # CHECK: bad_number_operands.py:[[@LINE+1]]:9: error: the constant 18446744073709551616 does not fit 64 bits [bad-operand]
    f = 2 ** 64
    # CHECK: bad_number_operands.py:[[@LINE+1]]:9: error: tensors have no `**` [bad-operand]
    g = 2 ** u
    # CHECK: bad_number_operands.py:[[@LINE+1]]:9: error: `+` of a scalar of u32 [bad-operand]
    h = +u
