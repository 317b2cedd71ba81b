# RUN: tritonc compile %s -k product -s "*fp16:16, *fp16:16, *fp32:16" --print-after stage-operands --emit tile-final -o %t.tir --verify-each 2>&1 | FileCheck %s
# RUN: tritonc compile %s -k product -s "*fp16:16, *fp16:16, *fp32:16" -t cuda:80 --print-after stage-operands --emit tile-final -o %t.tir 2>&1 | FileCheck %s --check-prefix=MMA
# RUN: tritonc compile %s -k product -s "*fp16:16, *fp16:16, *fp32:16" -w 2 --print-after stage-operands --emit tile-final -o %t.tir 2>&1 | FileCheck %s --check-prefix=MMA
# RUN: tritonc compile %s -k full -s "*fp32:16, *fp32:16, *fp32:16" --print-after stage-operands --emit tile-final -o %t.tir --verify-each 2>&1 | FileCheck %s --check-prefix=FMA
# RUN: tritonc compile %s -k chained -s "*fp16:16, *fp16:16, *fp32:16" --print-after stage-operands --emit tile-final -o %t.tir --verify-each 2>&1 | FileCheck %s --check-prefix=CHAIN
import triton
import triton.language as tl


# Each operand is stored once, right after it was loaded, and read by both products.
# CHECK:      kernel @product
# CHECK:        %a = load
# CHECK-NEXT:   %[[A:.*]] = local_alloc : shared<64x32xf16
# CHECK-NEXT:   local_store %a, %[[A]]
# CHECK:        %b = load
# CHECK-NEXT:   %[[B:.*]] = local_alloc : shared<32x64xf16
# CHECK-NEXT:   local_store %b, %[[B]]
# CHECK:        %[[SUM:.*]] = dot %[[A]], %[[B]], %{{.*}} {wgmma}
# CHECK:        dot %[[A]], %[[B]], %[[SUM]] {wgmma}

# MMA-NOT:    local_alloc
# MMA:        dot %{{.*}} : tile<64x64xf32
@triton.jit
def product(a_ptr, b_ptr, out_ptr):
    m, n, k = tl.arange(0, 64), tl.arange(0, 64), tl.arange(0, 32)
    a = tl.load(a_ptr + m[:, None] * 32 + k[None, :])
    b = tl.load(b_ptr + k[:, None] * 64 + n[None, :])
    out = out_ptr + m[:, None] * 64 + n[None, :]
    tl.store(out, tl.dot(a, b, tl.dot(a, b)))


# A product by `fma` reads buffers too, on all targets.
# FMA:        %a = load
# FMA-NEXT:   %[[A:.*]] = local_alloc : shared<64x32xf32
# FMA-NEXT:   local_store %a, %[[A]]
# FMA:        %[[B:.*]] = local_alloc : shared<32x64xf32
# FMA:        dot %[[A]], %[[B]], %{{.*}} {fma}
@triton.jit
def full(a_ptr, b_ptr, out_ptr):
    m, n, k = tl.arange(0, 64), tl.arange(0, 64), tl.arange(0, 32)
    a = tl.load(a_ptr + m[:, None] * 32 + k[None, :])
    b = tl.load(b_ptr + k[:, None] * 64 + n[None, :])
    tl.store(out_ptr + m[:, None] * 64 + n[None, :], tl.dot(a, b, input_precision="ieee"))


# The second product takes the result of the first from registers, where it has to change nothing but its type. Turned
# around it goes to shared memory: fragments of that would be dearer.
# CHAIN:      kernel @chained
# CHAIN:        %scores = dot %{{.*}}, %{{.*}}, %{{.*}} {wgmma}
# CHAIN:        %[[WEIGHTS:.*]] = convertf %scores
# CHAIN:        %[[TURNED:.*]] = trans [1, 0], %[[WEIGHTS]]
# CHAIN-NEXT:   %[[BUFFER:.*]] = local_alloc : shared<64x64xf16
# CHAIN-NEXT:   local_store %[[TURNED]], %[[BUFFER]]
# CHAIN-NEXT:   dot %[[BUFFER]], %{{.*}}, %{{.*}} {wgmma} : tile<64x64xf32
# CHAIN-NEXT:   dot %[[WEIGHTS]], %{{.*}}, %{{.*}} {wgmma} : tile<64x64xf32
@triton.jit
def chained(a_ptr, b_ptr, out_ptr):
    i = tl.arange(0, 64)
    square = i[:, None] * 64 + i[None, :]
    a, b = tl.load(a_ptr + square), tl.load(b_ptr + square)
    scores = tl.dot(a, b)
    weights = scores.to(tl.float16)
    tl.store(out_ptr + square, tl.dot(weights, b) + tl.dot(tl.trans(weights), b))
