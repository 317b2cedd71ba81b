# RUN: tritonc compile %s -k hints -s "*i32, i32" --emit tile -o - | FileCheck %s --check-prefix=HINTS
# RUN: tritonc compile %s -k silent -s "*fp32" --emit tile -o - | FileCheck %s --check-prefix=SILENT
import triton
import triton.language as tl


# HINTS-LABEL: kernel @hints
# HINTS-NEXT:    %[[N:.*]] = hint %{{.*}} {divisible = [16]} : i32
# HINTS-NEXT:    %[[V0:.*]] = range 0, 64 : tile<64xi32>
# HINTS-NEXT:    %[[V1:.*]] = addi %[[N]], %[[V0]] : tile<64xi32>
# HINTS-NEXT:    %[[V2:.*]] = hint %[[V1]] {divisible = [16]} : tile<64xi32>
# HINTS-NEXT:    %[[I:.*]] = hint %[[V2]] {contiguous = [64]} : tile<64xi32>
# HINTS-NEXT:    %[[V3:.*]] = divsi %[[I]], 8 : tile<64xi32>
# HINTS-NEXT:    %[[GROUPS:.*]] = hint %[[V3]] {constant = [8]} : tile<64xi32>
# HINTS-NEXT:    %[[POSITIVE:.*]] = cmp.slt 0:i32, %[[N]] : i1
# HINTS-NEXT:    assume %[[POSITIVE]]
# HINTS-NEXT:    %[[V5:.*]] = addptr %x_ptr, %[[I]] : tile<64xptr<i32>>
# HINTS-NEXT:    store %[[V5]], %[[GROUPS]]
@triton.jit
def hints(x_ptr, n):
    n = tl.multiple_of(n, 16)
    i = tl.max_contiguous(tl.multiple_of(n + tl.arange(0, 64), 16), 64)
    groups = tl.max_constancy(i // 8, 8)
    tl.assume(n > 0)
    tl.store(x_ptr + i, groups)


# Of constants, floats and tiles with one value everywhere nothing is to be promised.
# SILENT-LABEL: kernel @silent
# SILENT-NEXT:    %[[V0:.*]] = addptr %x_ptr, 0:i32 : ptr<f32>
# SILENT-NEXT:    %[[V1:.*]] = broadcast %[[V0]] : tile<64xptr<f32>>
# SILENT-NEXT:    %[[X:.*]] = load %[[V1]] : tile<64xf32>
# SILENT-NEXT:    %[[V2:.*]] = addptr %x_ptr, 16:i32 : ptr<f32>
# SILENT-NEXT:    store %[[V2]], 1.0:f32
# SILENT-NEXT:    %[[V3:.*]] = addptr %x_ptr, 0:i32 : ptr<f32>
# SILENT-NEXT:    %[[V4:.*]] = broadcast %[[V3]] : tile<64xptr<f32>>
# SILENT-NEXT:    store %[[V4]], %[[X]]
@triton.jit
def silent(x_ptr):
    zeros = tl.max_contiguous(tl.zeros((64,), tl.int32), 1)
    x = tl.multiple_of(tl.load(x_ptr + zeros), 1)
    tl.store(x_ptr + tl.multiple_of(16, 16), 1.0)
    tl.store(x_ptr + zeros, x)
