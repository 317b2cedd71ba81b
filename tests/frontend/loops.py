# RUN: tritonc compile %s -k carried -s "*fp32, i32" --emit tile -o - | FileCheck %s --check-prefix=CARRIED
# RUN: tritonc compile %s -k bounds -s "*i64, i32, i64" --emit tile -o - | FileCheck %s --check-prefix=BOUNDS
# RUN: tritonc compile %s -k unsigned_bounds -s "*u32, u32" --emit tile -o - | FileCheck %s --check-prefix=UNSIGNED
# RUN: tritonc compile %s -k hints -s "*fp32, i32" --emit tile -o - | FileCheck %s --check-prefix=HINTS
# RUN: tritonc compile %s -k unrolled -s "*i32" --emit tile -o - | FileCheck %s --check-prefix=UNROLLED
import triton
import triton.language as tl


# Only what the body changes is carried: `scale` is assigned, but keeps its value.
# CARRIED-LABEL: kernel @carried
# CARRIED:         %acc = for 0:i32, %n, 1:i32, 0.0 : f32 (%i: i32, %[[ACC:.*]]: f32) {
# CARRIED:           %[[NEXT:.*]] = addf %[[ACC]], %{{.*}} : f32
# CARRIED-NEXT:      yield %[[NEXT]]
@triton.jit
def carried(x_ptr, n):
    acc = 0.0
    scale = 2.0
    for i in range(n):
        scale = scale
        fresh = tl.load(x_ptr + i) * scale
        acc += fresh
    tl.store(x_ptr, acc)


# The variable has the type that the bounds promote to; a negative constant step counts down.
# BOUNDS-LABEL: kernel @bounds
# BOUNDS:         %[[FROM:.*]] = extsi %n : i64
# BOUNDS-NEXT:    for %[[FROM]], %m, -2:i64 {descending} (%i: i64) {
# BOUNDS-NEXT:      store %x_ptr, %i
@triton.jit
def bounds(x_ptr, n, m):
    for i in range(n, m, -2):
        tl.store(x_ptr, i)


# UNSIGNED-LABEL: kernel @unsigned_bounds
# UNSIGNED:         for 0:i32, %n, 1:i32 {unsigned} (%i: i32) {
@triton.jit
def unsigned_bounds(x_ptr, n):
    for i in range(n):
        tl.store(x_ptr + i, i)


# HINTS-LABEL: kernel @hints
# HINTS:         for 0:i32, %n, 1:i32 {stages = 2, unroll = 4, flatten} (%i: i32) {
@triton.jit
def hints(x_ptr, n):
    for i in tl.range(n, num_stages=2, loop_unroll_factor=4, flatten=True):
        tl.store(x_ptr + i, 1.0)


# The variable of an unrolled loop is a constant, and names of its body stay.
# UNROLLED-LABEL: kernel @unrolled
# UNROLLED-NEXT:    %[[P0:.*]] = addptr %x_ptr, 0:i32
# UNROLLED-NEXT:    store %[[P0]], 0
# UNROLLED-NEXT:    %[[P2:.*]] = addptr %x_ptr, 2:i32
# UNROLLED-NEXT:    store %[[P2]], 2
# UNROLLED-NEXT:    store %x_ptr, 4
@triton.jit
def unrolled(x_ptr):
    for i in tl.static_range(0, 4, 2):
        tl.store(x_ptr + i, i)
        last = i * 2
    tl.store(x_ptr, last)
