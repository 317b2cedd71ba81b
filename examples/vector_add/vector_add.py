"""Two element-wise kernels: the sum of two vectors, and a scaled sum with a leaky rectifier on top."""

import triton
import triton.language as tl


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    index = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = index < n  # the last program has lanes past the end
    total = tl.load(x + index, mask=inside) + tl.load(y + index, mask=inside)
    tl.store(out + index, total, mask=inside)


@triton.jit
def leaky(value, SLOPE: tl.constexpr):
    return tl.where(value >= 0, value, SLOPE * value)


@triton.jit
def axpy_leaky(x, y, out, n, alpha, BLOCK: tl.constexpr, SLOPE: tl.constexpr = 0.01):
    index = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = index < n
    total = alpha * tl.load(x + index, mask=inside) + tl.load(y + index, mask=inside)
    tl.store(out + index, leaky(total, SLOPE), mask=inside)
