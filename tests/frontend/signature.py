# RUN: tritonc compile %s -s "*fp32:16, i32:16, i64, 4" --emit tile -o - | FileCheck %s --check-prefix=POSITION
# RUN: tritonc compile %s -s "stride=i32:1, n=u32, x=*kfp16" -c "BLOCK=tl.constexpr(2)" -c "mode='a,b'" --emit tile -o - | FileCheck %s --check-prefix=NAMED
import triton
import triton.language as tl


# A hint of 16 is kept on the parameter; a constant takes no parameter.
# POSITION:      kernel @k(%x: ptr<f32> {divisible = 16}, %n: i32 {divisible = 16}, %stride: i64) {
# POSITION:        %offsets = muli %{{.*}}, %stride : tile<4xi64>
# POSITION:        store

# `:1` makes a constant of the parameter, and defaults fill the rest.
# NAMED:         kernel @k(%x: ptr<f16>, %n: i32) {
# NAMED:           %offsets = muli %{{.*}}, 1{{.*}} : tile<2xi32>
# NAMED:           %{{.*}} = addptr %x, %offsets : tile<2xptr<f16>>
# NAMED-NOT:       store
@triton.jit
def k(x, n, stride, BLOCK: tl.constexpr, mode: tl.constexpr = "c"):
    offsets = tl.arange(0, BLOCK) * stride
    tl.static_assert(mode == "c" or mode == "a,b")
    value = tl.load(x + offsets, mask=offsets < n)
    if mode == "c":
        tl.store(x + offsets, value)
