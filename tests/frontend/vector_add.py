# RUN: tritonc compile %s -s "*fp32:16, *fp32:16, *fp16, i32, 1024" --emit tile -o - | FileCheck %s

# The whole of an element-wise kernel: the scalar operands stay scalars, the store converts.
import torch
import triton
import triton.language as tl

DEVICE = torch.device("cuda")


# CHECK:      kernel @add_kernel(%x_ptr: ptr<f32> {divisible = 16}, %y_ptr: ptr<f32> {divisible = 16}, %out_ptr: ptr<f16>, %n: i32) {
# CHECK-NEXT:   %pid = program_id 0 : i32
# CHECK-NEXT:   %[[START:.*]] = muli %pid, 1024 : i32
# CHECK-NEXT:   %[[RANGE:.*]] = range 0, 1024 : tile<1024xi32>
# CHECK-NEXT:   %offsets = addi %[[START]], %[[RANGE]] : tile<1024xi32>
# CHECK-NEXT:   %mask = cmp.slt %offsets, %n : tile<1024xi1>
# CHECK-NEXT:   %[[XS:.*]] = addptr %x_ptr, %offsets : tile<1024xptr<f32>>
# CHECK-NEXT:   %x = load %[[XS]], %mask : tile<1024xf32>
# CHECK-NEXT:   %[[YS:.*]] = addptr %y_ptr, %offsets : tile<1024xptr<f32>>
# CHECK-NEXT:   %y = load %[[YS]], %mask, 0.0 {evict = last} : tile<1024xf32>
# CHECK-NEXT:   %[[OUTS:.*]] = addptr %out_ptr, %offsets : tile<1024xptr<f16>>
# CHECK-NEXT:   %[[SUM:.*]] = addf %x, %y : tile<1024xf32>
# CHECK-NEXT:   %[[NARROW:.*]] = convertf %[[SUM]] : tile<1024xf16>
# CHECK-NEXT:   store %[[OUTS]], %[[NARROW]], %mask {cache = cs}
# CHECK-NEXT:   return
@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(axis=0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask, other=0.0, eviction_policy="evict_last")
    tl.store(out_ptr + offsets, x + y, mask=mask, cache_modifier=".cs")


def add(x, y):
    out = torch.empty_like(x)
    grid = lambda meta: (triton.cdiv(out.numel(), meta["BLOCK"]),)
    add_kernel[grid](x, y, out, out.numel(), BLOCK=1024)
    return out
