# RUN: tritonc compile %s -k total -s "*fp32" --emit tile -o - | FileCheck %s --check-prefix=TOTAL
# RUN: tritonc compile %s -k widened -s "*i8, *i32" --emit tile -o - | FileCheck %s --check-prefix=WIDENED
# RUN: tritonc compile %s -k position -s "*bf16, *i32" --emit tile -o - | FileCheck %s --check-prefix=POSITION
# RUN: tritonc compile %s -k kept -s "*fp16" --emit tile -o - | FileCheck %s --check-prefix=KEPT
# RUN: tritonc compile %s -k branch -s "*fp32" --emit tile -o - | FileCheck %s --check-prefix=BRANCH
# RUN: tritonc compile %s -k running -s "*u8" --emit tile -o - | FileCheck %s --check-prefix=RUNNING
# RUN: tritonc compile %s -k uniform -s "*i32, i32" --emit tile -o - | FileCheck %s --check-prefix=UNIFORM
import triton
import triton.language as tl


# The combine function is lowered into the block, on scalars.
# TOTAL-LABEL: kernel @total
# TOTAL:         %[[V2:.*]] = reduce 0, %{{.*}} : f32 (%[[LEFT:.*]]: f32, %[[RIGHT:.*]]: f32) {
# TOTAL-NEXT:      %[[V3:.*]] = addf %[[LEFT]], %[[RIGHT]] : f32
# TOTAL-NEXT:      yield %[[V3]]
# TOTAL-NEXT:    }
# TOTAL-NEXT:    store %x_ptr, %[[V2]]
@triton.jit
def total(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 128))
    tl.store(x_ptr, tl.sum(x, axis=0))


# Without an axis all elements are folded in one go; integers grow to 32 bits.
# WIDENED-LABEL: kernel @widened
# WIDENED:         %[[X:.*]] = extsi %{{.*}} : tile<16x32xi32>
# WIDENED-NEXT:    %[[V9:.*]] = reshape %[[X]] : tile<512xi32>
# WIDENED-NEXT:    %{{.*}} = reduce 0, %[[V9]] : i32 (%[[LEFT:.*]]: i32, %[[RIGHT:.*]]: i32) {
# WIDENED-NEXT:      %[[V11:.*]] = addi %[[LEFT]], %[[RIGHT]] : i32
# WIDENED-NEXT:      yield %[[V11]]
# WIDENED-NEXT:    }
# WIDENED:         %[[V13:.*]] = extsi %{{.*}} : tile<16x32xi32>
# WIDENED-NEXT:    %[[V14:.*]] = reshape %[[V13]] : tile<512xi32>
# WIDENED-NEXT:    %{{.*}} = reduce 0, %[[V14]] : i32 (%[[LEFT1:.*]]: i32, %[[RIGHT1:.*]]: i32) {
# WIDENED-NEXT:      %[[V16:.*]] = maxsi %[[LEFT1]], %[[RIGHT1]] : i32
# WIDENED-NEXT:      yield %[[V16]]
# WIDENED-NEXT:    }
@triton.jit
def widened(x_ptr, out_ptr):
    x = tl.load(x_ptr + tl.arange(0, 16)[:, None] * 32 + tl.arange(0, 32)[None, :])
    tl.store(out_ptr, tl.sum(x))
    tl.store(out_ptr + 1, x.max())


