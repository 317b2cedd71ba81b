# RUN: tritonc compile %s -k dims -s "*fp32" --emit tile -o - | FileCheck %s --check-prefix=DIMS
# RUN: tritonc compile %s -k pairs -s "*fp32" --emit tile -o - | FileCheck %s --check-prefix=PAIRS
# RUN: tritonc compile %s -k ones -s "*fp32" --emit tile -o - | FileCheck %s --check-prefix=ONES
# RUN: tritonc compile %s -k one -s "*fp32" --emit tile -o - | FileCheck %s --check-prefix=ONE
import triton
import triton.language as tl


# DIMS-LABEL: kernel @dims
# DIMS:         %[[MATRIX:.*]] = reshape %{{.*}} : tile<16x4xf32>
# DIMS:         %{{.*}} = trans [1, 0], %[[MATRIX]] : tile<4x16xf32>
# DIMS:         %[[V11:.*]] = reshape %{{.*}} : tile<4x2x8xf32>
# DIMS-NEXT:    %[[CUBE:.*]] = trans [2, 0, 1], %[[V11]] : tile<8x4x2xf32>
# DIMS:         %{{.*}} = reshape %[[CUBE]] : tile<64xf32>
@triton.jit
def dims(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 64))
    matrix = x.reshape(16, 4)
    tl.store(x_ptr + tl.arange(0, 4)[:, None] + tl.arange(0, 16)[None, :], matrix.T)
    cube = tl.permute(tl.reshape(x, (4, 2, 8)), 2, 0, 1)
    tl.store(x_ptr + tl.arange(0, 64), tl.ravel(cube))


# A pair is a last dimension of size 2.
# PAIRS-LABEL: kernel @pairs
# PAIRS:         %[[V2:.*]] = broadcast 1.0 : tile<64xf32>
# PAIRS-NEXT:    %[[V3:.*]] = join %{{.*}}, %[[V2]] : tile<64x2xf32>
# PAIRS-NEXT:    %[[A:.*]], %[[B:.*]] = split %[[V3]] : tile<64xf32>, tile<64xf32>
# PAIRS:         %[[PAIRS:.*]] = join %[[A]], %[[B]] : tile<64x2xf32>
# PAIRS-NEXT:    %{{.*}} = reshape %[[PAIRS]] : tile<128xf32>
@triton.jit
def pairs(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 64))
    a, b = tl.split(tl.join(x, 1.0))
    tl.store(x_ptr + tl.arange(0, 128), tl.interleave(a, b))


# What only inserts dimensions of size 1 is no reshape; nothing moves in a tile with one value everywhere.
# ONES-LABEL: kernel @ones
# ONES:         %{{.*}} = expand_dims 0, %{{.*}} : tile<1x64xf32>
# ONES:         %[[V4:.*]] = broadcast %{{.*}} : tile<2x64x1xf32>
# ONES-NEXT:    %[[Y:.*]] = addf %[[V4]], 3.0 : tile<2x64x1xf32>
# ONES:         %[[V7:.*]] = reshape %[[Y]] : tile<128xf32>
# ONES-NEXT:    %{{.*}} = reshape %[[V7]] : tile<64x2xf32>
@triton.jit
def ones(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 64))
    y = x.reshape(1, 64, 1) + tl.trans(tl.full((64, 2), 3.0, tl.float32)).reshape(2, 64, 1)
    tl.store(x_ptr + tl.arange(0, 64), y.reshape(128).reshape(64, 2).sum(1))


# One element becomes a scalar by a fold.
# ONE-LABEL: kernel @one
# ONE:         %[[V3:.*]] = reshape %{{.*}} : tile<1xf32>
# ONE-NEXT:    %[[V4:.*]] = reduce 0, %[[V3]] : f32 (%[[V5:.*]]: f32, %{{.*}}: f32) {
# ONE-NEXT:      yield %[[V5]]
# ONE:         store %x_ptr, %[[V4]]
@triton.jit
def one(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 1))
    tl.store(x_ptr, x[None, :].item())
