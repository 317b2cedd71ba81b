"""Softmax over the rows of a matrix, each row in one tile, programs walking over the rows."""

import triton
import triton.language as tl


@triton.jit
def softmax(out, x, out_stride, x_stride, rows, cols, BLOCK: tl.constexpr, num_stages: tl.constexpr):
    column = tl.arange(0, BLOCK)
    inside = column < cols
    for row in tl.range(tl.program_id(0), rows, tl.num_programs(0), num_stages=num_stages):
        values = tl.load(x + row * x_stride + column, mask=inside, other=-float("inf"))
        # Shifting by the largest element keeps the exponentials in range.
        numerator = tl.exp(values - tl.max(values, axis=0))
        tl.store(out + row * out_stride + column, numerator / tl.sum(numerator, axis=0), mask=inside)
