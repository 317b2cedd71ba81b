# RUN: tritonc compile %s -s "*fp16, 64" --emit tile -o - | FileCheck %s

# Functions of the host run at compile time: in kernels those marked so, at module level all that constants call.
import triton
import triton.language as tl


@triton.constexpr_function
def log2(n):
    print("log2", n)
    result = 0
    while n > 1:
        n //= 2
        result += 1
    return result


def first_odd(values):
    for i, value in values:
        if value % 2 == 0:
            continue
        return i
    return -1


@tl.constexpr
def wide(dtype):
    if dtype.is_fp16():
        return tl.float32
    return dtype


INDEX = tl.constexpr(first_odd(((10, 2), (20, 3), (30, 5))))


# CHECK:      %[[X:.*]] = load %x_ptr : f16
# CHECK-NEXT: %[[W:.*]] = convertf %[[X]] : f32
# CHECK-NEXT: %[[A:.*]] = addf %[[W]], 6.0 : f32
# CHECK-NEXT: addf %[[A]], 20.0 : f32
@triton.jit
def k(x_ptr, BLOCK: tl.constexpr):
    x = tl.load(x_ptr).to(wide(x_ptr.dtype.element_ty))
    tl.store(x_ptr, x + log2(BLOCK) + INDEX)
