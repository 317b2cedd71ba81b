# RUN: tritonc compile %s -k uniform -s "*fp32, i32" --emit tile -o - | FileCheck %s

# A tile with one value everywhere is a scalar of the IR until something needs the tile: here the loop that carries it.
import triton
import triton.language as tl


# CHECK-LABEL: kernel @uniform
# CHECK:         %[[INIT:.*]] = broadcast 0.0 : tile<128xf32>
# CHECK-NEXT:    %acc = for 0:i32, %n, 1:i32, %[[INIT]] : tile<128xf32> (%i: i32, %[[ACC:.*]]: tile<128xf32>) {
# CHECK-NEXT:      %[[NEXT:.*]] = addf %[[ACC]], 1.0 : tile<128xf32>
# CHECK-NEXT:      yield %[[NEXT]]
# CHECK-NEXT:    }
# A uniform operand and a uniform mask stay scalars.
# CHECK:         %[[SUM:.*]] = addf %acc, 2.0 : tile<128xf32>
# CHECK-NEXT:    store %{{.*}}, %[[SUM]], true
# One that is only added to scalars never becomes a tile.
# CHECK:         store %x_ptr, 3.0
@triton.jit
def uniform(x_ptr, n):
    acc = tl.zeros((128,), tl.float32)
    for i in range(n):
        acc += tl.full((128,), 1.0, tl.float32)
    offsets = tl.arange(0, 128)
    tl.store(x_ptr + offsets, acc + tl.full((128,), 2.0, tl.float32), mask=tl.full((128,), True, tl.int1))
    tl.store(x_ptr, 3.0)
