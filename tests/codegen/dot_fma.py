# RUN: tritonc compile %s -k product -s "*fp32:16, *fp32:16, *fp32:16, 64" --emit ptx -o - | FileCheck %s --check-prefix=F32
# RUN: tritonc compile %s -k product -s "*fp64:16, *fp64:16, *fp64:16, 16" -w 1 -t cuda:80 --emit ptx -o - | FileCheck %s --check-prefix=F64
import triton
import triton.language as tl


# 32 accumulators in a thread and 64 elements along K: four passes through a loop of 512 multiplications, whose operands come
# in vectors.
# F32:          $L__BB0_1:
# F32:          ld.shared.v4.f32
# F32-COUNT-512: fma.rn.f32
# F32-NOT:      fma.rn
# F32:          bra
# F32-NOT:      fma.rn
# Few are unrolled.
# F64:          ld.shared.v2.f64
# F64-COUNT-128: fma.rn.f64
# F64-NOT:      {{fma.rn|bra}}
@triton.jit
def product(a, b, out, N: tl.constexpr):
    i = tl.arange(0, N)
    square = i[:, None] * N + i[None, :]
    tl.store(out + square, tl.dot(tl.load(a + square), tl.load(b + square), input_precision="ieee"))
