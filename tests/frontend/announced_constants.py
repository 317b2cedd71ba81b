# RUN: tritonc compile %s -k announced -s "*i32" --emit tile -o - | FileCheck %s --check-prefix=ANNOUNCED
import triton
import triton.language as tl


# `size: tl.constexpr` without a value: the first assignment keeps the constant.
# ANNOUNCED-LABEL: kernel @announced
# ANNOUNCED-NEXT:    %[[V0:.*]] = range 0, 128 : tile<128xi32>
# ANNOUNCED-NEXT:    %[[V1:.*]] = addptr %x_ptr, %[[V0]] : tile<128xptr<i32>>
# ANNOUNCED-NEXT:    store %[[V1]], 3:i32
@triton.jit
def announced(x_ptr):
    size: tl.constexpr
    other: tl.constexpr
    size = 64
    plain, other = 3, 2
    tl.store(x_ptr + tl.arange(0, size * other), plain)
