import triton
import triton.language as tl

SLOPE = tl.constexpr(0.5)


@triton.jit
def leaky(x):
    return tl.where(x > 0, x, x * SLOPE)
