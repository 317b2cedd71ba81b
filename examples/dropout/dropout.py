"""Dropout that keeps no mask: the same seed and offset give the same random number again."""

import triton
import triton.language as tl


@triton.jit
def dropout(x, out, n, p, seed, BLOCK: tl.constexpr):
    index = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = index < n
    value = tl.load(x + index, mask=inside)
    keep = tl.rand(seed, index) > p
    tl.store(out + index, tl.where(keep, value / (1 - p), 0.0), mask=inside)
