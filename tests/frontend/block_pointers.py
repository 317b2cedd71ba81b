# RUN: tritonc compile %s -k carried -s "*fp16, i32, i32" --emit tile -o - | FileCheck %s --check-prefix=CARRIED
# RUN: tritonc compile %s -k joined -s "*fp16, i32, i32" --emit tile -o - | FileCheck %s --check-prefix=JOINED
# RUN: tritonc compile %s -k described -s "tensordesc<fp16[16, 32]>, *fp16" --emit tile -o - | FileCheck %s --check-prefix=DESC
# RUN: tritonc compile %s -k aligned -s "*fp16, i32" --emit tile -o - | FileCheck %s --check-prefix=ALIGNED
# RUN: tritonc compile %s -k called -s "*fp16, i32, i32" --emit tile -o - | FileCheck %s --check-prefix=CALLED
import triton
import triton.language as tl


# A loop carries the offset that advances and nothing else of a block pointer. The base is a scalar; what is added to it in
# each element is the same in every iteration. Bounds are comparisons of positions with scalars.
# CARRIED-LABEL: kernel @carried
# CARRIED:         for {{.*}}, 0:i64 : tile<16x32xf16>, i64 (%_: i32, %acc_1: tile<16x32xf16>, %p: i64) {
# CARRIED-NEXT:      %[[I:.*]] = range 0, 16 : tile<16xi32>
# CARRIED-NEXT:      muli %p, %[[STRIDE:.*]] : i64
# CARRIED:           muli %{{.*}}, %[[STRIDE]] : tile<16xi64>
# CARRIED:           subi %{{.*}}, %p : i64
# CARRIED-NEXT:      maxsi %{{.*}}, 0 : i64
# CARRIED-NEXT:      minsi %{{.*}}, 16 : i64
# CARRIED-NEXT:      %[[LEFT:.*]] = trunci %{{.*}} : i32
# CARRIED-NEXT:      subi 0, %p : i64
# CARRIED-NEXT:      maxsi %{{.*}}, 0 : i64
# CARRIED-NEXT:      minsi %{{.*}}, 16 : i64
# CARRIED-NEXT:      %[[BEFORE:.*]] = trunci %{{.*}} : i32
# CARRIED-NEXT:      cmp.slt %[[I]], %[[LEFT]] : tile<16xi1>
# CARRIED:           cmp.sle %[[BEFORE]], %[[I]] : tile<16xi1>
# CARRIED:           muli %{{.*}}, 1 : tile<32xi64>
# CARRIED:           %[[BASE:.*]] = addptr %x, %{{.*}} : ptr<f16>
# CARRIED-NEXT:      %[[P:.*]] = addptr %[[BASE]], %{{.*}} : tile<16x32xptr<f16>>
# CARRIED-NEXT:      load %[[P]], %{{.*}}, 0.0 : tile<16x32xf16>
# CARRIED:           %[[NEXT:.*]] = addi %p, 16 : i64
# CARRIED-NEXT:      yield %{{.*}}, %[[NEXT]]
@triton.jit
def carried(x, rows, cols):
    p = tl.make_block_ptr(x, (rows, cols), (cols, 1), (0, 32), (16, 32), (1, 0))
    acc = tl.zeros((16, 32), tl.float16)
    for _ in range(0, rows, 16):
        acc += tl.load(p, boundary_check=(0,), padding_option="zero")
        p = tl.advance(p, (16, 0))
    tl.store(x + tl.arange(0, 16)[:, None] * 32 + tl.arange(0, 32)[None, :], acc)


# Constants that both branches agree on stay constants: here the stride of the columns, which is 1.
# JOINED-LABEL: kernel @joined
# JOINED:         if %{{.*}} : i64, i64, i64, i64 {
# JOINED:           yield %{{.*}}, %{{.*}}, %{{.*}}, 64:i64
# JOINED-NEXT:    } {
# JOINED-NEXT:      yield %{{.*}}, %{{.*}}, %{{.*}}, 0:i64
# JOINED:         muli %{{.*}}, 1 : tile<32xi64>
# JOINED-NOT:     cmp
# JOINED:         load %{{[0-9]+}} : tile<16x32xf16>
@triton.jit
def joined(x, rows, cols):
    p = tl.make_block_ptr(x, (rows, cols), (cols, 1), (0, 0), (16, 32), (1, 0))
    if rows > 100:
        p = tl.make_block_ptr(x, (rows, cols), (cols, 1), (0, 64), (16, 32), (1, 0))
    tl.store(p, tl.load(p))


# A descriptor of the host is its address, its shape and its strides.
# DESC-LABEL: kernel @described(%a: ptr<f16> {divisible = 16}, %a_shape0: i32, %a_shape1: i32, %a_strides0: i64 {divisible = 8}, %a_strides1: i64, %out: ptr<f16>)
# DESC:         muli %{{.*}}, %a_strides0 : tile<16xi64>
# DESC:         extsi %a_shape0 : i64
# DESC:         extsi %a_shape1 : i64
# DESC:         load %{{.*}}, %{{.*}}, 0.0 : tile<16x32xf16>
@triton.jit
def described(a, out):
    tl.store(out + tl.arange(0, 16)[:, None] * 32 + tl.arange(0, 32)[None, :], a.load([8, 16]))


# A descriptor promises that its address and its strides are multiples of 16 bytes.
# ALIGNED-LABEL: kernel @aligned
# ALIGNED-DAG:     hint %x {divisible = [16]} : ptr<f16>
# ALIGNED-DAG:     hint %{{[0-9]+}} {divisible = [8]} : i64
@triton.jit
def aligned(x, n):
    desc = tl.make_tensor_descriptor(x, [n, n], [n, 1], [16, 32])
    desc.store([0, 0], desc.load([16, 0]))


@triton.jit(noinline=True)
def load_next(p, rows):
    return tl.sum(tl.load(tl.advance(p, (rows, 0))))


# A function that is not inlined takes the scalars of a block pointer.
# CALLED-LABEL: kernel @called
# CALLED:         call @load_next, %x, %{{.*}}, %{{.*}}, %{{.*}}, 1:i64, 0:i64, 0:i64, %rows : f16
@triton.jit
def called(x, rows, cols):
    p = tl.make_block_ptr(x, (rows, cols), (cols, 1), (0, 0), (16, 32), (1, 0))
    tl.store(x, load_next(p, rows))