# Positions are folded beside the values; of equal values the first one wins.
# POSITION-LABEL: kernel @position
# POSITION-NEXT:    %{{.*}} = range 0, 128 : tile<128xi32>
# POSITION:         %[[V2:.*]] = convertf %{{.*}} : tile<128xf32>
# POSITION-NEXT:    %[[V3:.*]] = range 0, 128 : tile<128xi32>
# POSITION-NEXT:    %{{.*}}, %[[INDEX:.*]] = reduce 0, %[[V2]], %[[V3]] : f32, i32 (%[[LEFT:.*]]: f32, %[[LEFT1:.*]]: i32, %[[RIGHT:.*]]: f32, %[[RIGHT1:.*]]: i32) {
# POSITION-NEXT:      %[[V4:.*]] = cmp.olt %[[RIGHT]], %[[LEFT]] : i1
# POSITION-NEXT:      %[[V5:.*]] = cmp.oeq %[[LEFT]], %[[RIGHT]] : i1
# POSITION-NEXT:      %[[V6:.*]] = cmp.slt %[[LEFT1]], %[[RIGHT1]] : i1
# POSITION-NEXT:      %[[V7:.*]] = andi %[[V5]], %[[V6]] : i1
# POSITION-NEXT:      %[[KEEPS:.*]] = ori %[[V4]], %[[V7]] : i1
# POSITION-NEXT:      %[[V8:.*]] = select %[[KEEPS]], %[[LEFT]], %[[RIGHT]] : f32
# POSITION-NEXT:      %[[V9:.*]] = select %[[KEEPS]], %[[LEFT1]], %[[RIGHT1]] : i32
# POSITION-NEXT:      yield %[[V8]], %[[V9]]
# POSITION-NEXT:    }
# POSITION-NEXT:    store %out_ptr, %[[INDEX]]
@triton.jit
def position(x_ptr, out_ptr):
    x = tl.load(x_ptr + tl.arange(0, 128))
    value, index = tl.max(x, 0, return_indices=True)
    tl.store(out_ptr, index)


# `keep_dims` leaves a dimension of size 1; fp16 stays fp16.
# KEPT-LABEL: kernel @kept
# KEPT:         %[[V12:.*]] = reduce 1, %{{.*}} : tile<16xf16> (%[[LEFT:.*]]: f16, %[[RIGHT:.*]]: f16) {
# KEPT-NEXT:      %[[V13:.*]] = addf %[[LEFT]], %[[RIGHT]] : f16
# KEPT-NEXT:      yield %[[V13]]
# KEPT-NEXT:    }
# KEPT-NEXT:    %[[V14:.*]] = expand_dims 1, %[[V12]] : tile<16x1xf16>
# KEPT-NEXT:    store %{{.*}}, %[[V14]]
@triton.jit
def kept(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 16)[:, None] * 32 + tl.arange(0, 32)[None, :])
    tl.store(x_ptr + tl.arange(0, 16)[:, None], x.sum(-1, keep_dims=True))


# A branch in a combine function becomes a selection.
# BRANCH-LABEL: kernel @branch
# BRANCH:         %{{.*}} = reduce 0, %{{.*}} : f32 (%[[LEFT:.*]]: f32, %[[RIGHT:.*]]: f32) {
# BRANCH-NEXT:      %[[V4:.*]] = cmp.olt %[[RIGHT]], %[[LEFT]] : i1
# BRANCH-NEXT:      %[[V5:.*]] = select %[[V4]], %[[LEFT]], %[[RIGHT]] : f32
# BRANCH-NEXT:      yield %[[V5]]
# BRANCH-NEXT:    }
@triton.jit
def larger(a, b):
    return a if a > b else b


@triton.jit
def branch(x_ptr):
    tl.store(x_ptr, tl.reduce(tl.load(x_ptr + tl.arange(0, 128)), 0, larger))


# A scan keeps the shape.
# RUNNING-LABEL: kernel @running
# RUNNING:         %[[X:.*]] = extui %{{.*}} : tile<128xi32>
# RUNNING-NEXT:    %{{.*}} = scan 0, %[[X]] {reverse} : tile<128xi32> (%[[LEFT:.*]]: i32, %[[RIGHT:.*]]: i32) {
# RUNNING-NEXT:      %[[V4:.*]] = addi %[[LEFT]], %[[RIGHT]] : i32
# RUNNING-NEXT:      yield %[[V4]]
# RUNNING-NEXT:    }
@triton.jit
def running(x_ptr):
    i = tl.arange(0, 128)
    tl.store(x_ptr + i, tl.cumsum(tl.load(x_ptr + i), reverse=True))


# A tile with one value everywhere is one when it is folded.
# UNIFORM-LABEL: kernel @uniform
# UNIFORM-NEXT:    %[[V0:.*]] = broadcast %{{.*}} : tile<64xi32>
# UNIFORM-NEXT:    %{{.*}} = reduce 0, %[[V0]] : i32 (%{{.*}}: i32, %{{.*}}: i32) {
@triton.jit
def uniform(x_ptr, n):
    tl.store(x_ptr, tl.sum(tl.full((64,), n, tl.int32)))
