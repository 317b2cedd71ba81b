# RUN: tritonc compile %s -s "*fp32:16, i64:16, u8, fp16, i32, i1, *kfp16, i32, *fp32" --emit tile -o - | FileCheck %s
import torch
import triton
import triton.language as tl


# Every spelling of a type that Triton knows; what it does not know says nothing.
# CHECK: kernel @k(%x: ptr<f32> {divisible = 16}, %a: i64 {divisible = 16}, %b: i8, %c: f16, %d: i32, %e: i1, %f: ptr<f16>, %g: i32, %h: ptr<f32>) {
@triton.jit
def k(x: "*fp32", a: tl.int64, b: "tl.uint8", c: torch.float16, d: int, e: bool, f: "const half*", g: "B",
      h: tl.pointer_type(tl.float32)):
    tl.store(x, (a + b + d + g).to(tl.float32) + c + e + tl.load(f) + tl.load(h))
