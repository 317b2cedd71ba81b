# RUN: tritonc compile %s -k uniform -s "*fp32, i32" --emit tile -o - | FileCheck %s --check-prefix=UNIFORM
import triton
import triton.language as tl


# The keys are computed once for the program; the uniform number comes from a signed word.
# UNIFORM-LABEL: kernel @uniform
# UNIFORM:         %[[WIDE:.*]] = extsi %{{.*}} : i64
# UNIFORM-NEXT:    %{{.*}} = trunci %[[WIDE]] : i32
# UNIFORM-NEXT:    %[[V1:.*]] = shrui %[[WIDE]], 32 : i64
# UNIFORM-NEXT:    %{{.*}} = trunci %[[V1]] : i32
# UNIFORM:         %[[V44:.*]] = select %{{.*}}, %{{.*}}, %{{.*}} : tile<128xi32>
# UNIFORM-NEXT:    %[[V45:.*]] = sitofp %[[V44]] : tile<128xf32>
# UNIFORM-NEXT:    %[[V46:.*]] = mulf %[[V45]], 4.6566126e-10 : tile<128xf32>
# UNIFORM-NEXT:    store %{{.*}}, %[[V46]]
@triton.jit
def uniform(x_ptr, seed):
    i = tl.arange(0, 128)
    tl.store(x_ptr + i, tl.rand(seed, i))
