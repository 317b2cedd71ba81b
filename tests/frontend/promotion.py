# RUN: tritonc compile %s -k numbers -s "*fp16, *i8" --emit tile -o - | FileCheck %s --check-prefix=NUMBERS
# RUN: tritonc compile %s -k tensors -s "*fp16, *bf16, *i32" --emit tile -o - | FileCheck %s --check-prefix=TENSORS
# RUN: tritonc compile %s -k division -s "*fp32, *i32, *u32" --emit tile -o - | FileCheck %s --check-prefix=DIVISION
import triton
import triton.language as tl


# A number takes the type of the tensor beside it, except in comparisons and functions.
# NUMBERS-LABEL: kernel @numbers
# NUMBERS:         mulf %h, 2.0 : f16
# An assigned number is an fp32 tensor.
# NUMBERS:         %[[H32:.*]] = convertf %h : f32
# NUMBERS-NEXT:    mulf %[[H32]], 2.0 : f32
# NUMBERS:         %[[H32:.*]] = convertf %h : f32
# NUMBERS-NEXT:    maxnumf %[[H32]], 0.0 : f32
# NUMBERS:         addi %i, 1 : i8
# NUMBERS:         %[[I32:.*]] = extsi %i : i32
# NUMBERS-NEXT:    cmp.slt %[[I32]], 300{{.*}} : i1
@triton.jit
def numbers(h_ptr, i_ptr):
    h = tl.load(h_ptr)
    i = tl.load(i_ptr)
    tl.store(h_ptr, h * 2.0)
    two = 2.0
    tl.store(h_ptr, h * two)
    tl.store(h_ptr, tl.maximum(h, 0.0))
    tl.store(i_ptr, i + 1)
    tl.store(i_ptr, i < 300)


# TENSORS-LABEL: kernel @tensors
# fp16 with bf16 is fp16, bf16 with an integer tensor fp32, with an integer number bf16.
# TENSORS:         %[[B16:.*]] = convertf %b : f16
# TENSORS-NEXT:    addf %h, %[[B16]] : f16
# TENSORS:         addf %{{.*}}, %{{.*}} : f32
# TENSORS:         addf %b, 1.0 : bf16
# A sum of masks is one bit wide.
# TENSORS:         addi %{{.*}}, %{{.*}} : i1
@triton.jit
def tensors(h_ptr, b_ptr, i_ptr):
    h = tl.load(h_ptr)
    b = tl.load(b_ptr)
    i = tl.load(i_ptr)
    tl.store(h_ptr, h + b)
    tl.store(b_ptr, b + i)
    tl.store(b_ptr, b + 1)
    tl.store(i_ptr, (i > 0) + (i > 1))


# DIVISION-LABEL: kernel @division
# DIVISION:         divsi %i, 3 : i32
# DIVISION:         divui %u, 3 : i32
# DIVISION:         %[[F:.*]] = sitofp %i : f32
# DIVISION:         divf %[[F]], %{{.*}} : f32
# DIVISION:         remf %x, 3.0 : f32
# Two constants follow Python: -7 // 2 is -4.
# DIVISION:         store %i_ptr, -4
# DIVISION:         %[[S:.*]] = shrsi %i, 1 : i32
# DIVISION:         %[[T:.*]] = shrui %u, 1 : i32
@triton.jit
def division(x_ptr, i_ptr, u_ptr):
    x = tl.load(x_ptr)
    i = tl.load(i_ptr)
    u = tl.load(u_ptr)
    tl.store(i_ptr, i // 3)
    tl.store(u_ptr, u // 3)
    tl.store(x_ptr, i / 3)
    tl.store(x_ptr, x % 3)
    tl.store(i_ptr, -7 // 2)
    tl.store(i_ptr, i >> 1)
    tl.store(u_ptr, u >> 1)
