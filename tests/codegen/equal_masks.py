# RUN: tritonc compile %s -k clip -s "*fp32:16, *fp32:16, i32:16, 1024" -t cuda:90 --emit ptx -o - | FileCheck %s
# RUN: tritonc compile %s -k clip -s "*fp32:16, *fp32:16, i32, 1024" -t cuda:90 --emit ptx -o - | FileCheck %s --check-prefix=ODD
import triton
import triton.language as tl


# Eight elements in a thread, in two vectors: with a length divisible by 16 the mask is equal within a vector.
# CHECK-COUNT-2: setp
# CHECK-NOT:     setp
# CHECK:         ret;
# ODD-COUNT-8:   setp
@triton.jit
def clip(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    inside = i < n
    value = tl.load(x + i, mask=inside)
    tl.store(out + i, tl.where(inside, value * value, 0.0))
