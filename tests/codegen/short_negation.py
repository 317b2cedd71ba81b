# RUN: tritonc compile %s -s "*i16:16, *i64:16" --emit ptx -o - | FileCheck %s
import triton
import triton.language as tl


# ptxas takes a negation of 16 bits not to wrap.
# CHECK-NOT: {{neg|sub}}.s16
# CHECK:     not.b16
# CHECK:     add.s16
# CHECK:     cvt.s64.s16
@triton.jit
def widened(x, out):
    i = tl.arange(0, 128)
    tl.store(out + i, (-tl.load(x + i)).to(tl.int64))
