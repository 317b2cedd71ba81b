# RUN: tritonc compile %s -k product -s "*fp16:16, *fp16:16, *fp32:16, 64, 64, 64" -w 4 -t cuda:80 --emit ptx -o - | FileCheck %s --check-prefix=F16
# RUN: tritonc compile %s -k product -s "*bf16:16, *bf16:16, *fp32:16, 16, 8, 16" -w 1 -t cuda:90 --emit ptx -o - | FileCheck %s --check-prefix=BF16
# RUN: tritonc compile %s -k product -s "*fp32:16, *fp32:16, *fp32:16, 16, 8, 8" -w 1 -t cuda:90 --emit ptx -o - | FileCheck %s --check-prefix=TF32
# RUN: tritonc compile %s -k product -s "*i8:16, *i8:16, *i32:16, 16, 8, 64" -w 1 -t cuda:90 --emit ptx -o - | FileCheck %s --check-prefix=S8
# RUN: tritonc compile %s -k product -s "*fp8e4nv:16, *fp8e5:16, *fp32:16, 16, 8, 32" -w 1 -t cuda:90 --emit ptx -o - | FileCheck %s --check-prefix=F8
# RUN: tritonc compile %s -k product -s "*fp8e4nv:16, *fp8e5:16, *fp32:16, 16, 8, 32" -w 1 -t cuda:80 --emit ptx -o - | FileCheck %s --check-prefix=OLD
# RUN: tritonc compile %s -k product -s "*fp16:16, *fp16:16, *fp32:16, 64, 64, 64" -w 4 -t cuda:80 --emit llvm -o - | FileCheck %s --check-prefix=SYNC
# RUN: tritonc compile %s -k product -s "*fp16:16, *fp16:16, *fp32:16, 64, 64, 64" -w 4 -t cuda:90 --emit llvm -o - | FileCheck %s --check-prefix=SYNC
# RUN: tritonc compile %s -k masked -s "*fp32, i32" --emit llvm -o - | FileCheck %s --check-prefix=PLAIN
import triton
import triton.language as tl


# A warp of four does a quarter of 4 x 8 blocks, four steps each. One block of one warp is one instruction a step.
# F16-COUNT-32: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
# F16-NOT:      mma.sync
# BF16-COUNT-1: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
# BF16-NOT:     mma.sync
# TF32-COUNT-1: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
# S8-COUNT-2:   mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32
# S8-NOT:       mma.sync
# F8-COUNT-1:   mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32
# Before sm_89 there are no units for 8-bit floats.
# OLD-COUNT-2:  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
# LLVM knows which instructions need all threads of the warp ...
# SYNC:         asm sideeffect "{{[a-z_.]*}}.sync.aligned{{[^"]*"[^#]*}} #[[SYNC:[0-9]+]]
# SYNC:         attributes #[[SYNC]] = { convergent
@triton.jit
def product(a, b, out, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    x = tl.load(a + m[:, None] * K + k[None, :])
    y = tl.load(b + k[:, None] * N + n[None, :])
    tl.store(out + m[:, None] * N + n[None, :], tl.dot(x, y))


# ... and which do not.
# PLAIN:        asm sideeffect "@{{[^"]*"[^#]*}} #[[PLAIN:[0-9]+]]
# PLAIN:        attributes #[[PLAIN]] = { nounwind }
@triton.jit
def masked(out, n):
    i = tl.arange(0, 128)
    tl.store(out + i, 1.0, mask=i < n)
