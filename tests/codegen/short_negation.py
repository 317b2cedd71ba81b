# RUN: tritonc compile %s -k negated -s "*i16:16, *i64:16" --emit ptx -o - | FileCheck %s --check-prefix=NEG
# RUN: tritonc compile %s -k magnitude -s "*i16:16, *i32:16" --emit ptx -o - | FileCheck %s --check-prefix=ABS
import triton
import triton.language as tl


# ptxas takes a negation of 16 bits not to wrap.
# NEG-NOT: {{neg|sub}}.s16
# NEG:     not.b16
# NEG:     add.s16
# NEG:     cvt.s64.s16
@triton.jit
def negated(x, out):
    i = tl.arange(0, 128)
    tl.store(out + i, (-tl.load(x + i)).to(tl.int64))


# Nor an absolute value.
# ABS-NOT: abs.s16
# ABS:     not.b16
# ABS:     add.s16
# ABS:     max.s16
# ABS:     cvt.s32.s16
@triton.jit
def magnitude(x, out):
    i = tl.arange(0, 128)
    tl.store(out + i, tl.abs(tl.load(x + i)).to(tl.int32))
